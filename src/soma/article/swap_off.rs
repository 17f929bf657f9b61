//! A3 on a board with a move laid over it: the plain exchange on one square
//! ([`exchange`](crate::soma::exchange)), and the exchange with outside
//! alternatives that minds ties and so sees overloaded defenders.
//!
//! The latter adds that a side may, instead of capturing on, take what
//! has come loose elsewhere because a piece left its post: a tie. What is
//! loose is measured as a level against the board before the exchange, never
//! as an increment of a single step, or a defender overloaded bit by bit
//! would be missed.

use arrayvec::ArrayVec;

use crate::game::attack_map::{Slots, bit, slots};
use crate::game::{ByColor, Color, Geometry, Piece, PieceType, Square, SquareSet, Value};

use super::mate::{MATE_GAIN, mate_in_one};
use super::relations::{Relations, TieKind};
use super::view::View;
use crate::soma::exchange::{Captures, Chain, follow_captures};

/// More captures than an exchange on one square can have: eight neighbours
/// and two knights a side, and the sliders behind them.
const MAX_CAPTURES: usize = 40;

/// What an exchange led to.
#[derive(Clone, Copy, Debug, Default)]
pub struct FollowUp {
    /// What the side to move gains from here on.
    pub value: Value,
    /// How many captures on the square are worth making.
    pub captures: u8,
}

impl<G: Geometry> Captures for View<'_, G> {
    fn capturer(&self, _: Option<usize>, side: Color, sq: Square, attackers: Slots) -> Option<usize> {
        self.cheapest(sq, side, attackers)
    }

    fn win(&self, slot: usize, sq: Square, victim: PieceType) -> (Value, PieceType) {
        let (gain, becomes) = self.capture_gain(slot, sq, victim);
        (gain, becomes.piece_type())
    }

    fn leave(&mut self, slot: usize, sq: Square) -> Slots {
        self.remove(slot);
        self.uncovered_by(sq, slot).map_or(0, bit)
    }
}

