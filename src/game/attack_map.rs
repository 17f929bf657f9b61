//! Who attacks what: the one scan of the board that evaluation, SUPER-SOMA and
//! search share (A1 of the article's outline, Rollason 2006).
//!
//! Pieces are numbered in *slots* by rising capture value, so that a set of
//! pieces is one `u64` and its lowest bit is the piece that takes part in an
//! exchange first. After the pieces of each type one slot stays free: a piece
//! that is about to arrive (dropped, or moved and perhaps promoted) takes it
//! and stands at its right place in the order.

mod update;

use super::rays::{DIRECTIONS, NO_DIRECTION, opposite};
use super::{
    BitboardOf, Board, ByColor, Color, Geometry, MAX_PIECE_TYPES, MAX_PIECES, MAX_SQUARES, Piece, PieceType,
    PieceValues, Square, SquareSet,
};

/// A set of slots.
pub type Slots = u64;

/// How many slots there are: all pieces, one free slot a type, and some to
/// spare, as a set of slots is one machine word.
pub(crate) const MAX_SLOTS: usize = 64;
const _: () = assert!(MAX_PIECES + MAX_PIECE_TYPES < MAX_SLOTS - 1);
/// The number that stands for no slot.
pub const NO_SLOT: u8 = u8::MAX;

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
pub(crate) const SQUARE_ROOM: usize = u8::MAX as usize + 1;

