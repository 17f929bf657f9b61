//! SUPER-SOMA: the whole board assessed statically, and searched where the assessment
//! cannot decide.
//!
//! The static assessment of the whole board (Rollason 2000, 2006). It belongs
//! to every node and not to the horizon alone: evaluation plus net, its
//! replies believed in part, is the static evaluation of the main search too.
//!
//! At the horizon it answers at once where it lies well outside the window;
//! below it only if few squares next to the other king are attacked, because
//! of checks, and of mates behind them, it knows nothing.
//! Inside, where its error would decide, a search of a few plies verifies it:
//! captures that do not lose material, checks, and the quiet moves of the table
//! (forks, attacks on pieces that cannot leave, promotions). It starts
//! from the quiet evaluation, as own gains must not be counted twice, less a
//! part of what passing would lose, of which a capture search knows nothing;
//! and where it ends the assessment has the last word. `super-soma-static` searches nothing:
//! the table is made anew after its best entries as in the article
//! ([`iteration`]), and it also knows what a search would find, forks and what
//! follows a capture.

use crate::game::{Position, Value};

use super::Judgement;
use super::quiescence::StandPat;
use crate::search::tt::StaticPart;
use crate::search::worker::Worker;
use crate::soma::Choice;

impl<P: Position> Worker<P> {
    /// Whether an assessment decides a node because it lies well outside the
    /// window; below it only if few squares next to the other king are attacked.
    pub(super) fn is_far(&self, judgement: &Judgement, alpha: Value, beta: Value) -> bool {
        let (now, margin) = (judgement.with_move(), self.params.horizon.window);
        beta - alpha == 1 && (now - margin >= beta || now + margin <= alpha && !self.attacks_king())
    }

    /// The evaluation and the record of SUPER-SOMA.
    pub(super) fn assess_by_super_soma(&mut self, eval: Value) -> Judgement {
        self.assessment = self.assessor.assess(&self.position, &self.map, &self.params.xref);
        let threat = self.assessor.table.largest_threat();
        let threatened = threat
            .filter(|entry| entry.value >= self.params.xref.threat)
            .map(|entry| self.map.square(entry.target as usize));
        Judgement {
            eval,
            value: self.assessment.value,
            if_we_parry: self.assessment.if_we_parry,
            confidence: Some(self.assessment.confidence),
            threatened,
        }
    }

    /// The move that the judgement made last begins with, if it is one that can be played.
    pub(in crate::search) fn first_move(&self) -> Option<P::Move> {
        let Choice::Play(number) = self.assessment.choice else {
            return None;
        };
        self.assessor.legal_move(
            &self.position,
            &self.map,
            self.assessor.table.entries().get(number as usize)?,
        )
    }

    /// Standing pat with an assessment: the evaluation, lowered by a part of what passing
    /// would lose. Far outside the window, and where the search ends, the assessment is
    /// the answer.
    pub(super) fn stand_pat_assessed(
        &mut self,
        mut stored: Option<StaticPart>,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> StandPat {
        let is_last = depth <= -self.params.horizon.verify_plies;
        if !is_last && depth <= -self.params.horizon.stand_plies {
            return StandPat::of(self.evaluate_with(stored));
        }
        if depth <= -self.params.horizon.assess_plies && !stored.is_some_and(|s| s.is_assessed()) {
            let statics = self.evaluate_with(stored);
            stored = Some(statics);
            if statics.eval + statics.if_we_parry >= beta {
                return StandPat { value: statics.eval, answer: Some(statics.eval), statics };
            }
        }
        let judgement = self.judge_with(stored);
        let is_final = is_last || self.is_far(&judgement, alpha, beta);
        StandPat {
            value: judgement.eval + self.params.lowered(judgement.if_we_parry),
            answer: is_final.then_some(judgement.with_move()),
            statics: judgement.stored(),
        }
    }
}
