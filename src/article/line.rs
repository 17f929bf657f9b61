//! B3 to B5: choose an entry, play it on the small board, and repeat until
//! both sides pass.
//!
//! With width 1 the choice is by weight: the article's greedy iteration
//! (Rollason 2006, section 2), an exchange that keeps the move before one that
//! gives it away. With a larger width so many first moves are followed to the
//! end of their lines, and the one with the best net is taken.
//!
//! The iteration ends. Of the moves of a line each
//! - takes a piece: the board has one piece less, and only drops put one back;
//! - or promotes: one unpromoted piece less, and again only drops add one;
//! - or is a quiet answer: its piece may not make another (dropped pieces
//!   have made theirs), and of drops a side has [`choice`](super::choice)'s
//!   quota;
//! - or wins nothing at once: only a line's first move can;
//! - or is an evasion, of which there is at most one for each move of the
//!   other kinds, since that move gave the check, or for the root's;
//! - or is a pass, of which two in a row end the line.
//!
//! So the tuple (pieces on the board, unpromoted pieces, pieces that may still
//! answer, drops left) falls in lexicographic order with every move that is no
//! pass and no evasion, and rises only by drops that are counted. An evasion
//! that drops or that checks in turn is not covered by this: [`MAX_LINE`]
//! bounds the loop in any case, and a line cut there is marked.

use arrayvec::ArrayVec;

