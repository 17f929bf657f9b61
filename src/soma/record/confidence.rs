//! How sure a record is of itself.

use crate::game::{Color, PieceValues, Value};

use super::Record;

/// The error that is expected of the surest records, divided by the one that is
/// expected of this; 0 to 255.
///
/// Expected errors are in thousandths of a pawn's exchange, fitted to the mean
/// errors of `super-soma-static` and of `super-soma` on the training half of
/// labelled leaves of both games together (least squares, no weight below 0).
pub(super) fn of(record: &Record, us: Color, largest_gain: Value, values: &PieceValues) -> u8 {
    /// With nothing open.
    const LEAST: i32 = 537;
    /// For each own item that is open, and each of the other side.
    const PER_OWN: i32 = 47;
    const PER_OTHER: i32 = 104;
    /// More items than these do not count.
    const MOST_ITEMS: u8 = 6;
    /// For each pawn's exchange that passing changes, and that the largest own
    /// gain promises.
    const PER_PAWN_BY_PASSING: i32 = 134;
    const PER_PAWN_OF_GAIN: i32 = 33;
    /// More pawns than these do not count.
    const MOST_PAWNS: i32 = 10;
    let pawn = values.capture(values.rising()[0]);
    let in_pawns = |weight: i32, value: Value| weight * value.abs().min(MOST_PAWNS * pawn) / pawn;
    let open = |count: u8, weight: i32| weight * i32::from(count.min(MOST_ITEMS));
    let expected = LEAST
        + open(record.open[us], PER_OWN)
        + open(record.open[!us], PER_OTHER)
        + in_pawns(PER_PAWN_BY_PASSING, record.quiet)
        + in_pawns(PER_PAWN_OF_GAIN, largest_gain);
    (i32::from(u8::MAX) * LEAST / expected) as u8
}
