//! What a finished node teaches the histories.

use crate::game::{BitboardOf, Position, Square, SquareSet, Value};

use super::history::{CaptureKey, Earlier, QuietKey};
use super::stack::StackEntry;
use super::worker::Worker;

/// Moves of a kind remembered for punishment when another one cuts off.
const MAX_TRIED: usize = 64;

/// Moves that were searched before one that cut off.
#[derive(Default)]
pub(super) struct Tried {
    quiets: arrayvec::ArrayVec<QuietKey, MAX_TRIED>,
    /// Captures and promotions.
    captures: arrayvec::ArrayVec<CaptureKey, MAX_TRIED>,
}

impl Tried {
    /// Remembers a quiet move; those beyond the room are forgotten.
    #[inline]
    pub(super) fn push_quiet(&mut self, key: QuietKey) {
        if !self.quiets.is_full() {
            self.quiets.push(key);
        }
    }

    /// Remembers a capture or promotion; those beyond the room are forgotten.
    #[inline]
    pub(super) fn push_tactical(&mut self, key: CaptureKey) {
        if !self.captures.is_full() {
            self.captures.push(key);
        }
    }
}

impl<P: Position> Worker<P> {
    /// The squares that the other side attacks; the histories do not ask for them in check.
    pub(super) fn threats(&mut self, in_check: bool) -> Option<BitboardOf<P>> {
        (!in_check).then(|| {
            self.build_map();
            self.map.attacked[!self.position.side_to_move()]
        })
    }

    /// Of the two squares of a move those that [`Worker::threats`] has.
    fn threats_to(&self, m: P::Move) -> BitboardOf<P> {
        if self.position.in_check() {
            return BitboardOf::<P>::EMPTY;
        }
        let theirs = self.position.by_color(!self.position.side_to_move());
        let occupied = self.position.occupied();
        let is_attacked = |&sq: &Square| !(self.position.attackers_to(sq, occupied) & theirs).is_empty();
        let squares = P::origin(m).into_iter().chain([P::destination(m)]).filter(is_attacked);
        squares.fold(BitboardOf::<P>::EMPTY, |set, sq| set | BitboardOf::<P>::of(sq))
    }

    /// A quiet move that was searched again, less reduced, has held or not.
    pub(super) fn learn_from_second_search(
        &mut self,
        key: QuietKey,
        before: Earlier,
        depth: i32,
        holds: bool,
    ) {
        let bonus = self.params.share_of_bonus(depth, self.params.history.second_search);
        if bonus > 0 {
            self.history.update_continuation(key, before, if holds { bonus } else { -bonus });
        }
    }

    /// No reply was good enough: the quiet move that led here is worth trying earlier.
    pub(super) fn learn_from_fail_low(&mut self, depth: i32, ply: usize) {
        let percent = self.params.history.fail_low;
        let Some(key) = self.stack(ply - 1).quiet.filter(|_| percent > 0) else { return };
        let bonus = self.params.share_of_bonus(depth, percent);
        let before = self.stack(ply - 1).before;
        self.history.update_quiet(key, before, bonus);
    }

    /// The quiet move that led to an evaluation is judged by how it changed it.
    ///
    /// CITE: Stockfish (2021), history by the difference of static evaluations.
    pub(super) fn learn_from_eval(&mut self, eval: Value, ply: usize) {
        /// The most that one change adds or takes.
        const MOST: i32 = 400;
        if ply == 0 || self.params.history.eval == 0 {
            return;
        }
        let parent = self.stack(ply - 1);
        let (Some(key), Some(before)) = (parent.quiet, parent.eval()) else { return };
        let gain = -(eval + before);
        let bonus = (gain.saturating_mul(self.params.history.eval) / 100).clamp(-MOST, MOST);
        self.history.update_quiet_alone(key, bonus);
    }

    /// The table knows a move that beats beta: if it is quiet it is worth trying earlier, and the quiet move that led
    /// here is worth less.
    ///
    /// CITE: Stockfish (2016), a penalty for a quiet move that the table refutes.
    pub(super) fn learn_from_table(&mut self, raw: u16, depth: i32, ply: usize) {
        let malus = self.params.share_of_bonus(depth, self.params.history.tt_malus);
        let &mut StackEntry { quiet, before, .. } = self.stack(ply - 1);
        if let Some(key) = quiet.filter(|_| malus > 0) {
            self.history.update_continuation(key, before, -malus);
        }
        let Some(m) = self.position.from_raw(raw).filter(|&m| !self.position.is_tactical(m)) else {
            return;
        };
        let attacked = self.threats_to(m);
        let bonus = self.params.share_of_bonus(depth, self.params.history.tt_bonus);
        let before = self.look_back(ply);
        self.history.update_quiet(QuietKey::new(&self.position, m, attacked), before, bonus);
    }

    /// A move beat beta: it is worth trying earlier, and those before it later.
    pub(super) fn learn(
        &mut self,
        best_move: u16,
        attacked: BitboardOf<P>,
        depth: i32,
        ply: usize,
        before: Earlier,
        tried: &Tried,
    ) {
        let Some(m) = self.position.from_raw(best_move) else { return };
        let bonus = self.params.history_bonus(depth);
        if self.position.is_tactical(m) {
            let key = CaptureKey::new(&self.position, m, &self.position.parts(m));
            self.history.update_capture(key, bonus);
        } else {
            self.history.update_quiet(QuietKey::new(&self.position, m, attacked), before, bonus);
            let malus = bonus * self.params.history.malus / 100;
            for &key in &tried.quiets {
                self.history.update_quiet(key, before, -malus);
            }
            let killers = &mut self.stack(ply).killers;
            if killers[0] != best_move {
                *killers = [best_move, killers[0]];
            }
        }
        for &key in &tried.captures {
            self.history.update_capture(key, -bonus);
        }
    }
}