use crate::game::{Board, ByColor, Geometry, MoveParts, PieceValues, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::MATE_GAIN;
use super::outlook::outlook;
use super::table::{Delayed, FullTable};
use super::xref::{Flags, Xref, XrefRow};
use super::{Doubts, Prediction};
use crate::soma::relation::Relation;

/// The longest predicted line, passes included.
pub const MAX_LINE: usize = 12;
/// The width of the article's choice: only the row with the largest weight.
pub const GREEDY: u32 = 1;
/// The most first moves that are followed to the end of their lines.
const MAX_WIDTH: usize = 16;

/// A move of a predicted line; nothing for a pass.
pub type Step = Option<MoveParts>;

/// Is shown each table, complete with all flags, and which row was chosen.
pub(crate) type Observer<'a, G> = &'a mut dyn FnMut(&FullTable<G>, Option<usize>);

/// Assesses a board; with a `width` above [`GREEDY`] so many first moves are followed to
/// the end of their lines.
pub fn predict<B: Board>(board: &B, values: &'static PieceValues, width: u32) -> Prediction {
    predict_observed(board, values, width, None)
}

/// The same, with each iteration shown to an observer.
pub(crate) fn predict_observed<B: Board>(
    board: &B,
    values: &'static PieceValues,
    width: u32,
    mut observer: Option<Observer<'_, B::Geometry>>,
) -> Prediction {
    let mut line = PredictedLine {
        board: MiniBoard::new(board),
        values,
        result: Prediction::default(),
        over: false,
        passes: 0,
        drops: ByColor([0; 2]),
        spent: SquareSet::EMPTY,
    };
    let us = board.side_to_move();
    let table = line.table(observer.is_some());
    line.result.look_at(&table);
    let mut chosen = line.choose(&table);
    if width > GREEDY && !table.in_check {
        chosen = line.verify(&table, chosen, width);
    }
    line.step(&table, chosen, &mut observer);
    line.follow(&mut observer);
    let mut result = line.result;
    if line.passes < 2 && result.line.len() == MAX_LINE {
        result.doubts |= Doubts::TRUNCATED;
    }
    result.assessment.value = result.assessment.net;
    result.assessment.confidence = result.assessment.confidence(us, result.unsettled(values), values);
    result
}

/// A predicted line: the board it has reached, and what led there.
#[derive(Clone, Debug)]
pub(super) struct PredictedLine<G: Geometry> {
    pub(super) board: MiniBoard<G>,
    values: &'static PieceValues,
    result: Prediction,
    /// Whether it has ended before its time.
    over: bool,
    /// How often in a row nobody played.
    pub(super) passes: u8,
    /// Pieces that each side has dropped.
    pub(super) drops: ByColor<u8>,
    /// Where the pieces stand that have made their quiet answer.
    pub(super) spent: G::Bitboard,
}

impl<G: Geometry> PredictedLine<G> {
    /// The table of the board; what wins nothing at once may be played only as the first move.
    fn table(&self, detail: bool) -> FullTable<G> {
        let delayed = if self.result.line.is_empty() { Delayed::All } else { Delayed::None };
        FullTable::new(self.board.clone(), self.values, delayed, detail)
    }

    /// +1 when the side to move at the root is to move.
    const fn sign(&self) -> Value {
        if self.result.line.len() % 2 == 0 { 1 } else { -1 }
    }

    /// Follows the line to its end, by weight alone.
    fn follow(&mut self, observer: &mut Option<Observer<'_, G>>) {
        while !self.over && self.passes < 2 && self.result.line.len() < MAX_LINE {
            let table = self.table(observer.is_some());
            let chosen = self.choose(&table);
            self.step(&table, chosen, observer);
        }
    }

    /// B4: plays a row, or passes.
    fn step(&mut self, table: &FullTable<G>, chosen: Option<usize>, observer: &mut Option<Observer<'_, G>>) {
        if let Some(observer) = observer {
            observer(table, chosen);
        }
        match chosen.map(|number| &table.xref.rows[number]) {
            Some(row) => {
                self.result.assessment.net += self.sign() * row.entry.first;
                self.result.note_step(row);
                self.note(row);
                self.board.play(&row.parts);
                self.result.line.push(Some(row.parts));
            }
            None if table.in_check => {
                // Mated on the predicted line: nothing a static look may decide.
                self.result.doubts |= Doubts::UNSTABLE;
                self.over = true;
            }
            None => {
                self.board.pass();
                self.passes += 1;
                self.result.line.push(None);
            }
        }
    }

    /// Follows the best entries and the pass to the end of their lines, and
    /// gives the first move with the best net. Of equals the weightier is taken.
    fn verify(&self, table: &FullTable<G>, greedy: Option<usize>, width: u32) -> Option<usize> {
        let pawn = self.values.capture(self.values.rising()[0]);
        let mut best: Option<(Value, Option<usize>)> = None;
        let candidates = self.candidates(&table.xref, greedy, width as usize);
        for number in candidates.into_iter().map(Some).chain([None]) {
            let row = number.map(|number| &table.xref.rows[number]);
            if row.is_some_and(XrefRow::is_mate) {
                return number;
            }
            let mut line = self.clone();
            line.step(table, number, &mut None);
            line.follow(&mut None);
            // A side mated on the line has lost everything. Greed errs for both sides
            // along it: no line is worth more than its first move promises and a
            // pawn, and the first candidate gives way only to what is clearly better.
            let mated = if line.over { MATE_GAIN } else { 0 };
            let promise = row.map_or(self.result.if_we_pass, |row| promise(row, &table.xref));
            let net = line.result.assessment.net - line.sign() * mated;
            let net = net.min(promise.saturating_add(pawn));
            let doubt = if best.is_some() { pawn / 2 } else { 0 };
            if best.is_none_or(|(most, _)| net - doubt > most) {
                best = Some((net - doubt, number));
            }
        }
        best.and_then(|(_, number)| number)
    }

    /// The first moves worth following: the greedy choice, then by weight; of
    /// the answers to one threat only the best; one place is kept for the best
    /// capture by a piece that is lost anyway.
    fn candidates(&self, xref: &Xref, greedy: Option<usize>, width: usize) -> ArrayVec<usize, MAX_WIDTH> {
        let width = width.min(MAX_WIDTH);
        let us = self.board.side_to_move();
        let mut taken: ArrayVec<usize, MAX_WIDTH> = greedy.into_iter().collect();
        while taken.len() < width {
            let next = xref.best(us, |e| {
                let is_new = taken.iter().all(|&i| {
                    let other = &xref.rows[i];
                    other.parts != e.parts && (e.neutralises.is_none() || e.neutralises != other.neutralises)
                });
                is_new && e.weight > 0 && self.may_play(e)
            });
            let Some(next) = next else { break };
            taken.push(next);
        }
        let desperate = |e: &XrefRow| e.is_gain() && e.flags.contains(Flags::DESPERADO);
        if !taken.iter().any(|&i| desperate(&xref.rows[i]))
            && let Some(last) = xref.best(us, |e| desperate(e) && self.may_play(e))
        {
            taken.truncate(width - 1);
            taken.push(last);
        }
        taken
    }
}

/// What a line that begins with a row may be worth at most.
fn promise(row: &XrefRow, xref: &Xref) -> Value {
    let more = row.flags.intersects(Flags::DELAYED | Flags::CHECK)
        || row.credits.iter().any(|c| c.relation == Relation::NewThreats);
    if more { Value::MAX } else { outlook(row, xref) }
}