/// The attacks of all pieces of a position.
///
/// ```
/// use somatic::chess::{Chess, Position};
/// use somatic::game::{AttackMap, Color, Geometry, Notation, SquareSet, ValuePreset};
///
/// let drawn = [
///     "  a  b  c  d  e  f  g  h",
///     "  .  .  .  .  k  .  .  .  8",
///     "  .  .  .  .  .  .  .  .  7",
///     "  .  .  .  p  .  .  .  .  6",
///     "  .  .  .  .  p  .  .  .  5",
///     "  .  .  .  .  .  .  .  .  4",
///     "  .  .  .  .  .  N  .  .  3",
///     "  .  .  .  .  .  .  .  .  2",
///     "  .  .  .  .  K  .  .  .  1",
/// ];
/// let position = Position::parse("4k3/8/3p4/4p3/8/5N2/8/4K3 w - -")?;
/// assert!(position.diagram().starts_with(&drawn.join("\n")));
/// let mut map = AttackMap::new();
/// map.build(&position, Chess::values(ValuePreset::Default));
/// // The pawn on e5 is attacked by the knight and guarded by the other pawn.
/// let e5 = map.occupied.squares().find(|&sq| Position::square_text(sq) == "e5").unwrap();
/// let around = map.attackers(e5);
/// assert_eq!((around & map.side[Color::White]).count_ones(), 1);
/// assert_eq!((around & map.side[Color::Black]).count_ones(), 1);
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
///
/// A slider behind another piece comes through when that piece leaves (x-ray):
///
/// ```
/// use somatic::game::attack_map::slots;
/// use somatic::game::{AttackMap, Color, Geometry, Notation, ValuePreset};
/// use somatic::shogi::{Position, Shogi, piece, square};
///
/// // The pawn attacks the silver, and the lance stands behind the pawn.
/// //   9 8 7 6 5 4 3 2 1
/// //   . . . . k . . . .  a
/// //   . . . . . . . . .  b
/// //   . . . . s . . . .  c
/// //   . . . . P . . . .  d
/// //   . . . . L . . . .  e
/// //   . . . . . . . . .  f
/// //   ...
/// //   . . . . K . . . .  i
/// let position = Position::parse("4k4/9/4s4/4P4/4L4/9/9/9/4K4 b - 1").expect("an SFEN");
/// let mut map = AttackMap::<Shogi>::new();
/// map.build(&position, Shogi::values(ValuePreset::Default));
///
/// let types = |set| slots(set).map(|slot| map.piece(slot).piece_type()).collect::<Vec<_>>();
/// let silver = square::parse("5c").expect("a square");
/// let attackers = types(map.attackers(silver) & map.side[Color::Black]);
/// assert_eq!(attackers, [piece::PAWN], "the pawn stands in the way of the lance");
/// let pawn = map.slot_on(square::parse("5d").expect("a square"));
/// assert_eq!(types(map.behind(pawn)), [piece::LANCE]);
/// ```
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
    /// The pieces of each type and of white: the board that was scanned.
    by_type: [G::Bitboard; MAX_PIECE_TYPES],
    white: G::Bitboard,
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
            by_type: [G::Bitboard::EMPTY; MAX_PIECE_TYPES],
            white: G::Bitboard::EMPTY,
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
        for slot in slots(self.present) {
            self.scan(slot);
        }
        self.sum_up();
    }

    /// What follows from the attacks of all pieces together.
    fn sum_up(&mut self) {
        let kings = self.of_type(G::KING);
        self.king =
            ByColor(self.side.0.map(|own| slots(kings & own).next().map_or(NO_SLOT, |slot| slot as u8)));
        self.pinned = 0;
        for c in Color::ALL {
            let mut once = G::Bitboard::EMPTY;
            let mut twice = G::Bitboard::EMPTY;
            for slot in slots(self.side[c]) {
                twice |= once & self.attacks[slot];
                once |= self.attacks[slot];
            }
            self.attacked[c] = once;
            self.attacked_twice[c] = twice;
            self.find_pins(c);
        }
    }

    /// Finds the pieces of a side that stand alone between a slider and their king.
    #[inline]
    fn find_pins(&mut self, c: Color) {
        let Some(&king) = self.squares.get(self.king[c] as usize) else { return };
        for slider in slots(self.sliders & self.side[!c]) {
            let from = self.squares[slider];
            let d = G::direction(from, king);
            if d == NO_DIRECTION || (self.slide_directions(slider) >> d) & 1 == 0 {
                continue;
            }
            let d = d as usize;
            let between = G::ray(d, from) & G::ray(opposite(d), king) & self.occupied;
            if let Some(sq) = between.first()
                && !between.has_many()
            {
                let slot = self.slot_on(sq);
                if self.side[c] & bit(slot) != 0 {
                    self.pinned |= bit(slot);
                    self.pinner[slot] = slider as u8;
                }
            }
        }
    }

    /// Gives every piece its slot.
    fn number_pieces<B: Board<Geometry = G>>(&mut self, board: &B, values: &PieceValues) {
        self.present = 0;
        self.sliders = 0;
        let mut slot = 0;
        for &pt in values.rising() {
            self.first[pt.index()] = slot as u8;
            let end = slot + board.by_type(pt).len() as usize;
            let of_type = bit(end) - bit(slot);
            self.present |= of_type;
            self.sliders |= if G::is_slider(pt) { of_type } else { 0 };
            self.free[pt.index()] = end as u8;
            slot = end + 1;
        }
        let mut next = self.first;
        let mut white: Slots = 0;
        board.for_each_piece(|sq, piece| {
            let next = &mut next[piece.piece_type().index()];
            let slot = *next as usize & (MAX_SLOTS - 1);
            *next += 1;
            self.squares[slot] = sq;
            self.pieces[slot] = piece;
            self.slot_of[sq.index()] = slot as u8;
            white |= (piece.color().index() as Slots) << slot;
        });
        self.side = ByColor([self.present & !white, white]);
        for &pt in G::PIECE_TYPES {
            self.by_type[pt.index()] = board.by_type(pt);
        }
        self.white = board.by_color(Color::White);
        self.occupied = board.occupied();
    }

    /// The attacks of one piece; notes whom it attacks and, of a slider, what stands in its way.
    ///
    /// A ray without a piece on it is no case of its own: beyond the board
    /// there is room for what is noted of it.
    #[inline]
    fn scan(&mut self, slot: usize) {
        let (sq, piece) = (self.squares[slot], self.pieces[slot]);
        self.scan_steps(slot);
        let mut attacks = G::steps_from(piece.piece_type(), piece.color(), sq);
        let mut directions = self.slide_directions(slot);
        while directions != 0 {
            let d = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            let ray = G::ray(d, sq);
            let first = G::nearest_number(d, ray & self.occupied);
            attacks |= ray & !G::ray_from_number(d, first);
            self.attackers[first as usize] |= bit(slot);
            self.behind[self.slot_of[first as usize] as usize & (MAX_SLOTS - 1)] |= bit(slot);
        }
        self.attacks[slot] = attacks;
    }

    /// Notes whom a piece attacks by its steps.
    #[inline]
    fn scan_steps(&mut self, slot: usize) {
        const FEW: usize = 2;
        let (few, more) = G::step_list_from(self.pieces[slot], self.squares[slot]).split_at(FEW);
        // Written without asking how many they are: the numbers that stand for
        // no square have a place as well. Branches that go another way for each
        // piece cost more.
        for &to in few {
            self.attackers[to as usize] |= bit(slot);
        }
        if usize::from(more[0]) < MAX_SQUARES {
            for &to in more {
                self.attackers[to as usize] |= bit(slot);
            }
        }
    }

    /// The directions in which a piece slides, as bits.
    #[inline]
    fn slide_directions(&self, slot: usize) -> u8 {
        let piece = self.pieces[slot];
        G::slide_directions(piece.piece_type(), piece.color())
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
    pub(crate) fn of_type(&self, pt: PieceType) -> Slots {
        let end = self.free[pt.index()] as usize;
        bit(end) - bit(self.first[pt.index()] as usize)
    }

    /// The squares a piece can move to without capturing.
    #[inline]
    pub fn quiets(&self, slot: usize) -> G::Bitboard {
        let (piece, from) = (self.pieces[slot], self.squares[slot]);
        G::quiets_of(piece.piece_type(), piece.color(), from, self.attacks[slot], self.occupied)
    }

    /// Whether a piece that is not among the pinned ones has an empty square to go to where
    /// nobody takes it.
    pub(crate) fn can_leave(&self, slot: usize, pinned: Slots) -> bool {
        if pinned & bit(slot) != 0 {
            return false;
        }
        let (owner, from) = (self.pieces[slot].color(), self.squares[slot]);
        let mut safe = self.quiets(slot) & !self.attacked[!owner];
        // A slider looks through the piece that leaves.
        for slider in slots(self.behind[slot] & self.side[!owner]) {
            let d = G::direction(self.squares[slider], from) as usize;
            if d < DIRECTIONS {
                safe &= !G::ray(d, from);
            }
        }
        !safe.is_empty()
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

    /// The type whose drops have this slot, if it is one of a drop.
    pub(crate) fn dropped_type(&self, slot: usize) -> Option<PieceType> {
        G::DROPPABLE.iter().copied().find(|&pt| self.free_slot(pt) == slot)
    }

    /// The sliders of both sides that a piece stands in the way of.
    #[inline]
    pub const fn behind(&self, slot: usize) -> Slots {
        self.behind[slot]
    }

    /// The pieces that stand behind a piece as some slider of either side sees
    /// it: what it attacks once the piece has left.
    #[inline]
    pub fn shielded(&self, slot: usize) -> Slots {
        let through = self.squares[slot];
        slots(self.behind[slot]).fold(0, |found, slider| {
            let d = G::direction(self.squares[slider], through) as usize;
            let next = G::nearest(d, G::ray(d, through) & self.occupied);
            next.map_or(found, |sq| found | bit(self.slot_on(sq)))
        })
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
pub(crate) type MapOf<B> = AttackMap<<B as Board>::Geometry>;

/// The slots of the pieces on a set of squares, all of them occupied.
pub fn slots_on<B: Board>(map: &MapOf<B>, set: BitboardOf<B>) -> Slots {
    set.squares().fold(0, |found, sq| found | bit(map.slot_on(sq)))
}
