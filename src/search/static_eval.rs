//! The static evaluation of a node: computed, or taken from the transposition table.

use std::ops::ControlFlow;

use crate::eval::ending;
use crate::game::{
    Color, EvalWeights as _, Geometry, Key, MAX_EVAL, Position, SquareSet, Value, ValuePreset,
};
use crate::soma::StaticEval;

use super::alpha_beta::NodeType;
use super::correction::{self, Places};
use super::horizon::{Assess, hanging_balance};
use super::stack::LEAD;
use super::tt::{Bound, Entry};
use super::worker::Worker;

/// What is known of a node's static evaluation, as the transposition table keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statics {
    /// Nothing has been assessed.
    Quiet {
        /// The quiet evaluation.
        eval: Value,
        /// The second largest piece in danger: the assessment is seldom further below the evaluation.
        danger: Value,
    },
    /// All.
    Whole(StaticEval),
}

impl Statics {
    /// The quiet evaluation.
    pub const fn eval(&self) -> Value {
        match *self {
            Self::Quiet { eval, .. } | Self::Whole(StaticEval { eval, .. }) => eval,
        }
    }

    /// Whether nothing is left to assess.
    pub const fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }
}

/// The static evaluation of a node of the main search.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEval {
    /// As it is: what the table keeps, and what corrections are learned against.
    pub(super) raw: StaticEval,
    /// Corrected by what searches of nodes alike have found: what the search works with.
    pub(super) corrected: StaticEval,
    /// Where its corrections stand, if there are any.
    pub(super) places: Option<Places>,
}

