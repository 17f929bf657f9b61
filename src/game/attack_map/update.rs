//! The map of a board from the map of another that is almost the same.

use std::ops::Range;

use super::{AttackMap, MAX_SLOTS, Slots, bit, slots};
use crate::game::{
    Board, ByColor, Color, Geometry, MAX_SQUARES, Piece, PieceType, PieceValues, Square, SquareSet,
};

/// With more squares that have changed, the board is scanned anew.
const MOST_CHANGED: u32 = 8;

impl<G: Geometry> AttackMap<G> {
    /// Makes the map that [`AttackMap::build`] makes of a board, with the same values as
    /// before; in less time where only few squares have changed, as from one position of a search
    /// to the next.
    ///
    /// Only pieces that have come, and sliders that attack a square that has
    /// changed, are scanned. The slots keep their order, so that a map does not
    /// depend on the boards before.
    pub fn update<B: Board<Geometry = G>>(&mut self, board: &B, values: &PieceValues) {
        let mut changed = (self.occupied ^ board.occupied()) | (self.white ^ board.by_color(Color::White));
        for &pt in G::PIECE_TYPES {
            changed |= self.by_type[pt.index()] ^ board.by_type(pt);
        }
        if changed.is_empty() {
            return;
        }
        // An empty map has no order yet.
        if changed.len() > MOST_CHANGED || self.present == 0 {
            self.build(board, values);
            return;
        }
        let mut leaving: Slots = 0;
        (changed & self.occupied).for_each(|sq| leaving |= bit(self.slot_on(sq)));
        let mut stale = leaving;
        let mut scanned = changed;
        for slider in slots(self.sliders & !leaving) {
            if !(self.attacks[slider] & changed).is_empty() {
                stale |= bit(slider);
                scanned |= G::Bitboard::of(self.squares[slider]);
            }
        }
        self.change_sets(|set| set & !stale);
        self.renumber(board, leaving, changed & board.occupied());
        self.occupied = board.occupied();
        self.white = board.by_color(Color::White);
        (scanned & self.occupied).for_each(|sq| self.scan(self.slot_on(sq)));
        self.sum_up();
    }

    /// Takes pieces out and puts those that have come to some squares in.
    fn renumber<B: Board<Geometry = G>>(&mut self, board: &B, mut leaving: Slots, mut come: G::Bitboard) {
        // From the last on, so that those that are still to be taken out keep their numbers.
        while leaving != 0 {
            let slot = MAX_SLOTS - 1 - leaving.leading_zeros() as usize;
            leaving &= !bit(slot);
            let pt = self.pieces[slot].piece_type();
            let of_type = &mut self.by_type[pt.index()];
            *of_type = of_type.without(self.squares[slot]);
            // Mostly another of its type comes: itself, moved. Where it took one of the same
            // type, that one is still there.
            match (come & board.by_type(pt)).first() {
                Some(to) if !self.by_type[pt.index()].contains(to) => {
                    come = come.without(to);
                    let place = self.place(pt, to);
                    if place != slot {
                        leaving = self.turn(slot, place, leaving);
                    }
                    self.put(board, place, pt, to);
                }
                _ => self.close(slot),
            }
        }
        come.for_each(|to| {
            if let Some(piece) = board.piece_on(to) {
                let slot = self.place(piece.piece_type(), to);
                self.open(slot);
                self.put(board, slot, piece.piece_type(), to);
            }
        });
    }

    /// The slot of a piece that comes to a square.
    #[inline]
    fn place(&self, pt: PieceType, to: Square) -> usize {
        let before = self.by_type[pt.index()].to_bits() & ((1 << to.index()) - 1);
        self.first[pt.index()] as usize + before.count_ones() as usize
    }

