//! Who attacks what: the one scan of the board that evaluation, SUPER-SOMA and
//! search share (A1 of the article's outline, Rollason 2006).
//!
//! Pieces are numbered in *slots* by rising capture value, so that a set of
//! pieces is one `u64` and its lowest bit is the piece that takes part in an
//! exchange first. After the pieces of each type one slot stays free: a piece
//! that is about to arrive (dropped, or moved and perhaps promoted) takes it
//! and stands at its right place in the order.

use arrayvec::ArrayVec;

use super::{
    BitboardOf, Board, ByColor, Color, Geometry, MAX_PIECE_TYPES, MAX_PIECES, MAX_SQUARES, Piece, PieceType,
    PieceValues, Square, SquareSet,
};

/// A set of slots.
pub type Slots = u64;

/// How many slots there are: all pieces, one free slot a type, and some to
/// spare, as a set of slots is one machine word.
pub const MAX_SLOTS: usize = 64;
const _: () = assert!(MAX_PIECES + MAX_PIECE_TYPES < SPARE_SLOT);
/// A slot that no type uses: for a second arrival of the same type.
pub const SPARE_SLOT: usize = MAX_SLOTS - 2;
/// The number that stands for no slot.
pub const NO_SLOT: u8 = u8::MAX;
/// More lines than any position has: 8 from each of 4 majors, 1 a lance, 8 a
/// queen would need nine queens of one side.
const MAX_LINES: usize = 80;

/// The slots of a set, by rising value.
#[derive(Clone, Copy, Debug)]
pub struct SlotIter(Slots);

impl Iterator for SlotIter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let slot = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(slot)
    }
}

/// Iterates over a set of slots, by rising value.
#[inline]
pub const fn slots(set: Slots) -> SlotIter {
    SlotIter(set)
}

/// The set of one slot.
#[inline]
pub const fn bit(slot: usize) -> Slots {
    1 << (slot & (MAX_SLOTS - 1))
}

/// Room for every number that a [`Square`] can hold, so that none has to be checked.
const SQUARE_ROOM: usize = u8::MAX as usize + 1;

/// A slider, the first piece on one of its rays, and the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The slot of the slider.
    pub slider: u8,
    /// The slot of the first piece in its way.
    pub first: u8,
    /// The slot of the piece behind the first, or [`NO_SLOT`].
    pub second: u8,
}

/// The attacks of all pieces of a position.
#[derive(Clone, Debug)]
pub struct AttackMap<G: Geometry> {
    /// Every slot in use.
    pub present: Slots,
    /// The slots of each side.
    pub side: ByColor<Slots>,
    /// The slots of sliders.
    pub sliders: Slots,
    /// The first slot of each piece type, and its free one.
    first: [u8; MAX_PIECE_TYPES],
    free: [u8; MAX_PIECE_TYPES],
    squares: [Square; MAX_SLOTS],
    pieces: [Piece; MAX_SLOTS],
    attacks: [G::Bitboard; MAX_SLOTS],
    slot_of: [u8; SQUARE_ROOM],
    attackers: [Slots; SQUARE_ROOM],
    /// The squares each side attacks.
    pub attacked: ByColor<G::Bitboard>,
    /// The squares each side attacks at least twice.
    pub attacked_twice: ByColor<G::Bitboard>,
    /// All pieces.
    pub occupied: G::Bitboard,
    /// Every line from a slider to a first piece.
    pub lines: ArrayVec<Line, MAX_LINES>,
    /// For each slot the sliders of either side that it stands in the way of.
    behind: [Slots; MAX_SLOTS],
    /// Pieces that may not leave their line because their king stands behind.
    pub pinned: Slots,
    pinner: [u8; MAX_SLOTS],
    /// The slot of each king, or [`NO_SLOT`].
    pub king: ByColor<u8>,
}

