//! Nets in files: a header, a hash, the numbers. `docs/training.md` has the
//! layout byte by byte.

use crate::game::{Color, EvalWeights, Geometry, MAX_SQUARES, Piece, Square, SquareSet};
use crate::lang::tr;

use super::inputs::{
    CLASSES, FIRST_FEATURE, FIRST_FLIGHT, FIRST_HAND, FIRST_NEAR, FIRST_UNDER, FIRST_WIDE, FLIGHT_ROWS,
    HAND_COUNTS, HAND_KINDS, NEAR_ROWS, UNDER_KINDS, WIDE_ROWS,
};
use super::{BUCKETS, LINEAR, MAX_OUTPUT, Output, Row, WIDTH, Weights};

/// The first bytes of every net.
const MAGIC: [u8; 8] = *b"SOMANET1";
/// The version of the inputs and the layout.
const VERSION: u16 = 6;
/// The first with features; this one and the next are read as well, and have fewer of them.
const FIRST_FEATURES: u16 = 4;
/// The one before, also read: no rows of features.
const NO_FEATURES: u16 = 3;
/// Another one before, also read: nor rows of attacked pieces, of the wider squares
/// around kings, and of their flights.
const FEWER_ROWS: u16 = 2;
/// The first, also read: one set of weights of the neurons for all buckets,
/// and what the value begins with in the header.
const ONE_BUCKET: u16 = 1;
/// Bytes before the numbers.
pub(super) const HEADER_BYTES: usize = 32;
/// Bytes of what the value begins with, a number of 32 bits for each bucket and zeros.
const BIAS_BYTES: usize = 64;
/// No value begins with more than this.
const MAX_BIAS: u32 = 1 << 20;

/// Bytes that are no net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Something else, or cut before the header ends.
    #[error("{}", tr!("no net of this engine"))]
    Magic,
    /// Of another version.
    #[error("{}", tr!("a net of version {version}, expected {expected}", version = .0, expected = VERSION))]
    Version(u16),
    /// Of another width.
    #[error("{}", tr!("a net of {count} columns, expected {expected}", count = .0, expected = WIDTH))]
    Width(u16),
    /// With another number of sets of weights.
    #[error("{}", tr!("a net of {count} output buckets, expected {expected}", count = .0, expected = BUCKETS))]
    Buckets(u8),
    /// For a game with other pieces and squares.
    #[error("{}", tr!("a net for another game"))]
    Game,
    /// Too short or too long.
    #[error("{}", tr!("{found} bytes, expected {expected}", found = .found, expected = .expected))]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The numbers are not those that were written.
    #[error("{}", tr!("the hash is wrong: the file is damaged"))]
    Hash,
    /// A number that no net has.
    #[error("{}", tr!("a weight is out of range"))]
    Range,
}

/// The numbers of the rows that a game has, in the order of a file of this version.
fn rows_of<G: EvalWeights>(version: u16) -> impl Iterator<Item = usize> {
    let pieces = [Color::Black, Color::White]
        .into_iter()
        .flat_map(|c| G::PIECE_TYPES.iter().map(move |&pt| Piece::new(c, pt).index()));
    let under = pieces.clone().flat_map(|piece| (0..UNDER_KINDS).map(move |kind| piece * UNDER_KINDS + kind));
    let more = under
        .map(|row| FIRST_UNDER + row)
        .chain((0..WIDE_ROWS).map(|row| FIRST_WIDE + row))
        .chain((0..FLIGHT_ROWS).map(|row| FIRST_FLIGHT + row))
        .filter(move |_| version > FEWER_ROWS);
    let kinds = match version {
        ..=NO_FEATURES => 0,
        FIRST_FEATURES..VERSION => G::FEATURES_BEFORE[usize::from(version - FIRST_FEATURES)],
        _ => G::FEATURES,
    };
    let features = (0..2).flat_map(move |whose| (0..kinds).map(move |kind| FIRST_FEATURE + 2 * kind + whose));
    let piece_rows = pieces.flat_map(|piece| {
        let squares = G::all_squares().squares();
        squares.flat_map(move |sq: Square| {
            (0..CLASSES).map(move |class| (piece * MAX_SQUARES + sq.index()) * CLASSES + class)
        })
    });
    let hands = (0..2).flat_map(|whose| {
        (0..G::DROPPABLE.len()).flat_map(move |kind| {
            (1..HAND_COUNTS).map(move |n| FIRST_HAND + (whose * HAND_KINDS + kind) * HAND_COUNTS + n)
        })
    });
    piece_rows.chain(hands).chain((0..NEAR_ROWS).map(|row| FIRST_NEAR + row)).chain(more).chain(features)
}

