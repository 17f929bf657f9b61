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

use crate::game::{AttackMap, Board, Geometry, MoveParts, PieceValues, Value};

use super::board::MiniBoard;
use super::choice::Play;
use super::mate::MATE_GAIN;
use super::outlook::outlook;
use super::relations::Relations;
use super::threats::{Builder, Delayed};
use super::view::View;
use super::xref::{Xref, XrefEntry, XrefFlags};
use super::{Doubts, Prediction};
use crate::soma::relation::Relation;

/// The longest predicted line, passes included.
pub const MAX_LINE: usize = 12;
/// The width of the article's choice: only the entry with the largest weight.
pub const GREEDY: u32 = 1;
/// The most first moves that are followed to the end of their lines.
const MAX_WIDTH: usize = 16;

/// A move of a predicted line; nothing for a pass.
pub type Step = Option<MoveParts>;

/// Watches the iteration, for those who want to print it.
pub trait Observer<G: Geometry> {
    /// Whether the table must be complete with all flags.
    const DETAIL: bool;
    /// One iteration: the table, and which entry was chosen.
    fn iteration(&mut self, view: &View<'_, G>, relations: &Relations, xref: &Xref, chosen: Option<usize>);
}

/// Watches nothing.
#[derive(Debug)]
pub struct Unobserved;

impl<G: Geometry> Observer<G> for Unobserved {
    const DETAIL: bool = false;

    fn iteration(&mut self, _: &View<'_, G>, _: &Relations, _: &Xref, _: Option<usize>) {}
}

/// The working memory of an assessment, reused from call to call.
#[derive(Debug)]
pub struct Predictor<G: Geometry> {
    values: &'static PieceValues,
    map: AttackMap<G>,
    relations: Relations,
    xref: Xref,
}

impl<G: Geometry> Predictor<G> {
    /// An assessor that counts with these values.
    pub fn new(values: &'static PieceValues) -> Self {
        Self { values, map: AttackMap::new(), relations: Relations::new(), xref: Xref::default() }
    }

    /// The values it counts with.
    pub const fn values(&self) -> &'static PieceValues {
        self.values
    }

    /// Assesses a board whose attacks have been scanned.
    pub fn assess<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        width: u32,
    ) -> Prediction {
        self.assess_observed(board, map, width, &mut Unobserved)
    }

