//! Legal move generation, kind by kind.
//!
//! Moves go to a sink as sets of destinations: a list expands them, a counter
//! only counts bits.

use crate::game::{Color, GenKind, GenType, MoveList, PieceType, Square, SquareSet};

use super::attacks::{attacks_from, between, direction, ray, steps_from};
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{BISHOP, DRAGON, GOLD, HAND, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::state::State;

/// Takes generated moves, set by set.
pub(crate) trait Sink {
    /// One piece to each of these squares.
    fn piece(&mut self, from: Square, to: Bitboard, promote: bool);
    /// A pawn of `c` to each of these squares, each from the square behind.
    fn pawns(&mut self, c: Color, to: Bitboard, promote: bool);
    /// A piece dropped on each of these squares.
    fn drops(&mut self, pt: PieceType, to: Bitboard);
}

impl Sink for MoveList<Move> {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard, promote: bool) {
        if promote {
            to.for_each(|to| self.push(Move::promotion(from, to)));
        } else {
            to.for_each(|to| self.push(Move::new(from, to)));
        }
    }

    #[inline]
    fn pawns(&mut self, c: Color, to: Bitboard, promote: bool) {
        let back = |to: Square| match c {
            Color::Black => Square::new(to.raw() + 1),
            Color::White => Square::new(to.raw() - 1),
        };
        if promote {
            to.for_each(|to| self.push(Move::promotion(back(to), to)));
        } else {
            to.for_each(|to| self.push(Move::new(back(to), to)));
        }
    }

    #[inline]
    fn drops(&mut self, pt: PieceType, to: Bitboard) {
        to.for_each(|to| self.push(Move::drop(pt, to)));
    }
}

/// Counts moves without listing them.
#[derive(Debug, Default)]
pub(crate) struct Counter(pub usize);

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, to: Bitboard, _: bool) {
        self.0 += to.len() as usize;
    }

    #[inline]
    fn pawns(&mut self, _: Color, to: Bitboard, _: bool) {
        self.0 += to.len() as usize;
    }

    #[inline]
    fn drops(&mut self, _: PieceType, to: Bitboard) {
        self.0 += to.len() as usize;
    }
}

/// Ranks on which a player promotes.
pub(super) const ZONE_RANKS: usize = 3;
/// Ranks that a knight leaps, the farthest that a piece goes without sliding.
const LEAP_RANKS: usize = 2;

/// The promotion zone of each side.
pub(super) const fn zone(c: Color) -> Bitboard {
    match c {
        Color::Black => const { Bitboard::far_ranks(Color::Black, ZONE_RANKS) },
        Color::White => const { Bitboard::far_ranks(Color::White, ZONE_RANKS) },
    }
}

/// The promotion zone and the squares from which a step or a knight's leap
/// goes there.
pub(super) const fn near_zone(c: Color) -> Bitboard {
    match c {
        Color::Black => const { Bitboard::far_ranks(Color::Black, ZONE_RANKS + LEAP_RANKS) },
        Color::White => const { Bitboard::far_ranks(Color::White, ZONE_RANKS + LEAP_RANKS) },
    }
}

/// The squares on which an unpromoted piece of the type could never move again.
pub(super) const fn dead_ranks(pt: PieceType, c: Color) -> Bitboard {
    match (pt, c) {
        (PAWN | LANCE, Color::Black) => const { Bitboard::far_ranks(Color::Black, 1) },
        (PAWN | LANCE, Color::White) => const { Bitboard::far_ranks(Color::White, 1) },
        (KNIGHT, Color::Black) => const { Bitboard::far_ranks(Color::Black, 2) },
        (KNIGHT, Color::White) => const { Bitboard::far_ranks(Color::White, 2) },
        _ => Bitboard(0),
    }
}

/// The squares on which a search never leaves a piece of the type unpromoted.
pub(super) const fn useless_ranks(pt: PieceType, c: Color) -> Bitboard {
    match (pt, c) {
        (LANCE | KNIGHT, Color::Black) => const { Bitboard::far_ranks(Color::Black, 2) },
        (LANCE | KNIGHT, Color::White) => const { Bitboard::far_ranks(Color::White, 2) },
        _ => zone(c),
    }
}

impl State {
    /// Sends all legal moves of a kind to a sink.
    #[inline]
    pub(crate) fn generate_to<G: GenType, S: Sink>(&self, sink: &mut S) {
        match self.stm {
            Color::Black => self.generate_for::<G, S>(Color::Black, sink),
            Color::White => self.generate_for::<G, S>(Color::White, sink),
        }
    }

    #[inline(always)]
    fn generate_for<G: GenType, S: Sink>(&self, us: Color, sink: &mut S) {
        let own = self.by_color(us);
        let theirs = self.by_color(!us);
        let empty = Bitboard::ALL & !(own | theirs);
        let checkers = self.checkers;
        let king_targets = match G::KIND {
            GenKind::All | GenKind::Evasions => Bitboard::ALL & !own,
            GenKind::Captures => theirs,
            GenKind::Quiets => empty,
        };
        self.generate_king(us, king_targets, checkers, sink);
        if checkers.is_empty() {
            debug_assert!(G::KIND != GenKind::Evasions, "evasions without a check");
            self.generate_pieces::<G, S>(us, king_targets, empty, sink);
            if G::KIND != GenKind::Captures {
                self.generate_drops(us, empty, sink);
            }
        } else if !checkers.has_many() {
            debug_assert!(matches!(G::KIND, GenKind::All | GenKind::Evasions), "moves of a kind in check");
            let (Some(king), Some(checker)) = (self.king(us), checkers.first()) else { return };
            let line = between(king, checker);
            self.generate_pieces::<G, S>(us, line | checkers, line, sink);
            self.generate_drops(us, line, sink);
        }
    }

