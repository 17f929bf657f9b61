//! The numbers that a game brings to its evaluation.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::{AttackMap, Board, ByColor, Color, Geometry, PieceType, Square, Value};

/// Weights of the evaluation; values are in the units of the game's default
/// piece values.
pub trait EvalWeights: Geometry {
    /// The bytes of the game's net; none if it has none.
    const NET: &'static [u8];
    /// Pieces on the board, kings included, below which a net's next output bucket begins: the
    /// game's progress, in chess by trades, in shogi by pieces in hand.
    const OUTPUT_BUCKETS: [u32; 3];
    /// For having the move.
    const TEMPO: Value;
    /// How much each piece type counts for the phase of the game; the phase
    /// is opening when the sum over the board reaches [`EvalWeights::FULL_PHASE`].
    fn phase(pt: PieceType) -> Value;
    /// The sum of phases at the start; 0 for a game without phases.
    const FULL_PHASE: Value;
    /// What a black piece gains on a square, in the opening and the ending.
    fn placement(pt: PieceType, sq: Square) -> (Value, Value);
    /// The square as the other side sees it.
    fn flip(sq: Square) -> Square;
    /// File and rank, for distances.
    fn coordinates(sq: Square) -> (i32, i32);
    /// Up to so many pieces on the board may be an ending that the game knows; 0 for none.
    const ENDING_PIECES: u32 = 0;
    /// What an ending that the game knows is worth to a side, in place of every other opinion.
    fn ending(_map: &AttackMap<Self>, _us: Color) -> Option<Value>
    where
        Self: Sized,
    {
        None
    }
    /// What an opinion is multiplied with, in parts of [`FULL_SCALE`], by which side it is for: less in endings that
    /// are drawn more often than the material says, and the less the longer nothing has happened
    /// ([`Board::halfmove_clock`]).
    fn scale_factor(_map: &AttackMap<Self>, _halfmove_clock: u8, _strong: Color) -> Value
    where
        Self: Sized,
    {
        FULL_SCALE
    }
    /// Kinds that [`EvalWeights::find_features`] tells apart; 0 for a game that has none.
    const FEATURES: usize = 0;
    /// How many of these files of nets of versions 4 and 5 have.
    const FEATURES_BEFORE: [usize; 2] = [0; 2];
    /// Finds what a net reads of each side beside its pieces and how often squares are attacked, as numbers below
    /// [`EvalWeights::FEATURES`]: the same for either view.
    fn find_features<B: Board<Geometry = Self>>(
        _board: &B,
        _map: &AttackMap<Self>,
        _features: &mut ByColor<Features>,
    ) where
        Self: Sized,
    {
    }
    /// The features whose rows are added up for one of them while a net learns, beside a row of its own.
    fn feature_parts(kind: usize) -> ArrayVec<usize, MOST_PARTS> {
        ArrayVec::from_iter([kind])
    }
    /// How attacks near the kings count.
    fn effects() -> &'static EffectFormula;
}

/// The scale factor of most positions ([`EvalWeights::scale_factor`]).
pub const FULL_SCALE: Value = 64;
/// The most parts of a feature ([`EvalWeights::feature_parts`]).
pub const MOST_PARTS: usize = 7;
/// The parts of a feature where some of them stand for sets: `by_set` kinds for each set, numbered by its bits. One of
/// a set has those of its members, any other itself.
pub(crate) fn parts_of_set(kind: usize, sets: Range<usize>, by_set: usize) -> ArrayVec<usize, MOST_PARTS> {
    if !sets.contains(&kind) {
        return ArrayVec::from_iter([kind]);
    }
    let (set, within) = ((kind - sets.start) / by_set, (kind - sets.start) % by_set);
    let members = (0..MOST_PARTS).map(|number| 1 << number).filter(|one| set & one != 0);
    members.map(|one| sets.start + one * by_set + within).collect()
}

/// Room for the features of a side.
pub const MOST_FEATURES: usize = 1 << 8;

/// The features of a side, as they are found.
#[derive(Clone, Debug)]
pub struct Features {
    kinds: [u16; MOST_FEATURES],
    count: usize,
}

impl Features {
    /// Nothing.
    pub const NONE: Self = Self { kinds: [0; MOST_FEATURES], count: 0 };

    /// Adds what is found.
    #[inline(always)]
    pub fn fill(&mut self, find: impl FnOnce(&mut Found<'_>)) {
        let mut found = Found { kinds: &mut self.kinds, count: self.count };
        find(&mut found);
        self.count = found.count;
    }

    /// All that were found, each kind as often as it occurs.
    #[inline]
    pub fn kinds(&self) -> &[u16] {
        &self.kinds[..self.count.min(MOST_FEATURES)]
    }
}

/// What takes features as they are found, apart from [`Features`] so that the count can stay in a register.
#[derive(Debug)]
pub struct Found<'a> {
    kinds: &'a mut [u16; MOST_FEATURES],
    count: usize,
}

impl Found<'_> {
    /// Adds a kind, or nothing if it does not count: written so that no branch is needed, which would go another way
    /// in each position.
    #[inline(always)]
    pub fn push_if(&mut self, counts: bool, kind: usize) {
        debug_assert!(self.count < MOST_FEATURES);
        self.kinds[self.count % MOST_FEATURES] = kind as u16;
        self.count += usize::from(counts);
    }

    /// Adds a kind.
    #[inline(always)]
    pub fn push(&mut self, kind: usize) {
        self.push_if(true, kind);
    }
}

/// How attacks near a king count. All in units of the evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EffectFormula {
    /// An attack of the king's own side on the king's own square.
    pub own: f64,
    /// An attack of the other side there.
    pub enemy: f64,
    /// How much two or more attacks count against one.
    pub many: f64,
    /// How much attacks in front of the king count.
    pub front: f64,
    /// How much attacks beside it count.
    pub beside: f64,
    /// How much attacks behind it count.
    pub behind: f64,
}

impl EffectFormula {
    /// What attacks on a square are worth to the owner of a black king.
    pub fn value<G: EvalWeights>(&self, king: Square, sq: Square, by_own: usize, by_enemy: usize) -> f64 {
        let ((kf, kr), (f, r)) = (G::coordinates(king), G::coordinates(sq));
        self.value_at((f - kf, r - kr), by_own, by_enemy)
    }

    /// The same of a square so many files and ranks from the king.
    pub fn value_at(&self, (df, dr): (i32, i32), by_own: usize, by_enemy: usize) -> f64 {
        let distance = f64::from(df.abs().max(dr.abs()));
        // Black looks towards lower ranks.
        let direction = match dr {
            ..0 => self.front,
            0 => self.beside,
            1.. => self.behind,
        };
        let strength = |n: usize| match n {
            0 => 0.0,
            1 => 1.0,
            _ => self.many,
        };
        (self.own * strength(by_own) - self.enemy * strength(by_enemy)) * direction / (distance + 1.0)
    }
}
