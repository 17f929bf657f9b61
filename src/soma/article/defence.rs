//! The answers to a threat: run, block, defend; and the answers to a check.
//! Capturing the attacker is an entry of its own. Moves are only listed here;
//! whether they are safe and what they save is weighed elsewhere.

use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{Board, Color, Geometry, MoveParts, PieceType, Square, SquareSet};

use super::board::MiniBoard;
use super::moves::{drop_on, drops, is_allowed_drop};
use super::view::View;
use super::xref::{EntryKind, XrefEntry, XrefFlags};

/// Squares tried for dropping one type of piece as a guard.
const GUARD_DROPS: usize = 4;

/// How a threat is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The target leaves.
    Run,
    /// A piece goes between attacker and target, or onto the square of a promotion.
    Block,
    /// A piece guards the target, or the square of a promotion.
    Defend,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 3] = [Self::Run, Self::Block, Self::Defend];

    /// The flag that says the method works.
    pub const fn flag(self) -> XrefFlags {
        match self {
            Self::Run => XrefFlags::CAN_RUN,
            Self::Block => XrefFlags::CAN_BLOCK,
            Self::Defend => XrefFlags::CAN_DEFEND,
        }
    }
}

/// Takes a move and the slot of its piece ([`NO_SLOT`] for a drop).
type Sink<'a> = &'a mut dyn FnMut(MoveParts, u8);

/// Lists moves of the side under threat that answer by one method. Of the
/// pieces in hand only the cheapest is tried as a block.
pub fn for_each_answer<G: Geometry>(view: &View<'_, G>, threat: &XrefEntry, method: Method, sink: Sink<'_>) {
    let us = !threat.side;
    let attacker = view.map.square(threat.mover as usize);
    let promotion = threat.kind == EntryKind::Promotion;
    let point = if promotion { threat.parts.to } else { view.map.square(threat.target as usize) };
    let not_moving = if promotion { 0 } else { bit(threat.target as usize) };
    match method {
        Method::Run if promotion => {}
        Method::Run => run(view, threat.target as usize, sink),
        Method::Block => {
            let mut squares = G::between(attacker, point);
            if promotion {
                squares |= G::Bitboard::of(point);
            }
            for to in squares.squares() {
                go_to(view, us, to, not_moving, false, sink);
            }
        }
        Method::Defend => defend(view, us, point, not_moving, sink),
    }
}

/// Every legal answer of a side to these checkers.
pub fn for_each_evasion<G: Geometry>(view: &View<'_, G>, us: Color, checkers: Slots, sink: Sink<'_>) {
    let king = view.map.king[us];
    if king == NO_SLOT {
        return;
    }
    run(view, king as usize, sink);
    let at = view.map.square(king as usize);
    for to in (G::steps_from(G::KING, us, at) & view.board.by_color(!us)).squares() {
        let m = with_capture(view, king as usize, to, to);
        if is_safe_for_king(view, us, &m) {
            sink(m, king);
        }
    }
    if checkers.count_ones() > 1 {
        return;
    }
    let checker = view.map.square(checkers.trailing_zeros() as usize);
    let around = view.map.attackers(checker);
    for mover in slots(around & view.map.side[us] & !bit(king as usize)) {
        if view.may_leave(mover, checker) {
            sink(with_capture(view, mover, checker, checker), mover as u8);
        }
    }
    if let Some((to, pawn)) = view.board.en_passant()
        && pawn == checker
    {
        let taken = view.piece_at(pawn).piece_type();
        for mover in slots(view.attackers(to) & view.map.side[us]) {
            if view.piece(mover).piece_type() == taken && view.may_leave(mover, to) {
                sink(with_capture(view, mover, to, pawn), mover as u8);
            }
        }
    }
    for to in G::between(checker, at).squares() {
        go_to(view, us, to, bit(king as usize), true, sink);
    }
}

