//! A small board with its attacks: the exchange on a square as everywhere
//! ([`Exchange`]), and the exchange with outside alternatives that minds ties and
//! so sees overloaded defenders.
//!
//! The latter adds that a side may, instead of capturing on, take what
//! has come loose elsewhere because a piece left its post: a tie. What is
//! loose is measured as a level against the board before the exchange, never
//! as an increment of a single step, or a defender overloaded bit by bit
//! would be missed.

use crate::game::attack_map::{NO_SLOT, Slots, slots, slots_on};
use crate::game::{AttackMap, Board, ByColor, Color, Geometry, MoveParts, Piece, PieceValues, Square};
use crate::game::{SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, mate_in_one};
use super::ties::{Stakes, TieKind};
use crate::soma::exchange::{Chain, Exchange};

/// What an exchange led to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FollowUp {
    /// What the side to move gains from here on.
    pub value: Value,
    /// How many captures on the square are worth making.
    pub captures: u8,
}

/// A small board whose attacks have been scanned.
#[derive(Clone, Debug)]
pub(crate) struct ScannedBoard<G: Geometry> {
    pub board: MiniBoard<G>,
    pub map: AttackMap<G>,
    pub values: &'static PieceValues,
}

impl<G: Geometry> ScannedBoard<G> {
    pub fn new(board: MiniBoard<G>, values: &'static PieceValues) -> Self {
        let mut map = AttackMap::new();
        map.build(&board, values);
        Self { board, map, values }
    }

    /// The board after a move of a side; its map is made from this one.
    pub fn after(&self, us: Color, m: &MoveParts) -> Self {
        let board = self.board.after(us, m);
        let mut map = self.map.clone();
        map.update(&board, self.values);
        Self { board, map, values: self.values }
    }

    /// The piece on an occupied square.
    pub(crate) fn piece_at(&self, sq: Square) -> Piece {
        self.map.piece(self.map.slot_on(sq))
    }

    /// The pieces of both sides that attack a square. Pins do not count.
    pub fn attackers(&self, sq: Square) -> Slots {
        if self.map.occupied.contains(sq) {
            return self.map.attackers(sq);
        }
        slots_on::<MiniBoard<G>>(&self.map, self.board.attackers_to(sq, self.map.occupied))
    }

    /// The pieces that give check to a side's king.
    pub fn checkers(&self, us: Color) -> Slots {
        match self.map.king[us] {
            NO_SLOT => 0,
            king => self.map.attackers(self.map.square(king as usize)) & self.map.side[!us],
        }
    }

    pub fn exchange(&self) -> Exchange<'_, G> {
        Exchange::new(&self.map, self.values, self.map.pinned)
    }

    /// What a side gains by starting the exchange on an occupied square; not below 0, as it need not start.
    pub(crate) fn swap_off(&self, sq: Square, by: Color) -> Value {
        if self.piece_at(sq).piece_type() == G::KING {
            return 0;
        }
        self.exchange().value(self.map.slot_on(sq), by, &mut Chain::new())
    }

    /// The exchange on an occupied square with outside alternatives: the side to
    /// move may stop, capture there, or take what has come loose elsewhere
    /// against the board of `stakes` since these squares were left.
    pub fn follow_up(&self, sq: Square, left: G::Bitboard, stakes: &Stakes<G>) -> FollowUp {
        let loose = if (left & stakes.tied).is_empty() { 0 } else { self.loose(left, sq, stakes) };
        let stop = FollowUp { value: loose.max(0), captures: 0 };
        let victim = self.piece_at(sq).piece_type();
        let Some(slot) = self.least_costly(sq, stakes).filter(|_| victim != G::KING) else { return stop };
        let (piece, from) = (self.map.piece(slot), self.map.square(slot));
        let m = MoveParts::of_piece::<G>(piece, from, sq, Some((sq, victim)));
        let next = self.after(piece.color(), &m).follow_up(sq, left | G::Bitboard::of(from), stakes);
        let value = self.values.gain(&m) - next.value;
        if value > stop.value { FollowUp { value, captures: next.captures + 1 } } else { stop }
    }

    /// The attacker of the side to move with the smallest sum of own value and broken tie.
    fn least_costly(&self, sq: Square, stakes: &Stakes<G>) -> Option<usize> {
        let side = self.board.side_to_move();
        let (exchange, attackers) = (self.exchange(), self.map.attackers(sq));
        let own = slots(attackers & self.map.side[side]);
        own.filter(|&slot| exchange.may_capture(slot, sq, attackers)).min_by_key(|&slot| {
            self.values.capture(self.map.piece(slot).piece_type())
                + stakes.tie_cost(self.map.square(slot), side, sq)
        })
    }

    /// What has come loose elsewhere than on a square since tied pieces
    /// left these squares: the most that the side to move could newly win, less the
    /// most that the other side could.
    fn loose(&self, left: G::Bitboard, sq: Square, stakes: &Stakes<G>) -> Value {
        let side = self.board.side_to_move();
        let mut most = ByColor([0; 2]);
        for tie in stakes.ties.iter().filter(|tie| left.contains(tie.piece)) {
            let is_gone = tie.object == sq || !self.map.occupied.contains(tie.object);
            if tie.kind != TieKind::Mate && tie.on == sq || is_gone {
                continue;
            }
            let amount = match tie.kind {
                TieKind::Capture => self.swap_off(tie.on, tie.gainer) - stakes.at_risk[tie.object.index()],
                TieKind::Promotion => {
                    // Still guarded if the piece went where it guards as before.
                    let guards = self.attackers(tie.on) & self.map.side[!tie.gainer];
                    if guards == 0 && !self.map.occupied.contains(tie.on) { tie.amount } else { 0 }
                }
                // Everything, if the gainer is to move or gets the move, and the board is not in check.
                TieKind::Mate if self.board.is_in_check(side) => 0,
                TieKind::Mate => mate_in_one(&self.board, tie.gainer).map_or(0, |_| MATE_GAIN),
            };
            most[tie.gainer] = amount.max(most[tie.gainer]);
        }
        most[side] - most[!side]
    }
}
