//! Why a move was a mistake: what the tables say of the boards before and after it, as far as the
//! lines of the search confirm it.
//!
//! Nothing is a reason that the search does not play: a piece is lost if the answer to the move
//! takes it and the line keeps what it won, measured against the line of the best move; a mate is
//! one if it is proven. What is left unexplained has no reason.

use serde::{Deserialize, Serialize};

use super::LEAST_LOSS;
use super::depth::Lookout;
use super::tactic::{Motif, Played, Standing, Tactic, guards, is_guard, king, pawn, scan, standing};
use super::threat::{Least, SHOWN};
use crate::article::scan::ScannedBoard;
use crate::game::attack_map::bit;
use crate::game::{Game, Geometry, MoveParts, Notation as _, Square, SquareSet as _, Value};
use crate::lab::searcher::Budget as Limit;
use crate::protocol::Dialect as _;
use crate::protocol::dialect::of_protocol;
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::soma::relation::Relation;

/// Moves that the proof of a mate may take.
const MATE_NODES: u64 = 60_000;
/// Moves that the proof of a threat of mate may take, or the search after a pass.
pub(super) const THREAT_NODES: u64 = 10_000;
/// The points, in parts of a thousand, from which a side may have a mate.
const NEAR_MATE: u32 = 950;
/// Table for the proofs, in MiB.
pub(super) const MATE_HASH: usize = 8;
/// Scores beyond this are taken for it when differences are formed.
pub(super) const DECIDED: Value = 4_000;
/// A reason makes up for one part of so many of what the score lost: less is not why the move was a mistake.
pub(super) const SHARE: Value = 3;
/// The least that a reason wins, in quarters of a pawn: a bishop that takes a pawn and is taken by a knight wins less
/// than one.
const LEAST_WON: Value = 3;
/// The least, in quarters of a pawn, by which a side is better after a pass of the other for that to be a threat.
const LEAST_PLAN: Value = 6;
/// The largest difference of scores, in pawns, that a reason has to make up for: beyond it a game is decided.
const DECIDED_PAWNS: Value = 8;

/// A reason why a move was a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// The other side can mate now: moves from the position after the move.
    AllowsMate {
        /// A mate by checks.
        line: Vec<String>,
        /// Whether it was threatened before.
        was_threatened: bool,
    },
    /// There was a mate: moves from the position before the move.
    MissesMate {
        /// A mate by checks.
        line: Vec<String>,
    },
    /// The other side wins or threatens something: moves from the position after the move.
    Allows {
        /// What it does.
        #[serde(flatten)]
        tactic: Tactic,
        /// What the move has to do with it.
        cause: Option<Cause>,
    },
    /// The best move would have won or threatened something: moves from the position before the move.
    Misses {
        /// What it would have done.
        #[serde(flatten)]
        tactic: Tactic,
    },
    /// The other side plays what it threatened before the move: moves from the position after the move.
    Leaves {
        /// The first moves of the threat.
        line: Vec<String>,
    },
    /// The best move would have answered the threat that the move left.
    Answer {
        /// The best move.
        #[serde(rename = "move")]
        best: String,
        /// By which rule of the table: `R1` to `R13`.
        relation: String,
    },
}

/// What a move has to do with what the other side does next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "kebab-case")]
pub enum Cause {
    /// It went there.
    MovedThere {
        /// The piece, where it went.
        piece: Standing,
    },
    /// It took something and is retaken.
    Exchange {
        /// Where.
        square: String,
    },
    /// It left what it guarded.
    LeftGuard {
        /// The piece that moved, where it stood.
        piece: Standing,
        /// What it guarded.
        target: Standing,
    },
    /// It left the square that it guarded.
    LeftSquare {
        /// The piece that moved, where it stood.
        piece: Standing,
        /// The square on which the other side now moves.
        square: String,
    },
    /// It left the line of a piece of the other side.
    OpenedLine {
        /// Whose line.
        by: Standing,
    },
    /// The threat was there before.
    Unanswered {
        /// What was threatened.
        target: Standing,
    },
}

/// A move that gave something away.
#[derive(Debug)]
pub(super) struct Mistake<'a, P: Game> {
    pub(super) before: &'a P,
    pub(super) played: P::Move,
    pub(super) found: &'a Searched,
}

/// What a search found before a move, and after it.
#[derive(Clone, Debug, Deserialize)]
pub struct Searched {
    /// The expected lines: the best move first, and the answer to the move that was played.
    pub lines: [Vec<String>; 2],
    /// What the side to move could expect before it, and the other side after it, in parts of a thousand.
    pub points: [u32; 2],
    /// The scores from the side to move.
    pub scores: [Value; 2],
}

impl Searched {
    /// What the move lost by the scores before and after it, in the engine's units.
    fn lost(&self) -> Value {
        self.scores.iter().map(|&score| score.clamp(-DECIDED, DECIDED)).sum()
    }
}

