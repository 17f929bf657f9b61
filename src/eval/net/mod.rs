//! A small net, made anew from the attack map at each node.
//!
//! The rows of the table that a view's inputs name are added to a bias: 31
//! neurons, and one column that goes to the output as it is. A neuron between
//! 0 and 1 counts with its square; both views meet in one sum. All is integer
//! arithmetic, and sums that would leave their range stay at its end, so that
//! every machine gives the same value.

mod file;
pub mod inputs;

pub use file::{NetError, hash, read, write};

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use super::effects::{Classes, classes};
use crate::game::attack_map::MapOf;
use crate::game::{Board, EvalWeights, LargePages, MAX_EVAL, Value};
use crate::lang::{self, tr};

use inputs::{Inputs, NO_ROW, ROOM, Sink};

/// Columns of a row: the neurons, and the linear column, the last.
pub const WIDTH: usize = 32;
/// The linear column.
pub const LINEAR: usize = WIDTH - 1;
/// What a neuron of 1 is in the table.
pub const ONE: i16 = 1024;
/// What a value of 1 is in the linear column.
pub const LINEAR_ONE: i32 = 2;
/// What a value of 1 is in the weights of the neurons.
pub const OUTPUT_ONE: i32 = 8;
/// The largest weight of a neuron: the sum over all of them stays an `i32`.
pub const MAX_OUTPUT: i16 = i16::MAX / 2;
/// A neuron's square is divided by this.
const SQUARE_SHIFT: u32 = 10;
const _: () = assert!((ONE as i32 * ONE as i32) >> SQUARE_SHIFT == ONE as i32);

/// Sets of weights of the neurons, by the progress of the game.
pub const BUCKETS: usize = 4;

/// The set for so many pieces on the board.
#[inline]
pub fn bucket<G: EvalWeights>(pieces: u32) -> usize {
    G::OUTPUT_BUCKETS.iter().filter(|&&least| pieces < least).count()
}

/// A row of the table: one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C, align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// Nothing.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// What becomes of the neurons at one stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The weights of the neurons of both views, the mover's first; those of
    /// the linear column are 0, as it counts for one view and against the
    /// other.
    pub rows: [Row; 2],
    /// What the value begins with, in parts of [`LINEAR_ONE`].
    pub bias: i32,
}

impl Output {
    /// Nothing.
    pub const ZERO: Self = Self { rows: [Row::ZERO; 2], bias: 0 };
}

/// The numbers of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Whether the net stands beside the formula, not alone.
    pub beside_formula: bool,
    /// What the sums begin with.
    pub bias: Row,
    /// The table, by the numbers of `inputs`.
    pub rows: LargePages<Row>,
    /// One for each [`bucket`].
    pub output: [Output; BUCKETS],
}

impl Weights {
    /// A net that says nothing.
    pub fn zero() -> Self {
        let rows = LargePages::zeroed(ROOM);
        Self { beside_formula: false, bias: Row::ZERO, rows, output: [Output::ZERO; BUCKETS] }
    }
}

/// A net that judges positions of a game.
#[derive(Clone)]
pub struct Net {
    /// Its numbers.
    pub weights: Weights,
    inputs: Inputs,
    /// Where it comes from; nothing for a net that is built in.
    path: PathBuf,
    hash: u64,
}

impl std::fmt::Debug for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Net").field(&self.name()).finish()
    }
}

impl PartialEq for Net {
    fn eq(&self, other: &Self) -> bool {
        (self.hash, &self.path) == (other.hash, &other.path)
    }
}

impl Eq for Net {}

/// A file that holds no net of the game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("{}: {}", path.display(), lang::foreign(reason))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// It holds something else.
    #[error("{}: {reason}", path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: NetError,
    },
}

/// The net that a game brings along, read once.
pub fn built_in<G: EvalWeights>() -> Option<Arc<Net>> {
    // One of each game.
    static NETS: [OnceLock<Option<Arc<Net>>>; 2] = [const { OnceLock::new() }; 2];
    let net = NETS[usize::from(G::DROPS)].get_or_init(|| Net::read::<G>(G::NET).ok().map(Arc::new));
    net.clone()
}

