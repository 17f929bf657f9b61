//! SUPER-SOMA: the whole board assessed statically, and searched where the assessment
//! cannot decide.
//!
//! The static assessment of the whole board (Rollason 2000, 2006). It belongs
//! to every node and not to the horizon alone: evaluation plus net, its
//! replies believed in part, is the static evaluation of the main search too.
//!
//! At the horizon it answers at once where it lies well outside the window;
//! below it only if few squares next to the other king are attacked, because
//! of checks, and of mates behind them, it knows nothing. Where the evaluation lies so
//! far outside that no piece in danger, and none that can be taken, would bring it
//! back, no table is made.
//! Inside, where its error would decide, a search of a few plies verifies it:
//! captures that do not lose material, checks, and the quiet moves of the table
//! (forks, attacks on pieces that cannot leave, promotions). It starts
//! from the quiet evaluation, as own gains must not be counted twice, less a
//! part of what passing would lose, of which a capture search knows nothing;
//! and where it ends the assessment has the last word. `super-soma-static` searches nothing:
//! the table is made anew after its best entries as in the article
//! ([`iteration`]), and it also knows what a search would find, forks and what
//! follows a capture.

use crate::game::{INFINITE, Position, Value};

use super::quiescence::StandPat;
use crate::search::static_eval::Statics;
use crate::search::worker::Worker;
use crate::soma::{Choice, StaticEval};

impl<P: Position> Worker<P> {
    /// Whether an assessment decides a node because it lies well outside the
    /// window; below it only if few squares next to the other king are attacked.
    pub(super) fn is_far(&self, now: &StaticEval, alpha: Value, beta: Value) -> bool {
        let (now, margin) = (now.with_move(), self.params.horizon.window);
        beta - alpha == 1 && (now - margin >= beta || now + margin <= alpha && !self.attacks_king())
    }

    /// What is known of a node whose evaluation lies outside the window by more than is in danger,
    /// or than there is to take: the table would lie there, too. Nothing lies outside by an
    /// infinite margin.
    fn outside_without_table(
        &mut self,
        eval: Value,
        known: Option<Statics>,
        alpha: Value,
        beta: Value,
        is_last: bool,
    ) -> Option<Statics> {
        if self.params.horizon.window >= INFINITE {
            return None;
        }
        if eval >= beta {
            let danger = self.danger(known);
            return (eval - danger >= beta).then_some(Statics::Quiet { eval, danger });
        }
        let most = eval + self.params.horizon.window;
        if most > alpha || beta - alpha > 1 && !is_last {
            return None;
        }
        self.build_map();
        let most = most + self.largest_attacked(!self.position.side_to_move());
        let is_hopeless = most <= alpha && (is_last || !self.attacks_king());
        is_hopeless.then(|| Statics::Quiet { eval, danger: self.danger(known) })
    }

    /// The move that the assessment made last begins with, if it is one that can be played.
    pub(in crate::search) fn first_move(&self) -> Option<P::Move> {
        let Choice::Play(number) = self.assessor.choice() else { return None };
        let entry = self.assessor.table.entries().get(number as usize)?;
        self.assessor.legal_move(&self.position, &self.map, entry)
    }

    /// Standing pat with an assessment: the evaluation, lowered by a part of what passing
    /// would lose. Far outside the window, and where the search ends, the assessment is
    /// the answer.
    pub(super) fn stand_pat_assessed(
        &mut self,
        known: Option<Statics>,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> (StandPat, Statics) {
        let horizon = &self.params.horizon;
        let is_last = depth <= -horizon.verify_plies;
        if !is_last && depth <= -horizon.stand_plies {
            let statics = self.quiet_statics(known);
            return (StandPat::AtLeast(statics.eval()), statics);
        }
        let now = if let Some(Statics::Whole(now)) = known {
            now
        } else {
            let eval = self.quiet_eval(known);
            if let Some(known) = self.outside_without_table(eval, known, alpha, beta, is_last) {
                return (StandPat::Is(eval), known);
            }
            self.assess(eval)
        };
        let stand = if is_last || self.is_far(&now, alpha, beta) {
            StandPat::Is(now.with_move())
        } else {
            StandPat::AtLeast(now.eval + self.params.lowered(now.parry))
        };
        (stand, Statics::Whole(now))
    }
}