impl<G: Geometry> View<'_, G> {
    /// What a side gains by starting the exchange on an occupied square; not
    /// below 0, as it need not start.
    pub fn swap_off(&self, sq: Square, by: Color) -> Value {
        let victim = self.piece_at(sq);
        if victim.piece_type() == G::KING {
            return 0;
        }
        let attackers = self.attackers(sq);
        if attackers & self.side(by) == 0 {
            return 0;
        }
        self.swap_off_with(sq, victim, by, attackers)
    }

    /// The swap-off with the attackers already known.
    pub fn swap_off_with(&self, sq: Square, victim: Piece, by: Color, attackers: Slots) -> Value {
        let mut chain = Chain::new();
        follow_captures(self.clone(), sq, victim.piece_type(), by, attackers, None, &mut chain);
        chain.first().map_or(0, |capture| capture.value.max(0))
    }

    /// The cheapest piece of a side that may capture on a square.
    #[inline]
    pub fn cheapest(&self, sq: Square, side: Color, attackers: Slots) -> Option<usize> {
        slots(attackers & self.side(side)).find(|&slot| self.may_capture(slot, sq, attackers))
    }

    /// Whether an attacker may legally capture: not when pinned elsewhere,
    /// and as a king only when nothing guards the square.
    #[inline]
    pub fn may_capture(&self, slot: usize, sq: Square, attackers: Slots) -> bool {
        let piece = self.piece(slot);
        if piece.piece_type() == G::KING {
            return attackers & self.side(!piece.color()) == 0;
        }
        self.may_leave(slot, sq)
    }

    /// What a capture wins at once, promotion included, and what stands on
    /// the square afterwards.
    #[inline]
    pub fn capture_gain(&self, slot: usize, sq: Square, victim: PieceType) -> (Value, Piece) {
        let piece = self.piece(slot);
        let (pt, c) = (piece.piece_type(), piece.color());
        let becomes = G::becomes(pt, c, self.square(slot), sq);
        let promotion = self.values.board(becomes) - self.values.board(pt);
        (self.values.capture(victim) + promotion, Piece::new(c, becomes))
    }

    /// The exchange on a square with outside alternatives, `side` to move in
    /// this view: it may stop, capture there, or take what has come loose
    /// elsewhere against the board of `relations`.
    ///
    /// `moved` are the pieces that left their posts to make this view.
    pub fn follow_up(&self, sq: Square, side: Color, moved: Slots, relations: &Relations) -> FollowUp {
        let mut view = self.clone();
        // For each node the balance of what is loose, seen from its side to
        // move, and what its capture gains.
        let mut nodes: ArrayVec<(Value, Value), MAX_CAPTURES> = ArrayVec::new();
        let mut attackers = view.attackers(sq);
        let mut on_square = view.piece_at(sq);
        let mut left = moved & relations.tied;
        let mut side = side;
        let last = loop {
            let balance = if left == 0 { 0 } else { view.loose(left, sq, side, relations) };
            let Some(slot) = view.least_costly(sq, side, attackers, relations) else {
                break balance;
            };
            let (gain, becomes) = view.capture_gain(slot, sq, on_square.piece_type());
            if on_square.piece_type() == G::KING || nodes.try_push((balance, gain)).is_err() {
                break balance;
            }
            on_square = becomes;
            attackers &= !bit(slot);
            view.remove(slot);
            view.occupy(sq, becomes);
            if let Some(behind) = view.uncovered_by(sq, slot) {
                attackers |= bit(behind);
            }
            left |= bit(slot) & relations.tied;
            side = !side;
        };
        let mut result = FollowUp { value: last.max(0), captures: 0 };
        for &(balance, gain) in nodes.iter().rev() {
            let go_on = gain - result.value;
            let stop = balance.max(0);
            if go_on > stop {
                result.value = go_on;
                result.captures += 1;
            } else {
                result = FollowUp { value: stop, captures: 0 };
            }
        }
        result
    }

    /// The attacker with the smallest sum of own value and broken tie.
    #[inline]
    fn least_costly(
        &self,
        sq: Square,
        side: Color,
        attackers: Slots,
        relations: &Relations,
    ) -> Option<usize> {
        let own = attackers & self.side(side);
        if own & relations.tied == 0 {
            return self.cheapest(sq, side, attackers);
        }
        slots(own).filter(|&slot| self.may_capture(slot, sq, attackers)).min_by_key(|&slot| {
            self.values.capture(self.piece(slot).piece_type()) + relations.tie_cost(slot, side, sq)
        })
    }

    /// What a side has in a mate in one: everything, if it is to move or
    /// gets the move, and the board is not in check.
    fn mate_value(&self, gainer: Color, side: Color) -> Value {
        let board = self.to_board(side);
        let mates = !board.is_in_check(side) && mate_in_one(&board, gainer).is_some();
        if mates { MATE_GAIN } else { 0 }
    }

    /// What has come loose elsewhere than on a square since these tied pieces
    /// left their posts: the most that `side` could newly win, less the most
    /// that the other side could.
    fn loose(&self, left: Slots, sq: Square, side: Color, relations: &Relations) -> Value {
        let mut most = ByColor([0; 2]);
        for tie in relations.ties.iter().filter(|tie| left & bit(tie.piece as usize) != 0) {
            let object = tie.object as usize;
            if tie.kind != TieKind::Mate && tie.on == sq || self.gone & bit(object) != 0 {
                continue;
            }
            let amount = match tie.kind {
                TieKind::Capture => self.swap_off(tie.on, tie.gainer) - relations.at_risk[object],
                TieKind::Promotion => {
                    // Still guarded if the piece went where it guards as before.
                    let guards = self.attackers(tie.on) & self.side(!tie.gainer);
                    if guards == 0 && !self.occupied.contains(tie.on) { tie.amount } else { 0 }
                }
                TieKind::Mate => self.mate_value(tie.gainer, side),
            };
            most[tie.gainer] = amount.max(most[tie.gainer]);
        }
        most[side] - most[!side]
    }
}