impl Net {
    /// Reads a net for a game from its bytes.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn read<G: EvalWeights>(bytes: &[u8]) -> Result<Self, NetError> {
        let weights = read::<G>(bytes)?;
        Ok(Self { weights, inputs: Inputs::new::<G>(), path: PathBuf::new(), hash: hash(bytes) })
    }

    /// Reads a net for a game from a file.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn load<G: EvalWeights>(path: &Path) -> Result<Self, LoadError> {
        let io = |reason| LoadError::Io { path: path.to_owned(), reason };
        let wrong = |reason| LoadError::Net { path: path.to_owned(), reason };
        // What is no plain file may never begin, and never end.
        let found = std::fs::metadata(path).map_err(io)?;
        if !found.is_file() {
            return Err(io(std::io::Error::other(tr!("expected a file"))));
        }
        // The head first: of a large file that is no net nothing else is read.
        let mut file = File::open(path).map_err(io)?;
        let mut bytes = Vec::new();
        file.by_ref().take(file::HEADER_BYTES as u64).read_to_end(&mut bytes).map_err(io)?;
        let expected = file::length::<G>(&bytes).map_err(wrong)?;
        if found.len() != expected as u64 {
            let found = usize::try_from(found.len()).unwrap_or(usize::MAX);
            return Err(wrong(NetError::Length { found, expected }));
        }
        file.take(expected as u64).read_to_end(&mut bytes).map_err(io)?;
        let net = Self::read::<G>(&bytes).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), ..net })
    }

    /// The hash of its file, which tells it from others.
    pub const fn fingerprint(&self) -> u64 {
        self.hash
    }

    /// Its file; nothing for one that is built in.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it comes from, and its hash.
    pub fn name(&self) -> String {
        format!("{} {:016x}", self.path.display(), self.hash).trim_start().to_owned()
    }

    /// The value of a position, seen from the side to move; without the
    /// formula.
    #[inline]
    pub fn evaluate<P: Board<Geometry: EvalWeights>>(&self, position: &P, map: &MapOf<P>) -> Value {
        self.evaluate_with(position, map, &classes::<P>(map))
    }

    /// The same where the class of each square is known.
    #[inline]
    pub(super) fn evaluate_with<P: Board<Geometry: EvalWeights>>(
        &self,
        position: &P,
        map: &MapOf<P>,
        classes: &Classes,
    ) -> Value {
        let output = &self.weights.output[bucket::<P::Geometry>(map.present.count_ones()) % BUCKETS];
        let [us, them] = self.sums(position, map, classes);
        let linear = i32::from(us[LINEAR]) - i32::from(them[LINEAR]) + output.bias;
        let neurons = squares(&us, &output.rows[0]) + squares(&them, &output.rows[1]);
        let value = linear / LINEAR_ONE + neurons / (OUTPUT_ONE * i32::from(ONE));
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What the value of [`Self::evaluate`] is made of, for people; in each bucket.
    pub fn parts<P: Board<Geometry: EvalWeights>>(&self, position: &P, map: &MapOf<P>) -> [Parts; BUCKETS] {
        let sums = self.sums(position, map, &classes::<P>(map));
        let [us, them] = sums.map(|sum| i32::from(sum[LINEAR]));
        self.weights.output.map(|output| Parts {
            linear: [us + output.bias, -them],
            neurons: [squares(&sums[0], &output.rows[0]), squares(&sums[1], &output.rows[1])],
        })
    }

    /// The sums of both views' rows.
    #[inline]
    fn sums<P: Board<Geometry: EvalWeights>>(
        &self,
        position: &P,
        map: &MapOf<P>,
        classes: &Classes,
    ) -> [[i16; WIDTH]; 2] {
        let Some(rows) = self.weights.rows.first_chunk() else {
            unreachable!("as many rows as there is room for");
        };
        let sum = || Sum { rows, sum: self.weights.bias.0 };
        self.inputs.find_active(position, map, classes, sum).map(|sum| sum.sum)
    }
}

/// A view's rows, added up as they are found.
struct Sum<'a> {
    rows: &'a [Row; ROOM],
    sum: [i16; WIDTH],
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn push_if(&mut self, counts: bool, row: usize) {
        let number = if counts { row } else { NO_ROW.into() };
        for (sum, &weight) in self.sum.iter_mut().zip(&self.rows[number % ROOM].0) {
            *sum = sum.saturating_add(weight);
        }
    }
}

/// A value of the net, part by part: of the mover's view and of the other's, both
/// seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The linear columns, in parts of [`LINEAR_ONE`]; the mover's has what the
    /// value begins with.
    linear: [i32; 2],
    /// The weighted neurons, in parts of [`OUTPUT_ONE`] times [`ONE`].
    neurons: [i32; 2],
}

impl Parts {
    /// A line of a table each: name, the mover's view, the other's, both. The
    /// last column adds up to the net's value.
    pub fn rows(&self) -> [(&'static str, [Value; 3]); 2] {
        let row =
            |parts: [i32; 2], one: i32| [parts[0], parts[1], parts[0] + parts[1]].map(|part| part / one);
        [
            ("linear", row(self.linear, LINEAR_ONE)),
            ("neurons", row(self.neurons, OUTPUT_ONE * i32::from(ONE))),
        ]
    }
}

/// The neurons' squares, each with its weight.
#[inline]
fn squares(sum: &[i16; WIDTH], output: &Row) -> i32 {
    let mut value = 0;
    for (&x, &weight) in sum.iter().zip(&output.0) {
        let x = i32::from(x.clamp(0, ONE));
        value += ((x * x) >> SQUARE_SHIFT) * i32::from(weight);
    }
    value
}
