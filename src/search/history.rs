//! What moves did before: statistics that order and prune moves.

use crate::game::{BitboardOf, Color, LargePages, MAX_PIECE_TYPES, MoveParts, Position, SquareSet};

/// Histories stay within plus or minus this.
pub(crate) const MAX_HISTORY: i32 = 16_384;
/// The lowest bits of a move that tell moves apart in the tables.
const MOVE_BITS: usize = 15;

/// How many plies ago the earlier moves were that a continuation history looks back on.
pub const LOOK_BACK: [usize; 4] = [1, 2, 4, 6];

/// Rows of a node: one for each of the moves [`LOOK_BACK`] plies ago, and one for where the pawns stand.
const NODE_ROWS: usize = LOOK_BACK.len() + 1;
/// Rows for pawns in their places, of each side to move; where they stand elsewhere may share one.
const PAWN_ROWS: usize = 512;

/// What the histories of a node look back on: piece and square of the moves [`LOOK_BACK`] plies ago, and the
/// pawns, as places in the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier([usize; NODE_ROWS]);

/// Where a quiet move stands in the tables.
#[derive(Clone, Copy, Debug)]
pub struct QuietKey {
    quiet: usize,
    piece_to: usize,
}

impl QuietKey {
    /// The key of a move of the position; `attacked` are the squares that the other side
    /// attacks, as far as they count: a piece that flees has a history of its own, and so
    /// has one that goes where it can be taken.
    ///
    /// CITE: threat history, Seer and Stockfish (2022).
    #[inline]
    pub fn new<P: Position>(position: &P, m: P::Move, attacked: BitboardOf<P>) -> Self {
        let leaves = P::origin(m).is_some_and(|from| attacked.contains(from));
        let enters = attacked.contains(P::destination(m));
        let risk = usize::from(leaves) << 1 | usize::from(enters);
        let side = risk << 1 | position.side_to_move().index();
        let raw = P::to_raw(m) as usize & ((1 << MOVE_BITS) - 1);
        Self { quiet: side << MOVE_BITS | raw, piece_to: position.piece_to_index(m) }
    }

    /// Whether the piece is attacked neither where it stands nor where it goes: then nothing can
    /// take it there, for a slider that attacks through the square that it leaves attacks it.
    #[inline]
    pub(crate) const fn is_out_of_reach(self) -> bool {
        self.quiet >> (MOVE_BITS + 1) == 0
    }
}

/// Where a capture or promotion stands in the tables: by side, by what moved where, and by what was captured.
#[derive(Clone, Copy, Debug)]
pub struct CaptureKey(usize);

impl CaptureKey {
    /// The key of a move of the position, which has these parts.
    #[inline]
    pub fn new<P: Position>(position: &P, m: P::Move, parts: &MoveParts) -> Self {
        let by = position.side_to_move().index() * P::PIECE_TO + position.piece_to_index(m);
        Self(by * MAX_PIECE_TYPES + parts.captured.map_or(0, |(_, pt)| pt.index()))
    }
}

/// The history tables of one thread.
#[derive(Debug)]
pub struct History {
    /// By what the move has to fear, side and move.
    quiet: LargePages<i16>,
    /// By side, what moved where and what was captured.
    capture: Vec<i16>,
    /// By the piece and square of an earlier move, or the pawns in their places, and the piece and square of
    /// this move.
    ///
    /// CITE: pawn history, Stockfish (2023).
    continuation: LargePages<i16>,
    piece_to: usize,
}

/// The rows of the tables for the moves after some earlier moves.
#[derive(Clone, Copy, Debug)]
pub struct After<'a> {
    quiet: &'a [i16],
    rows: [&'a [i16]; NODE_ROWS],
}

impl After<'_> {
    /// How a quiet move did.
    #[inline]
    pub fn quiet(&self, key: QuietKey) -> i32 {
        let quiet = i32::from(self.quiet[key.quiet]);
        self.rows.iter().fold(quiet, |sum, row| sum + i32::from(row[key.piece_to]))
    }
}