/// A quiet move of a piece, promoted where that is possible.
fn quiet<G: Geometry>(view: &View<'_, G>, mover: usize, to: Square) -> MoveParts {
    let piece = view.map.piece(mover);
    let from = view.map.square(mover);
    let becomes = G::becomes(piece.piece_type(), piece.color(), from, to);
    MoveParts { from: Some(from), to, piece: piece.piece_type(), becomes, captured: None }
}

fn with_capture<G: Geometry>(view: &View<'_, G>, mover: usize, to: Square, taken: Square) -> MoveParts {
    let victim = view.piece_at(taken).piece_type();
    MoveParts { captured: Some((taken, victim)), ..quiet(view, mover, to) }
}

/// The quiet moves of a threatened piece; of a king the legal ones.
fn run<G: Geometry>(view: &View<'_, G>, target: usize, sink: Sink<'_>) {
    let piece = view.map.piece(target);
    let (pt, c) = (piece.piece_type(), piece.color());
    let from = view.map.square(target);
    for to in G::quiets_from(pt, c, from, view.occupied).squares() {
        let m = quiet(view, target, to);
        let legal = if pt == G::KING { is_safe_for_king(view, c, &m) } else { view.may_leave(target, to) };
        if legal {
            sink(m, target as u8);
        }
    }
}

fn is_safe_for_king<G: Geometry>(view: &View<'_, G>, us: Color, m: &MoveParts) -> bool {
    let after = view.after(us, m);
    after.attackers(m.to) & after.side(!us) == 0
}

/// All moves of a side, the king's aside, to one empty square, and drops
/// there: of every type, or of the cheapest.
fn go_to<G: Geometry>(
    view: &View<'_, G>,
    us: Color,
    to: Square,
    not_moving: Slots,
    all_drops: bool,
    sink: Sink<'_>,
) {
    let movers = slots_on::<MiniBoard<G>>(view.map, G::movers_to(view.board, us, to));
    for mover in slots(movers & !not_moving) {
        if view.map.piece(mover).piece_type() != G::KING && view.may_leave(mover, to) {
            sink(quiet(view, mover, to), mover as u8);
        }
    }
    for &pt in G::DROPPABLE {
        if can_drop(view, us, pt, to) {
            sink(drop_on(pt, to), NO_SLOT);
            if !all_drops {
                break;
            }
        }
    }
}

/// Moves and drops of a side after which the piece guards a square.
fn defend<G: Geometry>(view: &View<'_, G>, us: Color, point: Square, not_moving: Slots, sink: Sink<'_>) {
    for mover in slots(view.map.side[us] & !not_moving) {
        let pt = view.map.piece(mover).piece_type();
        let from = view.map.square(mover);
        if view.map.attacks(mover).contains(point) {
            continue;
        }
        for to in G::quiets_from(pt, us, from, view.occupied).squares() {
            let becomes = G::becomes(pt, us, from, to);
            let occupied = view.occupied.without(from);
            let m = quiet(view, mover, to);
            let legal =
                || if pt == G::KING { is_safe_for_king(view, us, &m) } else { view.may_leave(mover, to) };
            if G::attacks_from(becomes, us, to, occupied).contains(point) && legal() {
                sink(m, mover as u8);
            }
        }
    }
    for &pt in G::DROPPABLE {
        // The squares from which a piece of ours attacks the point are those
        // that a piece of theirs on the point attacks.
        let from = G::attacks_from(pt, !us, point, view.occupied) & drops(view.board, us, pt);
        for to in from.squares().filter(|&to| is_allowed_drop(view.board, us, pt, to)).take(GUARD_DROPS) {
            sink(drop_on(pt, to), NO_SLOT);
        }
    }
}

fn can_drop<G: Geometry>(view: &View<'_, G>, us: Color, pt: PieceType, to: Square) -> bool {
    drops(view.board, us, pt).contains(to) && is_allowed_drop(view.board, us, pt, to)
}
