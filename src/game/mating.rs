//! What a search for mate asks of a game, beside its rules.

use std::fmt::Debug;

use super::{All, Evasions, Geometry, Key, MoveList, Position, Square, SquareSet};

/// Whether the side to move is in check and has no move.
pub(crate) fn is_mated<P: Position>(position: &P) -> bool {
    position.in_check() && {
        let mut evasions = MoveList::new();
        position.generate::<Evasions>(&mut evasions);
        evasions.is_empty()
    }
}

/// What a side holds in hand, as a search for mate compares it: a multiset of
/// pieces, or nothing in a game without drops.
pub trait Holding: Copy + Eq + Debug + Send + Sync + 'static {
    /// Nothing in hand.
    const NONE: Self;

    /// Whether at least as many of each kind are held.
    fn is_at_least(self, other: Self) -> bool;
    /// Of each kind the larger number.
    fn union(self, other: Self) -> Self;
    /// Of each kind the smaller number.
    fn intersection(self, other: Self) -> Self;
    /// The holding in 32 bits.
    fn to_bits(self) -> u32;
    /// The holding of these bits.
    fn from_bits(bits: u32) -> Self;
}

impl Holding for () {
    const NONE: Self = ();

    #[inline]
    fn is_at_least(self, (): ()) -> bool {
        true
    }

    #[inline]
    fn union(self, (): ()) {}

    #[inline]
    fn intersection(self, (): ()) {}

    #[inline]
    fn to_bits(self) -> u32 {
        0
    }

    #[inline]
    fn from_bits(_: u32) {}
}

/// A game in which mates by a chain of checks can be searched for.
///
/// The attacker moves and gives check with every move; the defender answers.
/// A mate that is proven with some pieces in the attacker's hand is proven with
/// more, and a refutation holds with less: the first of the two is the *need* of
/// a position, the second its *limit*. CITE: Seo, Iida and Uiterwijk,
/// "The PN*-search algorithm: Application to tsume-shogi", 2001 (dominance by hands).
///
/// A game without drops has nothing to say beside its rules.
pub trait Mating: Position {
    /// What a side holds in hand.
    type Holding: Holding;

    /// The key of what lies on the board, with the side to move and what else
    /// decides the moves, the hands left out.
    fn board_key(&self) -> Key {
        self.key()
    }
    /// The same after a legal move.
    fn board_key_after(&mut self, m: Self::Move) -> Key {
        self.do_move(m);
        let key = self.board_key();
        self.undo_move();
        key
    }
    /// What the side to move holds.
    fn holding(&self) -> Self::Holding;
    /// What the other side holds.
    fn holding_of_other(&self) -> Self::Holding;
    /// What the side to move holds after a legal move of its own.
    fn holding_after(&self, m: Self::Move) -> Self::Holding;

    /// Appends the legal moves that give check, without useless non-promotions.
    /// Says whether one was left out because the rules forbid that drop to mate:
    /// only then can a piece that stays unpromoted mate where its promotion
    /// does not.
    fn generate_checks(&self, list: &mut MoveList<Self::Move>) -> bool {
        self.generate_all_checks(list);
        false
    }
    /// Appends every legal move that gives check.
    fn generate_all_checks(&self, list: &mut MoveList<Self::Move>) {
        self.generate::<All>(list);
        list.retain(|&mut m| self.gives_check(m));
    }
    /// The number of answers to a check, drops on one square counted as one; 0
    /// where it is mate.
    fn count_answers(&self) -> usize {
        self.count_legal()
    }
    /// Where a move drops a piece.
    fn drop_square(m: Self::Move) -> Option<Square> {
        Self::origin(m).is_none().then(|| Self::destination(m))
    }

    /// The need before a move of the attacker, from the need after it.
    fn need_before(&self, _m: Self::Move, after: Self::Holding) -> Self::Holding {
        after
    }
    /// The limit before a move of the attacker, from the limit after it.
    fn limit_before(&self, _m: Self::Move, after: Self::Holding) -> Self::Holding {
        after
    }
    /// The attacker's need for the defender to have no other answers than it has:
    /// what the defender could drop between if the attacker did not hold all of it.
    fn need_of_answers(&self) -> Self::Holding {
        Self::Holding::NONE
    }
    /// The attacker's limit to have no other checks than it has: any number of
    /// what it holds, and nothing of what it does not.
    fn limit_of_checks(&self) -> Self::Holding {
        Self::Holding::NONE
    }
    /// The limit before a move of the defender, from the limit after it: what the
    /// defender drops must be the defender's.
    fn limit_before_answer(&self, _m: Self::Move, after: Self::Holding) -> Self::Holding {
        after
    }
    /// Whether the side not to move has a king that can be mated.
    fn has_target(&self) -> bool {
        !self.pieces(!self.side_to_move(), Self::Geometry::KING).is_empty()
    }
}