/// Which game the numbers are for, as far as it matters here.
fn shape<G: Geometry>() -> [u8; 2] {
    [G::PIECE_TYPES.len() as u8, G::all_squares().len() as u8]
}

/// The bytes of a net.
pub fn write<G: EvalWeights>(weights: &Weights) -> Vec<u8> {
    let mut bytes = vec![0; HEADER_BYTES];
    bytes.extend(weights.output.iter().flat_map(|output| output.bias.to_le_bytes()));
    bytes.resize(HEADER_BYTES + BIAS_BYTES, 0);
    let mut put = |row: &Row| row.0.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
    put(&weights.bias);
    weights.output.iter().flat_map(|output| &output.rows).for_each(&mut put);
    rows_of::<G>(VERSION).for_each(|row| put(&weights.rows[row]));
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
    bytes[10..12].copy_from_slice(&(WIDTH as u16).to_le_bytes());
    bytes[12..14].copy_from_slice(&shape::<G>());
    bytes[14] = weights.beside_formula.into();
    bytes[15] = BUCKETS as u8;
    let sum = hash(&bytes);
    bytes[24..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// What a header says of the bytes behind it.
struct Header {
    version: u16,
    has_buckets: bool,
    /// Where the rows begin.
    start: usize,
    /// Sets of weights of the value.
    sets: usize,
    /// Bytes of the whole file.
    length: usize,
}

/// The length of a file that begins with these bytes, if they are the header of a net for a game.
///
/// # Errors
/// Says what is wrong with them.
pub fn length<G: EvalWeights>(bytes: &[u8]) -> Result<usize, NetError> {
    header::<G>(bytes).map(|header| header.length)
}

fn header<G: EvalWeights>(bytes: &[u8]) -> Result<Header, NetError> {
    if bytes.len() < HEADER_BYTES || bytes[..8] != MAGIC {
        return Err(NetError::Magic);
    }
    let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let version = short(8);
    if !(ONE_BUCKET..=VERSION).contains(&version) {
        return Err(NetError::Version(version));
    }
    if short(10) as usize != WIDTH {
        return Err(NetError::Width(short(10)));
    }
    if bytes[12..14] != shape::<G>() {
        return Err(NetError::Game);
    }
    let has_buckets = version > ONE_BUCKET;
    if has_buckets && usize::from(bytes[15]) != BUCKETS {
        return Err(NetError::Buckets(bytes[15]));
    }
    let (start, sets) = if has_buckets { (HEADER_BYTES + BIAS_BYTES, BUCKETS) } else { (HEADER_BYTES, 1) };
    let length = start + (1 + 2 * sets + rows_of::<G>(version).count()) * WIDTH * 2;
    Ok(Header { version, has_buckets, start, sets, length })
}

/// Reads a net for a game.
///
/// # Errors
/// Says what is wrong with the bytes.
pub fn read<G: EvalWeights>(bytes: &[u8]) -> Result<Weights, NetError> {
    let Header { version, has_buckets, start, sets, length } = header::<G>(bytes)?;
    if bytes.len() != length {
        return Err(NetError::Length { found: bytes.len(), expected: length });
    }
    if bytes[24..HEADER_BYTES] != hash(bytes).to_le_bytes() {
        return Err(NetError::Hash);
    }
    let mut weights = Weights::zero();
    weights.beside_formula = bytes[14] != 0;
    let bias = |set: usize| {
        let at = if has_buckets { HEADER_BYTES + 4 * set } else { 16 };
        i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
    };
    let mut rows = bytes[start..].chunks_exact(WIDTH * 2).map(|row| {
        let mut numbers = row.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        Row(std::array::from_fn(|_| numbers.next().unwrap_or(0)))
    });
    let mut next = || rows.next().unwrap_or(Row::ZERO);
    weights.bias = next();
    for set in 0..sets {
        let output = Output { rows: [next(), next()], bias: bias(set) };
        weights.output[set..].fill(output);
    }
    for row in rows_of::<G>(version) {
        weights.rows[row] = next();
    }
    let is_small =
        |row: &Row| row.0[LINEAR] == 0 && row.0.iter().all(|w| w.unsigned_abs() <= MAX_OUTPUT.unsigned_abs());
    let fits = |output: &Output| output.rows.iter().all(is_small) && output.bias.unsigned_abs() <= MAX_BIAS;
    if !weights.output.iter().all(fits) {
        return Err(NetError::Range);
    }
    Ok(weights)
}

/// The hash of a net's bytes, which stands in its header, too.
///
/// # Panics
/// With fewer bytes than a header has.
pub fn hash(bytes: &[u8]) -> u64 {
    // FNV-1a (Fowler, Noll and Vo), 64 bits, with the place of the hash left out.
    let counted = bytes[..24].iter().chain(&bytes[HEADER_BYTES..]);
    counted.fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