/// Moves towards the bonus, the less the nearer the limit; a larger bonus than the limit is the limit.
fn update(cell: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
    let old = i32::from(*cell);
    *cell = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

impl History {
    /// What the tables of a game take.
    pub const fn bytes(piece_to: usize) -> usize {
        let cells = (8 << MOVE_BITS) + 2 * piece_to * MAX_PIECE_TYPES + Self::rows(piece_to) * piece_to;
        cells * size_of::<i16>()
    }

    /// Rows of the continuation table.
    const fn rows(piece_to: usize) -> usize {
        piece_to + 1 + 2 * PAWN_ROWS
    }

    /// Empty tables for a game with this many numbers of piece and square.
    pub fn new(piece_to: usize) -> Self {
        Self {
            quiet: LargePages::zeroed(8 << MOVE_BITS),
            capture: vec![0; 2 * piece_to * MAX_PIECE_TYPES],
            // The row behind the moves stays zero: of moves that there were not.
            continuation: LargePages::zeroed(Self::rows(piece_to) * piece_to),
            piece_to,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
    }

    /// The earlier moves by their piece and square, none after a pass, and a key of the pawns in their places.
    #[inline]
    pub fn earlier(&self, moves: [Option<usize>; LOOK_BACK.len()], us: Color, pawns: u16) -> Earlier {
        let pawns = 2 * (usize::from(pawns) % PAWN_ROWS) + us.index();
        let mut rows = [(self.piece_to + 1 + pawns) * self.piece_to; NODE_ROWS];
        for (row, piece_to) in rows.iter_mut().zip(moves) {
            *row = piece_to.unwrap_or(self.piece_to) * self.piece_to;
        }
        Earlier(rows)
    }

    /// Nothing to look back on.
    #[inline]
    pub const fn nothing_earlier(&self) -> Earlier {
        Earlier([self.piece_to * self.piece_to; NODE_ROWS])
    }

    /// How a quiet move did, and did after the earlier moves.
    #[inline]
    pub fn quiet(&self, key: QuietKey, before: Earlier) -> i32 {
        let table: &[i16] = &self.continuation;
        let after = before.0.iter().map(|row| i32::from(table[row + key.piece_to]));
        i32::from(self.quiet[key.quiet]) + after.sum::<i32>()
    }

    /// How quiet moves did, and did after the earlier moves: for all moves of a node.
    #[inline]
    pub fn after(&self, before: Earlier) -> After<'_> {
        let table: &[i16] = &self.continuation;
        After { quiet: &self.quiet, rows: before.0.map(|row| &table[row..row + self.piece_to]) }
    }

    /// How a capture did.
    #[inline]
    pub fn capture(&self, key: CaptureKey) -> i32 {
        i32::from(self.capture[key.0])
    }

    /// Rewards or punishes a quiet move.
    pub(crate) fn update_quiet(&mut self, key: QuietKey, before: Earlier, bonus: i32) {
        self.update_quiet_alone(key, bonus);
        self.update_continuation(key, before, bonus);
    }

    /// Rewards or punishes a quiet move after the moves it followed.
    pub(crate) fn update_continuation(&mut self, key: QuietKey, before: Earlier, bonus: i32) {
        let none = self.piece_to * self.piece_to;
        for row in before.0.into_iter().filter(|&row| row != none) {
            update(&mut self.continuation[row + key.piece_to], bonus);
        }
    }

    /// Rewards or punishes a quiet move whatever moves it followed.
    pub(crate) fn update_quiet_alone(&mut self, key: QuietKey, bonus: i32) {
        update(&mut self.quiet[key.quiet], bonus);
    }

    /// Rewards or punishes a capture.
    pub(crate) fn update_capture(&mut self, key: CaptureKey, bonus: i32) {
        update(&mut self.capture[key.0], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where there was no move to look back on, nothing is learned, and nothing added; the pawns have their own
    /// rows, one for each side to move.
    #[test]
    fn only_what_there_was_is_looked_back_on() {
        const PIECE_TO: usize = 8;
        let mut history = History::new(PIECE_TO);
        let key = QuietKey { quiet: 3, piece_to: 5 };
        history.update_continuation(key, history.nothing_earlier(), MAX_HISTORY);
        assert_eq!(history.quiet(key, history.nothing_earlier()), 0);
        let none = [None; LOOK_BACK.len()];
        let before = history.earlier(none, Color::Black, 1);
        history.update_continuation(key, before, 1000);
        assert_eq!(history.quiet(key, before), 1000);
        assert_eq!(history.after(before).quiet(key), 1000);
        for (us, pawns) in [(Color::White, 1), (Color::Black, 2)] {
            assert_eq!(history.quiet(key, history.earlier(none, us, pawns)), 0);
        }
        let after = history.earlier([Some(2), None, None, None], Color::White, 1);
        history.update_continuation(key, after, 100);
        assert_eq!(history.quiet(key, after), 200);
        assert_eq!(history.quiet(key, history.nothing_earlier()), 0);
    }
}