    /// Puts a piece into a slot.
    #[inline]
    fn put<B: Board<Geometry = G>>(&mut self, board: &B, slot: usize, pt: PieceType, to: Square) {
        let c = if board.by_color(Color::White).contains(to) { Color::White } else { Color::Black };
        self.squares[slot] = to;
        self.pieces[slot] = Piece::new(c, pt);
        self.slot_of[to.index()] = slot as u8;
        self.by_type[pt.index()] |= G::Bitboard::of(to);
        self.present |= bit(slot);
        self.sliders |= if G::is_slider(pt) { bit(slot) } else { 0 };
        self.side[c] |= bit(slot);
        self.side[!c] &= !bit(slot);
    }

    /// Moves a slot to another place among those of its type, and those between by one. Gives
    /// the slots that are still to be taken out, with their numbers changed.
    fn turn(&mut self, slot: usize, place: usize, leaving: Slots) -> Slots {
        let (low, high) = (slot.min(place), slot.max(place));
        let between = (bit(high) - bit(low)) << 1 | bit(low);
        let up = place < slot;
        // The slot itself is in none of the sets.
        let moved = |set: Slots| {
            let inside = set & between;
            let inside = if up { inside << 1 } else { inside >> 1 };
            (set & !between) | (inside & between)
        };
        self.change_sets(moved);
        self.side = ByColor(self.side.0.map(moved));
        for step in 0..high - low {
            let (from, to) = if up { (high - 1 - step, high - step) } else { (low + 1 + step, low + step) };
            self.squares[to] = self.squares[from];
            self.pieces[to] = self.pieces[from];
            self.attacks[to] = self.attacks[from];
            self.behind[to] = self.behind[from];
            // Another piece may have come to where one stood that is still to be taken out.
            if leaving & bit(from) == 0 {
                self.slot_of[self.squares[to].index()] = to as u8;
            }
        }
        self.behind[place] = 0;
        moved(leaving)
    }

    /// Takes a slot out: those behind it move up.
    fn close(&mut self, slot: usize) {
        let low = bit(slot) - 1;
        self.move_slots(slot + 1..MAX_SLOTS - 1, slot, |set| (set & low) | ((set >> 1) & !low));
        for (first, free) in self.first.iter_mut().zip(&mut self.free) {
            *first -= u8::from(*first > slot as u8);
            *free -= u8::from(*free > slot as u8);
        }
        self.note_slots(slot);
    }

    /// Makes room for a slot.
    fn open(&mut self, slot: usize) {
        let low = bit(slot) - 1;
        self.move_slots(slot..MAX_SLOTS - 2, slot + 1, |set| (set & low) | ((set & !low) << 1));
        self.behind[slot] = 0;
        for (first, free) in self.first.iter_mut().zip(&mut self.free) {
            // Those of types that the game does not have mean nothing, and may run over.
            *first = first.wrapping_add(u8::from(*first > slot as u8));
            *free = free.wrapping_add(u8::from(*free >= slot as u8));
        }
        self.note_slots(slot);
    }

    /// Moves some slots to others, and their numbers in all sets.
    #[inline]
    fn move_slots(&mut self, from: Range<usize>, to: usize, moved: impl Fn(Slots) -> Slots + Copy) {
        self.change_sets(moved);
        [self.present, self.sliders] = [self.present, self.sliders].map(moved);
        self.side = ByColor(self.side.0.map(moved));
        self.squares.copy_within(from.clone(), to);
        self.pieces.copy_within(from.clone(), to);
        self.attacks.copy_within(from.clone(), to);
        self.behind.copy_within(from, to);
    }

    /// Changes the sets of attackers, of all squares and pieces.
    #[inline]
    fn change_sets(&mut self, change: impl Fn(Slots) -> Slots) {
        for set in &mut self.attackers[..MAX_SQUARES] {
            *set = change(*set);
        }
        for set in &mut self.behind {
            *set = change(*set);
        }
    }

    /// Notes where the pieces from a slot on stand.
    #[inline]
    fn note_slots(&mut self, from: usize) {
        for slot in slots(self.present & !(bit(from) - 1)) {
            self.slot_of[self.squares[slot].index()] = slot as u8;
        }
    }
}