    /// Assesses a board and shows each iteration to an observer.
    pub(crate) fn assess_observed<B: Board<Geometry = G>, O: Observer<G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        width: u32,
        observer: &mut O,
    ) -> Prediction {
        let mut line = PredictedLine::new(board);
        let in_check = self.fill(&line, map, O::DETAIL);
        let us = board.side_to_move();
        line.result.look_at(&self.xref, &self.relations, us, in_check);
        let mut chosen = line.play.choose(&self.xref, us, in_check);
        if width > GREEDY && !in_check {
            let preferred = self.verify(&line, chosen, width);
            // The lines that were followed have overwritten the table.
            self.fill(&line, map, O::DETAIL);
            chosen = preferred.and_then(|parts| self.xref.find(us, &parts));
        }
        observer.iteration(&View::new(&line.board, map, self.values), &self.relations, &self.xref, chosen);
        line.step(chosen.map(|number| &self.xref.entries[number]), in_check);
        self.follow(&mut line, observer);
        let mut result = line.result;
        if line.play.passes < 2 && result.line.len() == MAX_LINE {
            result.doubts |= Doubts::TRUNCATED;
        }
        result.assessment.value = result.assessment.net;
        result.assessment.confidence =
            result.assessment.confidence(us, result.unsettled(self.values), self.values);
        result
    }

    /// Fills the table of a line's board; says whether it is check.
    fn fill(&mut self, line: &PredictedLine<G>, map: &AttackMap<G>, detail: bool) -> bool {
        let view = View::new(&line.board, map, self.values);
        self.relations.find(&view);
        let builder = Builder::new(&view, &self.relations, line.delayed(), detail);
        builder.build(&mut self.xref);
        builder.checkers() != 0
    }

    /// Follows a line to its end, by weight alone.
    fn follow<O: Observer<G>>(&mut self, line: &mut PredictedLine<G>, observer: &mut O) {
        while line.goes_on() {
            let mut map = std::mem::take(&mut self.map);
            map.build(&line.board, self.values);
            let in_check = self.fill(line, &map, O::DETAIL);
            let us = line.board.side_to_move();
            let chosen = line.play.choose(&self.xref, us, in_check);
            observer.iteration(
                &View::new(&line.board, &map, self.values),
                &self.relations,
                &self.xref,
                chosen,
            );
            line.step(chosen.map(|number| &self.xref.entries[number]), in_check);
            self.map = map;
        }
    }

    /// Follows the best entries and the pass to the end of their lines, and
    /// gives the first move with the best net.
    /// Of equals the weightier is taken.
    fn verify(&mut self, root: &PredictedLine<G>, greedy: Option<usize>, width: u32) -> Option<MoveParts> {
        let candidates = self.candidates(root, greedy, width as usize);
        let pass = root.result.if_we_pass;
        let pawn = self.values.capture(self.values.rising()[0]);
        let mut best: Option<(Value, Option<MoveParts>)> = None;
        for (entry, promise) in candidates.iter().map(|(e, p)| (Some(e), *p)).chain([(None, pass)]) {
            if entry.is_some_and(XrefEntry::is_mate) {
                return entry.map(|e| e.parts);
            }
            let mut line = root.clone();
            line.step(entry, false);
            self.follow(&mut line, &mut Unobserved);
            // Greed errs for both sides along the line: no line is worth more
            // than its first move promises and a pawn, and the first
            // candidate gives way only to what is clearly better.
            let net = line.settled(root).min(promise.saturating_add(pawn));
            let doubt = if best.is_some() { pawn / 2 } else { 0 };
            if best.is_none_or(|(most, _)| net - doubt > most) {
                best = Some((net - doubt, entry.map(|e| e.parts)));
            }
        }
        best.and_then(|(_, parts)| parts)
    }

    /// The first moves worth following: the greedy choice, then by weight; of
    /// the answers to one threat only the best; one place is kept for the best
    /// capture by a piece that is lost anyway.
    fn candidates(
        &self,
        line: &PredictedLine<G>,
        greedy: Option<usize>,
        width: usize,
    ) -> ArrayVec<(XrefEntry, Value), MAX_WIDTH> {
        let width = width.min(MAX_WIDTH);
        let mut taken: ArrayVec<usize, MAX_WIDTH> = ArrayVec::new();
        let us = line.board.side_to_move();
        taken.extend(greedy);
        while taken.len() < width {
            let next = self.xref.best(us, |e| {
                let is_new = taken.iter().all(|&i| {
                    let other = &self.xref.entries[i];
                    other.parts != e.parts && (e.neutralises.is_none() || e.neutralises != other.neutralises)
                });
                is_new && e.weight > 0 && line.play.may_play(e)
            });
            let Some(next) = next else { break };
            taken.push(next);
        }
        let desperate = |e: &XrefEntry| e.is_gain() && e.flags.contains(XrefFlags::DESPERADO);
        if !taken.iter().any(|&i| desperate(&self.xref.entries[i]))
            && let Some(last) = self.xref.best(us, |e| desperate(e) && line.play.may_play(e))
        {
            if taken.len() == width {
                taken.pop();
            }
            taken.push(last);
        }
        let promise = |e: &XrefEntry| {
            let more = e.flags.intersects(XrefFlags::DELAYED | XrefFlags::CHECK)
                || e.credits.iter().any(|c| c.relation == Relation::NewThreats);
            if more { Value::MAX } else { outlook(e, &self.xref) }
        };
        taken.iter().map(|&i| &self.xref.entries[i]).map(|e| (e.clone(), promise(e))).collect()
    }
}

/// A predicted line: the board it has reached, and what led there.
#[derive(Clone, Debug)]
struct PredictedLine<G: Geometry> {
    board: MiniBoard<G>,
    play: Play,
    result: Prediction,
    /// Whether it has ended before its time.
    over: bool,
}

impl<G: Geometry> PredictedLine<G> {
    fn new<B: Board<Geometry = G>>(board: &B) -> Self {
        Self { board: MiniBoard::new(board), play: Play::new(), result: Prediction::default(), over: false }
    }

    const fn goes_on(&self) -> bool {
        !self.over && self.play.passes < 2 && self.result.line.len() < MAX_LINE
    }

    /// Which moves that win nothing at once may be played now.
    const fn delayed(&self) -> Delayed {
        if self.result.line.is_empty() { Delayed::All } else { Delayed::None }
    }

    /// The net of a finished line for the side to move where it began; a
    /// side mated on it has lost everything.
    fn settled(&self, root: &Self) -> Value {
        let mated = if self.over { MATE_GAIN } else { 0 };
        self.result.assessment.net - root.result.assessment.net - self.play.sign * mated
    }

    /// Plays an entry, or passes.
    fn step(&mut self, entry: Option<&XrefEntry>, in_check: bool) {
        match entry {
            Some(entry) => {
                self.result.assessment.net += self.play.sign * entry.first;
                self.result.note_step(entry);
                self.play.note(entry);
                self.board.play(&entry.parts);
                self.result.line.push(Some(entry.parts));
            }
            None if in_check => {
                // Mated on the predicted line: nothing a static look may
                // decide.
                self.result.doubts |= Doubts::UNSTABLE;
                self.over = true;
            }
            None => {
                self.board.pass();
                self.play.pass();
                self.result.line.push(None);
            }
        }
    }
}
