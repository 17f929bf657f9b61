//! Squares and sets of squares, wide enough for both boards.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The most squares a board can have (9 x 9).
pub const MAX_SQUARES: usize = 81;

/// A square by its number. How numbers lie on the board is each game's own
/// affair; see `shogi::square` and `chess::square`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number, which must be below [`MAX_SQUARES`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < MAX_SQUARES);
        Self(index)
    }

    /// The number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number as a byte.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0
    }
}

/// A set of squares: `u64` wide in chess, `u128` wide in shogi.
///
/// Deliberately narrow, so that algorithms are written once for both widths.
pub trait SquareSet:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn of(sq: Square) -> Self;
    /// Whether the square is in the set.
    fn contains(self, sq: Square) -> bool;
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// How many squares are in the set.
    fn len(self) -> u32;
    /// The square with the lowest number, if any.
    fn first(self) -> Option<Square>;
    /// The lowest number of a square in the set; of none a number that no
    /// square has.
    fn lowest(self) -> u8;
    /// The highest number of a square in the set; of none a number that no
    /// square has.
    fn highest(self) -> u8;
    /// The set as an integer: bit `n` is square `n`.
    fn to_bits(self) -> u128;
    /// Takes the square with the lowest number out of the set.
    fn pop_first(&mut self) -> Option<Square>;

    /// Whether there are at least two squares in the set.
    #[inline]
    fn has_many(self) -> bool {
        let mut rest = self;
        rest.pop_first();
        !rest.is_empty()
    }

    /// The set without the square.
    #[inline]
    fn without(self, sq: Square) -> Self {
        self & !Self::of(sq)
    }

    /// Calls `f` with each square, by rising number; the fastest way through
    /// a set, as it works on one machine word at a time.
    #[inline]
    fn for_each(self, mut f: impl FnMut(Square)) {
        let bits = self.to_bits();
        let mut low = bits as u64;
        while low != 0 {
            f(Square::new(low.trailing_zeros() as u8));
            low &= low - 1;
        }
        let mut high = (bits >> 64) as u64;
        while high != 0 {
            f(Square::new(64 + high.trailing_zeros() as u8));
            high &= high - 1;
        }
    }

    /// The squares, by rising number.
    #[inline]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set, by rising number.
#[derive(Clone, Copy, Debug)]
pub struct Squares<S>(S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.len() as usize;
        (n, Some(n))
    }
}

/// An operator on two sets, and the same that changes the first.
macro_rules! set_operator {
    ($name:ident, $Operator:ident, $result:ident, $Assign:ident, $assign:ident, $sign:tt) => {
        impl std::ops::$Operator for $name {
            type Output = Self;
            #[inline]
            fn $result(self, other: Self) -> Self {
                Self(self.0 $sign other.0)
            }
        }
        impl std::ops::$Assign for $name {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}
pub(crate) use set_operator;

/// Implements [`SquareSet`], its operators and its drawings for a newtype over an unsigned
/// integer; `$mask` gives the integer with the bit of one square, `$at` the square in a row and
/// a column of the board as it is drawn, which has `$size` of each.
macro_rules! square_set {
    ($name:ident, $mask:path, $at:path, $size:expr) => {
        impl $name {
            /// The set of a drawing, as the side below sees the board: `X` is in the set, `.` is not,
            /// and blanks mean nothing.
            ///
            /// # Panics
            /// If the drawing has not one mark for each square.
            pub fn drawn(picture: &str) -> Self {
                let marks: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
                let is_whole = marks.len() == $size * $size && marks.iter().all(|c| "X.".contains(*c));
                assert!(is_whole, "no drawing: {picture}");
                let squares = (0..$size * $size).map(|number| $at(number / $size, number % $size));
                let set = squares.zip(marks).filter(|&(_, mark)| mark == 'X');
                set.fold(Self::EMPTY, |set, (sq, _)| set | Self::of(sq))
            }
        }
        impl std::fmt::Debug for $name {
            /// Draws the board as the side below sees it.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for row in 0..$size {
                    let mark = |column| if self.contains($at(row, column)) { " X" } else { " ." };
                    writeln!(f, "{}", (0..$size).map(mark).collect::<String>())?;
                }
                Ok(())
            }
        }
        $crate::game::set_operator!($name, BitAnd, bitand, BitAndAssign, bitand_assign, &);
        $crate::game::set_operator!($name, BitOr, bitor, BitOrAssign, bitor_assign, |);
        $crate::game::set_operator!($name, BitXor, bitxor, BitXorAssign, bitxor_assign, ^);
        impl std::ops::Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl $crate::game::SquareSet for $name {
            const EMPTY: Self = Self(0);

            #[inline]
            fn of(sq: $crate::game::Square) -> Self {
                Self($mask(sq))
            }
            #[inline]
            fn contains(self, sq: $crate::game::Square) -> bool {
                self.0 & $mask(sq) != 0
            }
            #[inline]
            fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline]
            fn len(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            fn first(self) -> Option<$crate::game::Square> {
                (self.0 != 0).then(|| $crate::game::Square::new(self.lowest()))
            }
            #[inline]
            fn lowest(self) -> u8 {
                self.0.trailing_zeros() as u8
            }
            #[inline]
            fn highest(self) -> u8 {
                let width = Self::EMPTY.0.leading_zeros();
                (width - 1).wrapping_sub(self.0.leading_zeros()) as u8
            }
            #[inline]
            fn to_bits(self) -> u128 {
                self.0.into()
            }
            #[inline]
            fn pop_first(&mut self) -> Option<$crate::game::Square> {
                let sq = self.first()?;
                self.0 &= self.0.wrapping_sub(1);
                Some(sq)
            }
        }
    };
}
pub(crate) use square_set;