impl<G: Geometry> AttackMap<G> {
    /// An empty map, to be filled by [`AttackMap::build`].
    pub fn new() -> Self {
        Self {
            present: 0,
            side: ByColor([0; 2]),
            sliders: 0,
            first: [0; MAX_PIECE_TYPES],
            free: [0; MAX_PIECE_TYPES],
            squares: [Square::new(0); MAX_SLOTS],
            pieces: [Piece::new(Color::Black, PieceType::new(0)); MAX_SLOTS],
            attacks: [G::Bitboard::EMPTY; MAX_SLOTS],
            slot_of: [NO_SLOT; SQUARE_ROOM],
            attackers: [0; SQUARE_ROOM],
            attacked: ByColor([G::Bitboard::EMPTY; 2]),
            attacked_twice: ByColor([G::Bitboard::EMPTY; 2]),
            occupied: G::Bitboard::EMPTY,
            lines: ArrayVec::new(),
            behind: [0; MAX_SLOTS],
            pinned: 0,
            pinner: [NO_SLOT; MAX_SLOTS],
            king: ByColor([NO_SLOT; 2]),
        }
    }

    /// Scans a board. The values only decide the order of the slots.
    pub fn build<B: Board<Geometry = G>>(&mut self, board: &B, values: &PieceValues) {
        self.number_pieces(board, values);
        self.attackers[..MAX_SQUARES].fill(0);
        self.behind = [0; MAX_SLOTS];
        self.lines.clear();
        self.pinned = 0;
        let occupied = board.occupied();
        self.occupied = occupied;
        for c in Color::ALL {
            let mut once = G::Bitboard::EMPTY;
            let mut twice = G::Bitboard::EMPTY;
            let mut note = |map: &mut Self, slot: usize, attacks: G::Bitboard| {
                map.attacks[slot] = attacks;
                twice |= once & attacks;
                once |= attacks;
                (attacks & occupied).for_each(|sq| map.attackers[sq.index()] |= bit(slot));
            };
            for slot in slots(self.side[c] & !self.sliders) {
                let attacks = G::steps_from(self.pieces[slot].piece_type(), c, self.squares[slot]);
                note(self, slot, attacks);
            }
            for slot in slots(self.side[c] & self.sliders) {
                let attacks = self.scan_slider(slot, occupied);
                note(self, slot, attacks);
            }
            self.attacked[c] = once;
            self.attacked_twice[c] = twice;
        }
        self.find_pins();
    }

    /// Gives every piece its slot.
    #[expect(clippy::explicit_counter_loop, reason = "the inner loop counts as well")]
    fn number_pieces<B: Board<Geometry = G>>(&mut self, board: &B, values: &PieceValues) {
        self.present = 0;
        self.sliders = 0;
        let white = board.by_color(Color::White);
        let mut white_slots: Slots = 0;
        let mut slot = 0;
        for &pt in values.rising() {
            let first_of_type = slot;
            board.by_type(pt).for_each(|sq| {
                let is_white = white.contains(sq);
                let c = if is_white { Color::White } else { Color::Black };
                self.squares[slot & (MAX_SLOTS - 1)] = sq;
                self.pieces[slot & (MAX_SLOTS - 1)] = Piece::new(c, pt);
                self.slot_of[sq.index()] = slot as u8;
                white_slots |= Slots::from(is_white) << (slot & (MAX_SLOTS - 1));
                slot += 1;
            });
            let of_type = bit(slot) - bit(first_of_type);
            self.present |= of_type;
            self.sliders |= if G::is_slider(pt) { of_type } else { 0 };
            self.first[pt.index()] = first_of_type as u8;
            self.free[pt.index()] = slot as u8;
            slot += 1;
        }
        self.side = ByColor([self.present & !white_slots, white_slots]);
        let kings = self.of_type(G::KING);
        self.king =
            ByColor(self.side.0.map(|own| slots(kings & own).next().map_or(NO_SLOT, |slot| slot as u8)));
    }

