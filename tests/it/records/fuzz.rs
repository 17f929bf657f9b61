//! No file may end the program, and of no file may an illegal move come.

use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

use super::{found, moves, pgn, shogi};

const FILES: [(&str, &str); 4] = [
    ("csa", shogi::CSA),
    ("kif", shogi::KIF),
    ("pgn", pgn::GAME),
    ("usi", "startpos moves 7g7f 3c3d 8h2b+ ; id x\n"),
];

/// Reads a file and plays all its games through.
fn read(ending: &str, content: &[u8]) {
    for record in found(ending, content).into_iter().flatten() {
        moves(&record);
    }
}

/// A change of a text: of a letter, or of whole lines.
#[derive(Clone, Debug)]
struct Edit {
    kind: u8,
    at: Index,
    other: Index,
    byte: u8,
}

impl Edit {
    fn apply(&self, content: &mut Vec<u8>) {
        if content.is_empty() {
            return;
        }
        let (at, other) = (self.at.index(content.len()), self.other.index(content.len()));
        match self.kind % 7 {
            0 => content[at] = self.byte,
            1 => content.insert(at, self.byte),
            2 => drop(content.remove(at)),
            // A letter that stands in the file is likelier to mean something.
            3 => content[at] = content[other],
            4 => content.truncate(at),
            kind => {
                let mut lines: Vec<Vec<u8>> = content.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
                let (at, other) = (self.at.index(lines.len()), self.other.index(lines.len()));
                if kind == 5 {
                    lines.swap(at, other);
                } else {
                    lines.insert(at, lines[other].clone());
                }
                *content = lines.join(&b'\n');
            }
        }
    }
}

fn edits() -> impl proptest::strategy::Strategy<Value = Vec<Edit>> {
    use proptest::strategy::Strategy as _;
    let edit = (any::<u8>(), any::<Index>(), any::<Index>(), any::<u8>())
        .prop_map(|(kind, at, other, byte)| Edit { kind, at, other, byte });
    proptest::collection::vec(edit, 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        rng_seed: RngSeed::Fixed(5),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_survived(content in proptest::collection::vec(any::<u8>(), 0..400)) {
        for (ending, _) in FILES {
            read(ending, &content);
        }
        read("", &content);
    }

    #[test]
    fn changed_files_are_survived(edits in edits(), sjis in any::<bool>()) {
        for (ending, text) in FILES {
            let mut content = text.as_bytes().to_vec();
            if sjis {
                content = encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
            }
            for edit in &edits {
                edit.apply(&mut content);
            }
            read(ending, &content);
        }
    }

    #[test]
    fn any_position_of_csa_is_survived(squares in proptest::collection::vec((0..10_u8, 0..10_u8, 0..16_usize), 0..12), side in any::<bool>()) {
        const PIECES: [&str; 16] =
            ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY", "OU", "XX"];
        let put = |(n, &(file, rank, piece)): (usize, &(u8, u8, usize))| {
            let side = if n % 2 == 0 { '+' } else { '-' };
            format!("P{side}{file}{rank}{}", PIECES[piece])
        };
        let mut content = squares.iter().enumerate().map(put).collect::<Vec<_>>().join("\n");
        content.push_str(if side { "\n+\n+5958OU\n-5152OU\n" } else { "\n-\n-5152OU\n" });
        read("csa", content.as_bytes());
    }
}