impl<P: Position> Worker<P> {
    /// The static evaluation of a node of the main search that is not in check, or the value of
    /// the node where the evaluation alone prunes it, or a mate in one is found.
    pub(super) fn evaluate_node<N: NodeType>(
        &mut self,
        key: Key,
        entry: Option<&Entry>,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> ControlFlow<Value, NodeEval> {
        let places = self.correction_places(ply);
        let shift = places.map_or(0, |at| self.correction_of(at));
        let raw = match entry.and_then(|e| e.statics) {
            known if N::PV && self.looks_whole(depth) => {
                let kept = self.stack(ply).whole.filter(|&(of, _)| of == key);
                let found = kept.map_or_else(|| self.assess_whole(known), |(_, found)| found);
                self.stack(ply).whole = Some((key, found));
                found
            }
            Some(Statics::Whole(raw)) => raw,
            known => {
                let eval = self.quiet_eval(known);
                if !N::PV
                    && let Some((value, known)) = self.prune_by_eval(eval, known, shift, beta, depth, ply)
                {
                    if entry.is_none() {
                        self.store_statics(key, ply, known);
                    }
                    return ControlFlow::Break(value);
                }
                self.assess(eval)
            }
        };
        if !N::ROOT
            && let Some(value) = self.find_mate(key, ply)
        {
            return ControlFlow::Break(value);
        }
        if entry.is_none() {
            self.store_statics(key, ply, Statics::Whole(raw));
        }
        ControlFlow::Continue(NodeEval { raw, corrected: raw.corrected(shift), places })
    }

    /// The static evaluation of the position, which is not in check.
    pub fn static_eval(&mut self) -> StaticEval {
        let eval = self.quiet_eval(None);
        self.assess(eval)
    }

    /// The same of a node at the horizon, from the table if it is there, and stored there if not.
    pub(super) fn static_eval_stored(&mut self, ply: usize) -> StaticEval {
        let key = self.position.key();
        match self.probe_statics(key, ply).and_then(|e| e.statics) {
            Some(Statics::Whole(found)) => found,
            known => {
                let eval = self.quiet_eval(known);
                let found = self.assess(eval);
                self.store_statics(key, ply, Statics::Whole(found));
                found
            }
        }
    }

    /// The evaluation, even in check.
    pub fn evaluate(&mut self) -> Value {
        self.build_map();
        self.evaluation.evaluate(&self.position, &self.map)
    }

    /// The quiet evaluation, if it is not known.
    #[inline]
    pub(super) fn quiet_eval(&mut self, known: Option<Statics>) -> Value {
        known.map_or_else(|| self.evaluate().clamp(-MAX_EVAL, MAX_EVAL), |known| known.eval())
    }

    /// The quiet evaluation and what is in danger, if they are not known; for a strategy that
    /// assesses nothing that is all.
    pub(super) fn quiet_statics(&mut self, known: Option<Statics>) -> Statics {
        known.unwrap_or_else(|| {
            let eval = self.quiet_eval(None);
            if self.strategy.assesses() {
                Statics::Quiet { eval, danger: self.danger(None) }
            } else {
                Statics::Whole(StaticEval::quiet(eval))
            }
        })
    }

    /// The second largest of the side to move's pieces that are attacked, if it is not known: about
    /// the most that it loses if it saves the largest. Otherwise the attack map must have been
    /// built.
    pub(super) fn danger(&self, known: Option<Statics>) -> Value {
        if let Some(Statics::Quiet { danger, .. }) = known {
            return danger;
        }
        let mut first = 0;
        let mut second = 0;
        for value in self.attacked_values(self.position.side_to_move()) {
            second = second.max(value.min(first));
            first = first.max(value);
        }
        second
    }

    /// The most valuable of a side's pieces that are attacked. The attack map must have been built.
    pub(super) fn largest_attacked(&self, side: Color) -> Value {
        self.attacked_values(side).max().unwrap_or(0)
    }

    /// What a side's attacked pieces are worth, less the king.
    fn attacked_values(&self, side: Color) -> impl Iterator<Item = Value> {
        let attacked = self.position.by_color(side) & self.map.attacked[!side];
        let types = attacked.squares().map(|sq| self.map.piece(self.map.slot_on(sq)).piece_type());
        types.filter(|&pt| pt != P::Geometry::KING).map(|pt| self.values.capture(pt))
    }

    /// What the strategy makes of a quiet evaluation of the position, which is not in check.
    pub(super) fn assess(&mut self, eval: Value) -> StaticEval {
        match self.strategy.assess {
            Assess::Nothing => StaticEval::quiet(eval),
            Assess::Soma => {
                self.build_map();
                let gain = hanging_balance(&self.position, &self.map, ValuePreset::Default);
                StaticEval { gain, ..StaticEval::quiet(eval) }
            }
            Assess::SuperSoma => {
                self.build_map();
                self.tabled = self.mapped;
                self.assessor.static_eval(&self.position, &self.map, &self.params.xref, eval)
            }
        }
    }

    /// Whether a node of the principal variation with so much depth left gets the table that takes
    /// longer.
    const fn looks_whole(&self, depth: i32) -> bool {
        depth >= self.params.xref.whole_depth && self.strategy.verifies()
    }

    /// What the table that takes longer makes of the position, which is not in check.
    fn assess_whole(&mut self, known: Option<Statics>) -> StaticEval {
        let eval = self.quiet_eval(known);
        self.build_map();
        let config = self.params.xref.self_contained();
        self.whole.static_eval(&mut self.position, &self.map, &config, eval)
    }

    /// Scans the attacks of the position, if the map is not its own already.
    pub(super) fn build_map(&mut self) {
        let key = Some(self.position.key());
        if self.mapped != key {
            self.map.update(&self.position, self.values);
            self.mapped = key;
        }
    }

    /// Makes the table of the position, if it is not its own already.
    pub(super) fn build_table(&mut self) {
        let key = Some(self.position.key());
        if self.tabled != key || self.mapped != key {
            self.assess(0);
        }
    }

    /// Where the means of the position's corrections stand, if it has any. In an ending that the game knows the
    /// differences to mates would hide the small ones by which the way there is found.
    #[inline]
    fn correction_places(&mut self, ply: usize) -> Option<Places> {
        if !self.params.corrects() || self.is_known_ending() {
            return None;
        }
        let piece_to = |ago: usize| self.stack[ply + LEAD - ago].piece_to.map_or(0, |at| at as u64 + 1);
        Some(correction::places(&self.position, piece_to(1) << 32 | piece_to(2)))
    }

    /// Whether the game knows the ending ([`ending`]).
    #[inline]
    fn is_known_ending(&mut self) -> bool {
        let may_be = self.position.occupied().len() <= P::Geometry::ENDING_PIECES;
        may_be && {
            self.build_map();
            ending(&self.position, &self.map).is_some()
        }
    }

    /// What is to be added to the evaluation of the position, by the means at its places.
    #[inline]
    fn correction_of(&self, places: Places) -> Value {
        self.correction.of(self.position.side_to_move(), places, &self.params)
    }

    /// The same, if it has any.
    #[inline]
    pub(super) fn correction_at(&mut self, ply: usize) -> Value {
        self.correction_places(ply).map_or(0, |places| self.correction_of(places))
    }

    /// Stores what is known of the static evaluation alone.
    pub(super) fn store_statics(&self, key: Key, ply: usize, statics: Statics) {
        const BELOW_ALL: i32 = -4;
        let entry =
            Entry { raw_move: 0, value: 0, depth: BELOW_ALL, bound: Bound::None, statics: Some(statics) };
        self.store(key, ply, &entry);
    }
}
