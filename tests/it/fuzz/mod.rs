//! Hostile input for everything that reads: examples of each kind, changed by
//! chance. Nothing may panic or hang, and what is accepted must be sound: an
//! accepted position can be written and read again, no illegal move comes of a
//! file.
//!
//! A stable substitute for a fuzzer that is led by coverage, which needs an
//! unstable compiler: the examples bring the structure, the changes are those of
//! such fuzzers (bits, numbers, pieces of other examples). A failure is made
//! small by `proptest` before it is shown. The tests do a few hundred cases of
//! each target; `README.md` has the command for millions of them.

mod examples;
mod targets;

use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// Names the number of cases of each target in a long run.
pub const CASES: &str = "SOMATIC_FUZZ";
/// Names another beginning of the chain of random numbers.
pub const SEED: &str = "SOMATIC_FUZZ_SEED";
/// Cases of a target where nothing is said.
const FEW: u32 = 300;
/// Inputs do not grow beyond this.
const MOST_BYTES: usize = 1 << 21;

/// Numbers at the ends of what numbers can be.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "127",
    "255",
    "256",
    "65536",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775808",
    "99999999999999999999999999",
    "1e999",
];

/// A change of some bytes: of one of them, of a number, or of whole lines.
#[derive(Clone, Debug)]
struct Edit {
    kind: u8,
    at: Index,
    other: Index,
    byte: u8,
}

impl Edit {
    /// Changes some bytes; `donor` is another example.
    fn apply(&self, content: &mut Vec<u8>, donor: &[u8]) {
        if content.is_empty() {
            content.extend_from_slice(donor);
            return;
        }
        let (at, other) = (self.at.index(content.len()), self.other.index(content.len()));
        match self.kind % 12 {
            0 => content[at] = self.byte,
            1 => content.insert(at, self.byte),
            2 => drop(content.remove(at)),
            // A letter that stands in the file is likelier to mean something.
            3 => content[at] = content[other],
            4 => content.truncate(at),
            5 => content[at] ^= 1 << (self.byte % 8),
            6 => self.replace_number(content, at),
            7 => {
                let from = self.other.index(donor.len().max(1)).min(donor.len());
                let to = (from + usize::from(self.byte)).min(donor.len());
                content.splice(at..at, donor[from..to].iter().copied());
            }
            8 => drop(content.drain(at.min(other)..at.max(other))),
            9 => {
                let again = content[at.min(other)..at.max(other)].to_vec();
                content.splice(at..at, again);
            }
            kind => {
                let mut lines: Vec<Vec<u8>> = content.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
                let (at, other) = (self.at.index(lines.len()), self.other.index(lines.len()));
                if kind == 10 {
                    lines.swap(at, other);
                } else {
                    lines.insert(at, lines[other].clone());
                }
                *content = lines.join(&b'\n');
            }
        }
        content.truncate(MOST_BYTES);
    }

    /// Puts a number at the end of its range where the next number stands.
    fn replace_number(&self, content: &mut Vec<u8>, at: usize) {
        let Some(start) = content[at..].iter().position(u8::is_ascii_digit).map(|skip| at + skip) else {
            return;
        };
        let digits = content[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        let number = NUMBERS[usize::from(self.byte) % NUMBERS.len()];
        content.splice(start..start + digits, number.bytes());
    }
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (any::<u8>(), any::<Index>(), any::<Index>(), any::<u8>())
        .prop_map(|(kind, at, other, byte)| Edit { kind, at, other, byte });
    proptest::collection::vec(edit, 0..6)
}

/// A number of the environment.
pub fn asked(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}: no number: {text}")))
}

/// Shows a target its examples, changed, and now and then bytes of no kind; a target
/// that takes long gets one case of `share`.
#[track_caller]
fn survives(examples: &[Vec<u8>], share: u32, target: impl Fn(&[u8])) {
    for example in examples {
        target(example);
    }
    let cases = (asked(CASES).map_or(FEW, |cases| cases.min(u64::from(u32::MAX)) as u32) / share).max(20);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut seed = [5; 32];
    seed[..8].copy_from_slice(&asked(SEED).unwrap_or(5).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    let strategy = (any::<Index>(), any::<Index>(), edits(), proptest::option::weighted(0.03, bytes));
    let input = |(which, donor, edits, bytes): (Index, Index, Vec<Edit>, Option<Vec<u8>>)| {
        let mut content = bytes.unwrap_or_else(|| which.get(examples).clone());
        for edit in &edits {
            edit.apply(&mut content, donor.get::<Vec<u8>>(examples));
        }
        content
    };
    let result = runner.run(&strategy, |case| {
        target(&input(case));
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(TestError::Abort(reason)) => panic!("{reason}"),
        Err(TestError::Fail(reason, case)) => {
            panic!("{reason}\ninput: {:?}", String::from_utf8_lossy(&input(case)));
        }
    }
}