    /// King moves to squares that are not attacked once the king has left.
    #[inline(always)]
    fn generate_king<S: Sink>(&self, us: Color, targets: Bitboard, checkers: Bitboard, sink: &mut S) {
        let Some(king) = self.king(us) else { return };
        let occupied = self.occupied ^ Bitboard::of(king);
        let mut to = steps_from(KING, us, king) & targets;
        // The square behind the king on a checking slider's line is attacked
        // too, which `occupied` without the king shows.
        let mut safe = Bitboard::EMPTY;
        let _ = checkers;
        while let Some(sq) = to.pop_first() {
            if !self.is_attacked(sq, !us, occupied) {
                safe |= Bitboard::of(sq);
            }
        }
        sink.piece(king, safe, false);
    }

    /// Moves of all pieces but the king to the target squares; `empty` are
    /// those of the targets to which a pawn promotes as a "capture".
    #[inline(always)]
    fn generate_pieces<G: GenType, S: Sink>(
        &self,
        us: Color,
        targets: Bitboard,
        empty: Bitboard,
        sink: &mut S,
    ) {
        let all = matches!(G::KIND, GenKind::All);
        let own = self.by_color(us);
        let occupied = self.occupied;
        let zone = zone(us);
        let pinned = self.blockers_for_king(us) & own;
        // A pinned piece may move along its line.
        let line_of = |from: Square| -> Bitboard {
            match self.king(us) {
                Some(king) if pinned.contains(from) => ray(direction(king, from) as usize, king),
                _ => Bitboard::ALL,
            }
        };

        // Pawns, all at once; the pinned ones apart.
        let pawn_targets = match G::KIND {
            GenKind::Captures => targets | empty & zone,
            GenKind::Quiets => targets & !zone,
            GenKind::All | GenKind::Evasions => targets,
        };
        let pawns = own & self.by_type(PAWN);
        let mut pawn_sets = |to: Bitboard| {
            sink.pawns(us, to & zone, true);
            let plain = if all { to & !dead_ranks(PAWN, us) } else { to & !zone };
            sink.pawns(us, plain, false);
        };
        pawn_sets((pawns & !pinned).forward(us) & pawn_targets);
        (pawns & pinned)
            .for_each(|from| pawn_sets(Bitboard::of(from).forward(us) & pawn_targets & line_of(from)));

        // Lances and knights promote where they arrive.
        for pt in [LANCE, KNIGHT] {
            let stay = if all { dead_ranks(pt, us) } else { useless_ranks(pt, us) };
            (own & self.by_type(pt)).for_each(|from| {
                let to = attacks_from(pt, us, from, occupied) & targets & line_of(from);
                sink.piece(from, to & zone, true);
                sink.piece(from, to & !stay, false);
            });
        }

        // Silvers, bishops and rooks promote by arriving or by leaving.
        (own & self.by_type(SILVER)).for_each(|from| {
            let to = steps_from(SILVER, us, from) & targets & line_of(from);
            sink.piece(from, if zone.contains(from) { to } else { to & zone }, true);
            sink.piece(from, to, false);
        });
        for pt in [BISHOP, ROOK] {
            (own & self.by_type(pt)).for_each(|from| {
                let to = attacks_from(pt, us, from, occupied) & targets & line_of(from);
                let promoting = if zone.contains(from) { to } else { to & zone };
                sink.piece(from, promoting, true);
                sink.piece(from, if all { to } else { to & !promoting }, false);
            });
        }

        (own & self.golds()).for_each(|from| {
            sink.piece(from, steps_from(GOLD, us, from) & targets & line_of(from), false);
        });
        for pt in [HORSE, DRAGON] {
            (own & self.by_type(pt)).for_each(|from| {
                sink.piece(from, attacks_from(pt, us, from, occupied) & targets & line_of(from), false);
            });
        }
    }

    /// Drops on the target squares, all of them empty.
    #[inline(always)]
    fn generate_drops<S: Sink>(&self, us: Color, targets: Bitboard, sink: &mut S) {
        let hand = self.hand_of(us);
        if hand.is_empty() || targets.is_empty() {
            return;
        }
        if hand.has(PAWN) {
            let mut to = self.pawn_drop_targets(us, targets);
            if let Some(king) = self.king(!us)
                && let Some(head) = (steps_from(PAWN, !us, king) & to).first()
                && self.is_drop_pawn_mate(head)
            {
                to &= !Bitboard::of(head);
            }
            sink.drops(PAWN, to);
        }
        for &pt in &HAND[1..] {
            if hand.has(pt) {
                sink.drops(pt, targets & !dead_ranks(pt, us));
            }
        }
    }

    /// The squares among these on which a pawn may be dropped, drop-pawn mate
    /// aside: not the last rank, no second pawn on a file (nifu).
    #[inline]
    pub(super) fn pawn_drop_targets(&self, us: Color, targets: Bitboard) -> Bitboard {
        let own_pawns = self.by_color(us) & self.by_type(PAWN);
        targets & !own_pawns.fill_files() & !dead_ranks(PAWN, us)
    }
}