/// Why a move in a position was a mistake, by what a search found; nothing if it is no legal move.
pub fn reasons(position: &AnyPosition, played: &str, found: &Searched) -> Vec<Reason> {
    of_either!(position, before => {
        let Ok(played) = before.parse_move(played) else { return Vec::new() };
        let rate = of_protocol!(position.kind(), D => D::WIN_RATE);
        let mut lookout = Lookout::new(MATE_HASH, Limit::Nodes(THREAT_NODES), rate, || false);
        Mistake { before, played, found }.reasons(&mut lookout)
    })
}

/// Whether a line of the side to move ends with its mate.
pub(super) fn mates<P: Game>(position: &P, line: &[String]) -> bool {
    let end = line.iter().try_fold(position.clone(), |at, text| Some(after(&at, text)?.0));
    line.len() % 2 == 1 && end.is_some_and(|end| end.in_check() && end.count_legal() == 0)
}

/// The position after a move, and the move, if it is legal.
pub(super) fn after<P: Game>(position: &P, text: &str) -> Option<(P, MoveParts)> {
    let m = position.parse_move(text).ok()?;
    let (mut after, parts) = (position.clone(), position.parts(m));
    after.do_move(m);
    Some((after, parts))
}

impl<P: Game> Mistake<'_, P> {
    /// The reasons that are confirmed: at most three, the weightiest first.
    pub(super) fn reasons(&self, lookout: &mut Lookout<P>) -> Vec<Reason> {
        let mut after = self.before.clone();
        after.do_move(self.played);
        let ([best, answer], [own, others]) = (&self.found.lines, self.found.points);
        let mut found = Vec::new();
        if own >= NEAR_MATE
            && let Some(line) = lookout.mate(self.before, MATE_NODES)
        {
            found.push(Reason::MissesMate { line });
        }
        if others >= NEAR_MATE
            && let Some(line) = lookout.mate(&after, MATE_NODES)
        {
            let was_threatened = lookout.is_threatened(self.before);
            found.push(Reason::AllowsMate { line, was_threatened });
        }
        if found.is_empty() && mates(self.before, best) {
            found.push(Reason::MissesMate { line: best.clone() });
        }
        if found.is_empty() && mates(&after, answer) {
            found.push(Reason::AllowsMate { line: answer.clone(), was_threatened: false });
        }
        if found.is_empty() {
            self.add_gains(&after, lookout, &mut found);
        }
        found
    }

    /// What the lines win, and which threats of mate they begin with.
    fn add_gains(&self, after: &P, lookout: &mut Lookout<P>, found: &mut Vec<Reason>) {
        let parts = self.before.parts(self.played);
        let [best_line, answer_line] = &self.found.lines;
        let (best, answer) =
            (Played::new(self.before, None, best_line), Played::new(after, Some(&parts), answer_line));
        // What the move lost in material, by the two lines.
        let difference = best.result() + answer.result();
        let lost = self.found.lost().min(DECIDED_PAWNS * pawn::<P>());
        let least = (LEAST_WON * pawn::<P>() / 4).max(lost / SHARE);
        let holds = |tactic: &Tactic| 2 * difference >= tactic.value && SHARE * difference >= lost;
        if let Some(tactic) = answer.tactic(least).filter(holds) {
            let cause = self.cause(&parts, &answer, &tactic);
            let threat = match &cause {
                Some(Cause::Unanswered { .. }) => answer.parts.first().and_then(|m| m.captured),
                _ => None,
            };
            found.push(Reason::Allows { tactic, cause });
            if let Some((target, _)) = threat {
                found.extend(self.answer(target, best.parts.first(), &answer.parts[0]));
            }
        }
        // What is won only to be lost again was not missed.
        let kept = -answer.result();
        if let Some(tactic) = best.tactic(least).filter(holds).filter(|tactic| 2 * kept < tactic.value) {
            found.push(Reason::Misses { tactic });
        }
        if !found.is_empty() {
            return;
        }
        let threat = |line: &[String]| Tactic { line: line[..1].to_vec(), ..Tactic::of(Motif::MateThreat) };
        // What the other side threatens after the best move as well is not why this one was a mistake.
        let after_best = best_line.first().and_then(|text| self::after(self.before, text));
        if let Some(text) = answer_line.first()
            && lookout.threatens(after, text)
            && after_best.as_ref().is_some_and(|(best, _)| !lookout.threatens(best, text))
        {
            found.push(Reason::Allows { tactic: threat(answer_line), cause: None });
        }
        let is_threat = best_line.first().is_some_and(|text| lookout.threatens(self.before, text));
        if is_threat && !lookout.is_threatened(after) {
            found.push(Reason::Misses { tactic: threat(best_line) });
        }
        if !found.is_empty() {
            return;
        }
        if let (Some(text), Some((best, _))) = (answer_line.first(), after_best)
            && let Some(tactic) = lookout.threat(after, text, least)
            && lookout.threat(&best, text, least).is_none()
        {
            found.push(Reason::Allows { tactic, cause: None });
        }
        if let Some(tactic) = best_line.first().and_then(|text| lookout.threat(self.before, text, least)) {
            found.push(Reason::Misses { tactic });
        }
        if found.is_empty() {
            self.add_plans(after, lookout, found);
        }
    }

    /// What the other side threatened before the move or threatens with its answer, and what the best move would have
    /// threatened, where that is more than pieces: as far as it makes up for a part of what the move lost.
    fn add_plans(&self, after: &P, lookout: &mut Lookout<P>, found: &mut Vec<Reason>) {
        let ([best, answer], [own, others]) = (&self.found.lines, self.found.points);
        let (Some(first), Some(answered)) = (best.first(), answer.first()) else { return };
        let Some((after_best, _)) = self::after(self.before, first) else { return };
        let points = ((own + others).saturating_sub(1000) / SHARE as u32).max(LEAST_LOSS);
        let worth = (self.found.lost() / SHARE).max(LEAST_PLAN * pawn::<P>() / 4);
        let [best_score, score] = self.found.scores.map(|score| score.clamp(-DECIDED, DECIDED));
        let least = |score: Value| Least { score: score + worth, points, worth };
        let stood = lookout.pass(self.before).filter(|pass| pass.is_worth(least(-best_score), 1000 - own));
        // What the best move does not stop either is no reason.
        let is_left = best.get(1) != Some(answered)
            && stood.is_some_and(|pass| pass.line.first() == Some(answered) && pass.is_threat());
        if is_left {
            found.push(Reason::Leaves { line: answer[..answer.len().min(SHOWN)].to_vec() });
        } else if let Some(tactic) = lookout.plan((after, answered), (&after_best, answered), least(score)) {
            found.push(Reason::Allows { tactic, cause: None });
        }
        let played = self.before.move_text(self.played);
        if let Some(tactic) = lookout.plan((self.before, first), (self.before, &played), least(best_score)) {
            found.push(Reason::Misses { tactic });
        }
    }

    /// What the move has to do with what the other side wins.
    fn cause(&self, parts: &MoveParts, answer: &Played<P>, tactic: &Tactic) -> Option<Cause> {
        let us = self.before.side_to_move();
        let (before, after) = (scan(self.before), &answer.boards[0]);
        let first = answer.parts.first().filter(|_| tactic.key == 0)?;
        let mover = parts.from.map(|from| (from, standing::<P>(&before, from)));
        let left_guard = |sq: Square| {
            let (from, piece) = mover.clone()?;
            let guarded = is_guard(&before, from, sq, us) && from != sq;
            (guarded && !is_guard(after, parts.to, sq, us) && parts.to != sq).then_some(piece)
        };
        let opened = |sq: Square| {
            let (slider, (from, _)) = (first.from?, mover.clone()?);
            let by = standing::<P>(after, slider);
            (P::Geometry::between(slider, sq).contains(from) && parts.to != slider).then_some(by)
        };
        let Some((target, _)) = first.captured else {
            if let Some(by) = opened(first.to) {
                return Some(Cause::OpenedLine { by });
            }
            let piece =
                left_guard(first.to).filter(|_| guards(after, first.to, us) & !king(after, us) == 0)?;
            return Some(Cause::LeftSquare { piece, square: P::square_text(first.to) });
        };
        if tactic.line.len() > 1 {
            return None;
        }
        if target == parts.to {
            let square = P::square_text(target);
            return Some(if parts.captured.is_some() {
                Cause::Exchange { square }
            } else {
                Cause::MovedThere { piece: standing::<P>(after, target) }
            });
        }
        let target_is = standing::<P>(after, target);
        if before.map.occupied.contains(target) && 2 * before.swap_off(target, !us) >= tactic.value {
            return Some(Cause::Unanswered { target: target_is });
        }
        if let Some(by) = opened(target) {
            return Some(Cause::OpenedLine { by });
        }
        left_guard(target).map(|piece| Cause::LeftGuard { piece, target: target_is })
    }

    /// How the best move answers the threat to take a piece, by the rules of the table that the pieces tell.
    fn answer(&self, target: Square, best: Option<&MoveParts>, threat: &MoveParts) -> Option<Reason> {
        let (best, attacker) = (best?, threat.from);
        let us = self.before.side_to_move();
        let before = scan(self.before);
        let after = before.after(us, best);
        let is_pinned = |view: &ScannedBoard<P::Geometry>, sq: Square| {
            view.map.occupied.contains(sq) && view.map.pinned & bit(view.map.slot_on(sq)) != 0
        };
        let is_between = |from: Square| P::Geometry::between(from, target).contains(best.to);
        let relation = if attacker.is_some() && best.captured.map(|(sq, _)| sq) == attacker {
            Relation::AttackerCaptured
        } else if best.from == Some(target) {
            Relation::TargetMoves
        } else if attacker.is_some_and(is_between) {
            Relation::LineBlocked
        } else if guards(&after, target, us).count_ones() > guards(&before, target, us).count_ones() {
            Relation::GuardAdded
        } else if attacker.is_some_and(|from| is_pinned(&after, from) && !is_pinned(&before, from)) {
            Relation::PinMade
        } else if after.checkers(!us) != 0 {
            Relation::CheckFirst
        } else {
            return None;
        };
        Some(Reason::Answer { best: P::parts_text(best), relation: relation.name().to_owned() })
    }
}