    /// The attacks of one slider; notes its lines.
    #[inline]
    fn scan_slider(&mut self, slot: usize, occupied: G::Bitboard) -> G::Bitboard {
        let (sq, piece) = (self.squares[slot], self.pieces[slot]);
        let (pt, c) = (piece.piece_type(), piece.color());
        let mut attacks = G::steps_from(pt, c, sq);
        let mut directions = G::slide_directions(pt, c);
        while directions != 0 {
            let d = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            let ray = G::ray(d, sq);
            let blockers = ray & occupied;
            let Some(first) = G::nearest(d, blockers) else {
                attacks |= ray;
                continue;
            };
            let beyond = G::ray(d, first);
            attacks |= ray & !beyond;
            let first_slot = self.slot_of[first.index()];
            let second = G::nearest(d, beyond & occupied).map_or(NO_SLOT, |s| self.slot_of[s.index()]);
            self.behind[first_slot as usize & (MAX_SLOTS - 1)] |= bit(slot);
            // Lines are only a convenience beyond this many: a chess position
            // with nine queens a side may drop some.
            let _ = self.lines.try_push(Line { slider: slot as u8, first: first_slot, second });
        }
        attacks
    }

    fn find_pins(&mut self) {
        for line in &self.lines {
            if line.second == NO_SLOT {
                continue;
            }
            let (slider, first, second) = (line.slider as usize, line.first as usize, line.second as usize);
            let owner = self.pieces[first].color();
            if self.king[owner] == line.second && self.pieces[slider].color() != owner {
                debug_assert_eq!(self.pieces[second].color(), owner);
                self.pinned |= bit(first);
                self.pinner[first] = line.slider;
            }
        }
    }

    /// The square of a piece.
    #[inline]
    pub const fn square(&self, slot: usize) -> Square {
        self.squares[slot]
    }

    /// The piece in a slot.
    #[inline]
    pub const fn piece(&self, slot: usize) -> Piece {
        self.pieces[slot]
    }

    /// The squares a piece attacks.
    #[inline]
    pub const fn attacks(&self, slot: usize) -> G::Bitboard {
        self.attacks[slot]
    }

    /// The pieces of one type, of both sides.
    #[inline]
    pub fn of_type(&self, pt: PieceType) -> Slots {
        let end = self.free[pt.index()] as usize;
        bit(end) - bit(self.first[pt.index()] as usize)
    }

    /// The squares a piece can move to without capturing.
    #[inline]
    pub fn quiets(&self, slot: usize) -> G::Bitboard {
        let (piece, from) = (self.pieces[slot], self.squares[slot]);
        G::quiets_of(piece.piece_type(), piece.color(), from, self.attacks[slot], self.occupied)
    }

    /// The slot of the piece on a square, which must be occupied.
    #[inline]
    pub fn slot_on(&self, sq: Square) -> usize {
        debug_assert!(self.occupied.contains(sq), "no piece on the square asked for");
        self.slot_of[sq.index()] as usize
    }

    /// The pieces of both sides that attack an *occupied* square.
    #[inline]
    pub fn attackers(&self, sq: Square) -> Slots {
        debug_assert!(self.occupied.contains(sq), "attackers are kept for occupied squares");
        self.attackers[sq.index()]
    }

    /// The slot that a piece of this type takes when it arrives somewhere.
    #[inline]
    pub fn free_slot(&self, pt: PieceType) -> usize {
        self.free[pt.index()] as usize
    }

    /// The sliders of both sides that a piece stands in the way of.
    #[inline]
    pub const fn behind(&self, slot: usize) -> Slots {
        self.behind[slot]
    }

    /// The slider that pins a piece to its king.
    #[inline]
    pub const fn pinner(&self, slot: usize) -> u8 {
        self.pinner[slot]
    }
}

impl<G: Geometry> Default for AttackMap<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// The map of a board.
pub type MapOf<B> = AttackMap<<B as Board>::Geometry>;

/// The slots of the pieces on a set of squares, all of them occupied.
pub fn slots_on<B: Board>(map: &MapOf<B>, set: BitboardOf<B>) -> Slots {
    set.squares().fold(0, |found, sq| found | bit(map.slot_on(sq)))
}
