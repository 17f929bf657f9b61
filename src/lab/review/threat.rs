//! What a move threatens: what its side would do if the other passed, by searches and proofs.

use super::depth::Lookout;
use super::tactic::{Motif, Played, Tactic, is_loose, pawn, scan, standing, targets};
use super::why::{DECIDED, SHARE, THREAT_NODES, after, mates};
use crate::game::{Game, Square, SquareSet as _, Value};
use crate::mate::{Budget, Verdict};
use crate::protocol::moves_text;

/// The moves of a line that is threatened which are shown.
pub(super) const SHOWN: usize = 3;

/// What a side does after a pass of the other.
pub(super) struct Pass<P> {
    /// The position after it.
    position: P,
    /// The expected line.
    pub(super) line: Vec<String>,
    /// Its score for the side that moves.
    score: Value,
    /// What that side can expect, in parts of a thousand.
    points: u32,
}

/// What a threat must be worth at least.
#[derive(Clone, Copy)]
pub(super) struct Least {
    /// The score after a pass, from the side that threatens.
    pub(super) score: Value,
    /// How many more points than without it, in parts of a thousand.
    pub(super) points: u32,
    /// How much more that is than the side had, in the engine's units.
    pub(super) worth: Value,
}

/// The position after a pass; nothing in check.
fn passed<P: Game>(position: &P) -> Option<P> {
    let mut passed = position.clone();
    (!position.in_check() && passed.do_null_move()).then_some(passed)
}

impl<P: Game> Pass<P> {
    /// Whether the side gets so much, with so many more points than these.
    pub(super) fn is_worth(&self, least: Least, points: u32) -> bool {
        self.score.min(DECIDED) >= least.score && self.points >= points + least.points
    }

    /// What is threatened: a mate, pieces if they make up for a part of what the threat is worth, or the line.
    fn motif(&self, worth: Value) -> Option<Motif> {
        if mates(&self.position, &self.line) {
            return Some(Motif::MateThreat);
        }
        let played = Played::new(&self.position, None, &self.line);
        let tactic = played.tactic(pawn::<P>().max(worth / SHARE));
        if let Some(threat) = tactic.filter(|threat| threat.key == 0 && threat.motif != Motif::Line) {
            return Some(Motif::Threat { threat: Box::new(threat) });
        }
        self.is_threat().then(|| Motif::Plan { line: self.line.iter().take(SHOWN).cloned().collect() })
    }

    /// Whether the first move does something at once: captures, promotes, checks or attacks what it would win.
    pub(super) fn is_threat(&self) -> bool {
        let us = self.position.side_to_move();
        self.line.first().and_then(|text| after(&self.position, text)).is_some_and(|(after, parts)| {
            parts.captured.is_some()
                || parts.becomes != parts.piece
                || !targets(&scan(&after), parts.to, us).is_empty()
        })
    }
}

impl<P: Game> Lookout<P> {
    /// The shortest mate by checks that so many moves prove.
    pub(super) fn mate(&mut self, position: &P, nodes: u64) -> Option<Vec<String>> {
        let budget = Budget { nodes, is_stopped: &self.is_stopped };
        let Verdict::Mate(line) = self.solver.solve_shortest(position, budget).verdict else { return None };
        Some(moves_text(position, &line))
    }

    /// Whether the side that is not to move would mate if the other passed.
    pub(super) fn is_threatened(&mut self, position: &P) -> bool {
        passed(position).is_some_and(|passed| self.mate(&passed, THREAT_NODES).is_some())
    }

    /// What the side that moves threatens to win with its next move, by the line that a search returns after a
    /// pass: by the piece that moved, or a capture that won less before.
    pub(super) fn threat(&mut self, position: &P, text: &str, least: Value) -> Option<Tactic> {
        let (us, (after, parts)) = (position.side_to_move(), after(position, text)?);
        if parts.captured.is_some() {
            return None;
        }
        let passed = self.pass(&after)?;
        let played = Played::new(&passed.position, None, &passed.line);
        let threat = played.tactic(least)?;
        let view = scan(position);
        let is_new = |target: Square| {
            !view.map.occupied.contains(target) || 2 * view.swap_off(target, us) < threat.value
        };
        let first = &played.parts[0];
        // Where it can be taken it threatens nothing.
        if first.from.is_some_and(|from| is_loose(&played.boards[0], from, !us)) {
            return None;
        }
        let is_own = first.from == Some(parts.to) || first.captured.is_some_and(|(target, _)| is_new(target));
        let is_told = is_own && threat.key == 0 && threat.motif != Motif::Line;
        let view = &played.boards[0];
        let mut attacked = targets(view, parts.to, us);
        // A piece that is worth much less is no second aim.
        attacked.retain(|&sq| 2 * view.swap_off(sq, us) >= threat.value);
        let motif = if first.from == Some(parts.to) && attacked.len() > 1 {
            Motif::Fork { targets: attacked.into_iter().map(|sq| standing::<P>(view, sq)).collect() }
        } else {
            Motif::Threat { threat: Box::new(threat) }
        };
        is_told.then(|| Tactic { line: vec![text.to_owned()], ..Tactic::of(motif) })
    }

    /// Whether a move threatens mate, and the piece cannot simply be taken.
    pub(super) fn threatens(&mut self, position: &P, text: &str) -> bool {
        let Some((after, parts)) = after(position, text) else { return false };
        !is_loose(&scan(&after), parts.to, after.side_to_move()) && self.is_threatened(&after)
    }

    /// What the side that is not to move does if the other passes; nothing if that is in check, or the user asked to
    /// stop.
    pub(super) fn pass(&mut self, position: &P) -> Option<Pass<P>> {
        let passed = passed(position)?;
        let (line, score) = self.found(&passed)?;
        let points = self.rate.points(score, passed.occupied().len());
        Some(Pass { position: passed, line, score, points })
    }

    /// What a move in a position threatens that another one, if it is legal, does not threaten so well.
    pub(super) fn plan(&mut self, with: (&P, &str), without: (&P, &str), least: Least) -> Option<Tactic> {
        let (at, parts) = after(with.0, with.1)?;
        // Where it can be taken it threatens nothing.
        if parts.captured.is_none() && is_loose(&scan(&at), parts.to, at.side_to_move()) {
            return None;
        }
        let passed = self.pass(&at)?;
        let other = after(without.0, without.1).and_then(|(other, _)| self.pass(&other));
        let is_worth = passed.is_worth(least, other.map_or(0, |other| other.points));
        let motif = passed.motif(least.worth).filter(|_| is_worth)?;
        Some(Tactic { line: vec![with.1.to_owned()], ..Tactic::of(motif) })
    }
}
