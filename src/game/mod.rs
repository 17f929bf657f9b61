//! What a game must tell the engine.
//!
//! This layer knows no game, no search and no protocol. `shogi` and `chess`
//! implement its traits; `eval`, `soma` and `search` are written against them
//! and are compiled once for each game.

mod color;
mod square;
mod piece;
mod value;
mod values;
mod weights;
mod list;
mod named;
mod move_parts;
mod length;
mod plies;
mod mating;
mod text;
mod large_pages;
mod drawing;
mod board_text;
pub mod parameters;
pub mod rays;
pub mod zobrist;
pub mod attack_map;
pub mod see;
pub mod perft;
pub mod rng;

pub use attack_map::AttackMap;
pub(crate) use board_text::{board_text, hands_text};
pub use color::{ByColor, Color};
pub use drawing::{Drawing, Figure};
pub use large_pages::LargePages;
pub(crate) use large_pages::map_zeroed;
pub use length::GameLength;
pub use list::{All, Captures, Evasions, GenKind, GenType, MAX_MOVES, MoveList, Quiets};
pub(crate) use mating::is_mated;
pub use mating::{Holding, Mating};
pub use move_parts::MoveParts;
pub(crate) use named::named;
pub(crate) use piece::MAX_PIECES;
pub use piece::{MAX_PIECE_TYPES, Piece, PieceType};
pub use plies::Plies;
pub use square::{MAX_SQUARES, Square, SquareSet, Squares};
pub(crate) use square::{set_operator, square_set};
pub use text::{NotationError, quote, shorten};
pub(crate) use text::{visible, visible_lines};
pub(crate) use value::{DRAW, MATE_IN_MAX_PLY, MAX_PLY, mate_in, mated_in};
pub use value::{INFINITE, MATE, MAX_EVAL, Value, is_mate};
pub use values::{PieceValues, ValuePreset};
pub(crate) use weights::parts_of_set;
pub use weights::{EffectFormula, EvalWeights, FULL_SCALE, Features, Found, MOST_FEATURES, MOST_PARTS};
pub use zobrist::Key;

use std::fmt::Debug;

/// The shape of a board and the ways its pieces move: no position, no state.
pub trait Geometry: Copy + Debug + Send + Sync + 'static {
    /// A set of squares of this board.
    type Bitboard: SquareSet;

    /// All piece types.
    const PIECE_TYPES: &'static [PieceType];
    /// The piece type whose loss ends the game.
    const KING: PieceType;
    /// Whether captured pieces come back as drops.
    const DROPS: bool;
    /// The piece types that can be dropped, by rising value.
    const DROPPABLE: &'static [PieceType];

    /// The values of a preset.
    fn values(preset: ValuePreset) -> &'static PieceValues;
    /// The squares a piece attacks, that is, could capture on; blockers included.
    ///
    /// ```
    /// use somatic::game::{Color, Geometry};
    /// use somatic::shogi::{Bitboard, Shogi, piece, square};
    ///
    /// // A horse on 5e moves as a bishop, and one step sideways; 7c and 3g are occupied.
    /// let from = square::parse("5e").expect("a square");
    /// let occupied = Bitboard::drawn("
    ///     . . . . . . . . .
    ///     . . . . . . . . .
    ///     . . X . . . . . .
    ///     . . . . . . . . .
    ///     . . . . X . . . .
    ///     . . . . . . . . .
    ///     . . . . . . X . .
    ///     . . . . . . . . .
    ///     . . . . . . . . .
    /// ");
    /// assert_eq!(Shogi::attacks_from(piece::HORSE, Color::Black, from, occupied), Bitboard::drawn("
    ///     . . . . . . . . X
    ///     . . . . . . . X .
    ///     . . X . . . X . .
    ///     . . . X X X . . .
    ///     . . . X . X . . .
    ///     . . . X X X . . .
    ///     . . X . . . X . .
    ///     . X . . . . . . .
    ///     X . . . . . . . .
    /// "));
    /// ```
    fn attacks_from(pt: PieceType, c: Color, from: Square, occupied: Self::Bitboard) -> Self::Bitboard;
    /// The squares a piece that attacks these squares can move to without
    /// capturing. Castling and the rules about kings are not its concern.
    fn quiets_of(
        pt: PieceType,
        c: Color,
        from: Square,
        attacks: Self::Bitboard,
        occupied: Self::Bitboard,
    ) -> Self::Bitboard;
    /// The same for a piece whose attacks are not known yet.
    #[inline]
    fn quiets_from(pt: PieceType, c: Color, from: Square, occupied: Self::Bitboard) -> Self::Bitboard {
        Self::quiets_of(pt, c, from, Self::attacks_from(pt, c, from, occupied), occupied)
    }
    /// The attacks of a piece that do not slide (all of a silver's, the
    /// sideways steps of a horse, none of a bishop's).
    fn steps_from(pt: PieceType, c: Color, from: Square) -> Self::Bitboard;
    /// The squares of [`Geometry::steps_from`] as a list.
    fn step_list_from(piece: Piece, from: Square) -> &'static rays::StepList;
    /// Whether the piece slides in any direction.
    fn is_slider(pt: PieceType) -> bool;
    /// The directions in which the piece slides, as bits by number (`rays`).
    fn slide_directions(pt: PieceType, c: Color) -> u8;
    /// The squares beyond a square in a direction, to the edge.
    #[inline]
    fn ray(direction: usize, from: Square) -> Self::Bitboard {
        Self::ray_from_number(direction, from.raw())
    }
    /// The same from the square with this number, as [`Geometry::nearest_number`]
    /// gives it: no square from beyond the board.
    fn ray_from_number(direction: usize, from: u8) -> Self::Bitboard;
    /// The direction from one square to another, or [`rays::NO_DIRECTION`].
    fn direction(from: Square, to: Square) -> u8;
    /// The number of the nearest square of a set that lies along a direction, or
    /// a number that no square has.
    #[inline]
    fn nearest_number(direction: usize, on_ray: Self::Bitboard) -> u8 {
        if rays::is_rising(direction) { on_ray.lowest() } else { on_ray.highest() }
    }
    /// The nearest square of a set that lies along a direction.
    #[inline]
    fn nearest(direction: usize, on_ray: Self::Bitboard) -> Option<Square> {
        (!on_ray.is_empty()).then(|| Square::new(Self::nearest_number(direction, on_ray)))
    }
    /// What a piece is after a move, promoted wherever the rules allow it.
    fn becomes(pt: PieceType, c: Color, from: Square, to: Square) -> PieceType;
    /// What the piece is worth to its taker as a piece: unpromoted in shogi.
    fn base(pt: PieceType) -> PieceType;
    /// The squares from which a piece may promote by moving away (empty in chess).
    fn promotion_zone(c: Color) -> Self::Bitboard;
    /// The squares from which a piece that does not slide may promote, or come
    /// to promote, by its next move.
    fn promotion_reach(c: Color) -> Self::Bitboard;
    /// The squares a piece may be dropped on, drop-pawn mate aside.
    fn drop_targets(
        pt: PieceType,
        c: Color,
        empty: Self::Bitboard,
        own_pawns: Self::Bitboard,
    ) -> Self::Bitboard;
    /// Every square of the board.
    fn all_squares() -> Self::Bitboard;
    /// Whether a drop of this piece may mate (in shogi a pawn's may not).
    #[inline]
    fn may_mate_by_drop(_: PieceType) -> bool {
        true
    }
    /// The square on which a piece that has just made this move may be taken
    /// in passing.
    #[inline]
    fn passed_over(_pt: PieceType, _from: Square, _to: Square) -> Option<Square> {
        None
    }
    /// Pieces that two quiet moves promote to one worth several times as much: in chess pawns on
    /// their last two ranks. In shogi a promotion is smaller, or an entry of the table already.
    #[inline]
    fn runners<B: Board<Geometry = Self>>(_board: &B) -> Self::Bitboard {
        Self::Bitboard::EMPTY
    }
    /// The pieces of both sides that attack a square, with these squares
    /// occupied. Pins do not count.
    fn attackers_to<B: Board<Geometry = Self>>(
        board: &B,
        sq: Square,
        occupied: Self::Bitboard,
    ) -> Self::Bitboard;

    /// The squares strictly between two squares of a line; empty if they
    /// share none.
    ///
    /// ```
    /// use somatic::chess::{Bitboard, Chess, square};
    /// use somatic::game::{Geometry, SquareSet};
    ///
    /// let [a1, e5, b3] = ["a1", "e5", "b3"].map(|text| square::parse(text).expect("a square"));
    /// assert_eq!(Chess::between(a1, e5), Bitboard::drawn("
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . X . . . .
    ///     . . X . . . . .
    ///     . X . . . . . .
    ///     . . . . . . . .
    /// "));
    /// assert!(Chess::between(a1, b3).is_empty());
    /// ```
    #[inline]
    fn between(a: Square, b: Square) -> Self::Bitboard {
        let d = Self::direction(a, b);
        if d == rays::NO_DIRECTION {
            return Self::Bitboard::EMPTY;
        }
        Self::ray(d as usize, a) & Self::ray(rays::opposite(d as usize), b)
    }
}

/// A set of squares of the game that a board belongs to.
pub type BitboardOf<B> = <<B as Board>::Geometry as Geometry>::Bitboard;

/// What lies on a board and in the hands.
pub trait Board {
    /// The board's shape.
    type Geometry: Geometry;

    /// The side to move.
    fn side_to_move(&self) -> Color;
    /// The pieces of a side.
    fn by_color(&self, c: Color) -> BitboardOf<Self>;
    /// The pieces of a type, both sides.
    fn by_type(&self, pt: PieceType) -> BitboardOf<Self>;
    /// The piece on a square.
    fn piece_on(&self, sq: Square) -> Option<Piece>;
    /// How many pieces of a type a side holds in hand.
    fn hand(&self, c: Color, pt: PieceType) -> u8;
    /// The pawn that could be taken in passing: where the taker goes, and
    /// where the pawn stands.
    fn en_passant(&self) -> Option<(Square, Square)>;
    /// Plies since the last capture or pawn move, in a game that is drawn after too many of them; elsewhere 0.
    fn halfmove_clock(&self) -> u8 {
        0
    }

    /// Calls `f` with every piece and its square, in some order that rises
    /// within each type.
    #[inline]
    fn for_each_piece(&self, mut f: impl FnMut(Square, Piece)) {
        let white = self.by_color(Color::White);
        for &pt in Self::Geometry::PIECE_TYPES {
            self.by_type(pt).for_each(|sq| {
                let c = if white.contains(sq) { Color::White } else { Color::Black };
                f(sq, Piece::new(c, pt));
            });
        }
    }

    /// All pieces.
    #[inline]
    fn occupied(&self) -> BitboardOf<Self> {
        self.by_color(Color::Black) | self.by_color(Color::White)
    }

    /// The pieces of a side and type.
    #[inline]
    fn pieces(&self, c: Color, pt: PieceType) -> BitboardOf<Self> {
        self.by_color(c) & self.by_type(pt)
    }

    /// The square of a side's king; a tsume position may lack one.
    #[inline]
    fn king(&self, c: Color) -> Option<Square> {
        self.pieces(c, Self::Geometry::KING).first()
    }

    /// See [`Geometry::attackers_to`].
    #[inline]
    fn attackers_to(&self, sq: Square, occupied: BitboardOf<Self>) -> BitboardOf<Self>
    where
        Self: Sized,
    {
        Self::Geometry::attackers_to(self, sq, occupied)
    }
}

/// Whether a position has occurred before, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// It has not, or not often enough.
    None,
    /// A draw by repetition.
    Draw,
    /// The opponent gives perpetual check and loses.
    Win,
    /// The side to move gives perpetual check and loses.
    Loss,
    /// The same board with more in hand: not a rule, but the cycle gained.
    Superior,
    /// The same board with less in hand: the cycle lost.
    Inferior,
}

/// A game that can be ended by word instead of by mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declaration<M> {
    /// The side to move may declare its win now.
    Declare,
    /// This move wins by the rule in force.
    Play(M),
}

/// The rules of a game: positions and legal moves, nothing else.
pub trait Position: Board<Geometry: EvalWeights> + Clone + Debug + Send + 'static {
    /// A move; never a null move.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// See [`Position::check_squares`].
    type CheckSquares;

    /// Whether a side without a legal move has lost even when not in check.
    const NO_MOVES_IS_LOSS: bool;
    /// Whether passing can be better than every move, so that the null move
    /// must not be tried with bare material.
    const ZUGZWANG: bool;
    /// How long games are expected to last.
    const LENGTH: GameLength;
    /// Numbers below this are given by [`Position::piece_to_index`].
    const PIECE_TO: usize;

    /// Groups of piece types whose places together tell what kind of position it is, at
    /// most three; the first are the pawns.
    const STRUCTURES: &'static [&'static [PieceType]];

    /// The hash key: board, hands, side to move.
    fn key(&self) -> Key;
    /// The same of what both sides have in hand alone.
    fn hand_key(&self) -> Key {
        0
    }
    /// The key after a move, but for what seldom changes with one (rights to castle or to take in
    /// passing): enough to fetch from memory what is known of that position.
    fn key_after(&self, m: Self::Move) -> Key;
    /// How far the game is, as the position's text counts: the number of the move to be played in shogi (1 at the
    /// start), the moves played by both sides in chess (0 at the start).
    fn game_ply(&self) -> u32;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Appends the legal moves of a kind.
    ///
    /// ```
    /// use somatic::game::{Evasions, MoveList, Notation, Position as _};
    /// use somatic::shogi::Position;
    ///
    /// // The rook on 5a gives check from afar; black holds a pawn.
    /// //   9 8 7 6 5 4 3 2 1
    /// //   . . . . r . . . .  a
    /// //   . . . . . . . . .  b
    /// //   ...
    /// //   . . . . . . . . .  h
    /// //   . . . . K . . . .  i
    /// let position = Position::parse("4r4/9/9/9/9/9/9/9/4K4 b P 1").expect("an SFEN");
    /// let mut list = MoveList::new();
    /// position.generate::<Evasions>(&mut list);
    /// let drops = list.iter().filter(|&&m| Position::origin(m).is_none()).count();
    /// assert_eq!(drops, 7, "a pawn on 5b to 5h stops the check");
    /// assert_eq!(list.len() - drops, 4, "the king steps off the file");
    /// ```
    fn generate<G: GenType>(&self, list: &mut MoveList<Self::Move>);
    /// Appends the moves of the kind [`Quiets`] that give check, in its order.
    fn generate_quiet_checks(&self, list: &mut MoveList<Self::Move>) {
        let squares = self.check_squares();
        let mut quiets = MoveList::new();
        self.generate::<Quiets>(&mut quiets);
        list.extend(quiets.into_iter().filter(|&m| self.gives_check_from(m, &squares)));
    }
    /// How many legal moves there are: the length of the list of [`All`].
    fn count_legal(&self) -> usize;
    /// Whether the move is legal, by the complete rules.
    fn is_legal(&self, m: Self::Move) -> bool;
    /// Whether a legal move gives check.
    fn gives_check(&self, m: Self::Move) -> bool;
    /// From where pieces of the side to move would give check: to ask of many moves.
    fn check_squares(&self) -> Self::CheckSquares;
    /// The same as [`Position::gives_check`], of a position with these squares.
    fn gives_check_from(&self, m: Self::Move, squares: &Self::CheckSquares) -> bool;
    /// Plays a legal move.
    fn do_move(&mut self, m: Self::Move);
    /// Takes the last move back.
    fn undo_move(&mut self);
    /// Passes the move, if that leaves nobody's king to be captured.
    fn do_null_move(&mut self) -> bool;
    /// Takes a pass back.
    fn undo_null_move(&mut self);
    /// Repetition as a search at `ply` moves from its root sees it: positions
    /// since the root count at their first recurrence, older ones at the
    /// fourth occurrence (third in chess). With `ply` 0 it is the rule itself.
    ///
    /// ```
    /// use somatic::game::{Notation, Position as _, Repetition};
    /// use somatic::shogi::Position;
    ///
    /// // Golds go back and forth until the start position stands a fourth time (sennichite).
    /// let mut position = Position::start();
    /// for _ in 0..3 {
    ///     assert_eq!(position.repetition(0), Repetition::None);
    ///     for text in ["4i4h", "4a4b", "4h4i", "4b4a"] {
    ///         let m = position.parse_move(text).expect("a legal move");
    ///         position.do_move(m);
    ///     }
    /// }
    /// assert_eq!(position.repetition(0), Repetition::Draw);
    /// ```
    fn repetition(&self, ply: usize) -> Repetition;
    /// The same by the moves of the search alone, which is all that counts unless
    /// [`is_near_repetition`](Self::is_near_repetition) held at the root.
    fn recurrence(&self, ply: usize) -> Repetition;
    /// Whether some position of the game so far has stood so often that once more ends the game, or the game is so
    /// long that this is not looked for.
    fn is_near_repetition(&self) -> bool;
    /// Draws that are not repetitions: fifty moves, bare material.
    fn is_rule_draw(&self) -> bool {
        false
    }
    /// The same in a search, `ply` moves from the root: where fifty moves had passed at the root
    /// already and nobody claimed the draw, play goes on as if it could not be claimed.
    fn is_rule_draw_within(&self, _ply: usize) -> bool {
        self.is_rule_draw()
    }
    /// A win by declaration under the rule in force.
    fn declaration(&self) -> Option<Declaration<Self::Move>> {
        None
    }
    /// The move in 16 bits, never 0.
    fn to_raw(m: Self::Move) -> u16;
    /// The legal move with these 16 bits, if there is one here.
    fn from_raw(&self, raw: u16) -> Option<Self::Move>;
    /// Where the moving piece comes from; nothing for a drop.
    fn origin(m: Self::Move) -> Option<Square>;
    /// Where it goes.
    fn destination(m: Self::Move) -> Square;
    /// The move taken apart.
    fn parts(&self, m: Self::Move) -> MoveParts;
    /// Whether the move takes a piece.
    fn is_capture(&self, m: Self::Move) -> bool;
    /// Whether [`Captures`] generates the move.
    fn is_tactical(&self, m: Self::Move) -> bool;
    /// A number for the piece that moves (drops apart) and where it goes,
    /// below [`Position::PIECE_TO`], for history tables.
    fn piece_to_index(&self, m: Self::Move) -> usize;
    /// Builds a move from its parts as SUPER-SOMA names them; the result is
    /// not checked for legality.
    fn compose(&self, from: Option<Square>, to: Square, piece: PieceType, becomes: PieceType) -> Self::Move;
    /// Whether the side to move has more than king and pawns (chess), or
    /// anything at all: a guard against null moves in zugzwang.
    fn has_pieces(&self) -> bool {
        true
    }
}

/// How a game's positions and moves are written.
///
/// ```
/// use somatic::chess::Position;
/// use somatic::game::{Notation, Position as _};
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
/// assert_eq!(position.text(), "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1");
/// assert!(position.is_capture(position.parse_move("f3e5")?));
/// assert!(position.parse_move("f3f4").is_err());
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
pub trait Notation: Position {
    /// The game's name, in lower case.
    const GAME: &'static str;
    /// The word before a position's text: `sfen` or `fen`.
    const POSITION_WORD: &'static str;
    /// The side whose pieces are written as capital letters.
    const CAPITALS: Color;

    /// The start position.
    fn start() -> Self;
    /// Reads an SFEN or FEN; counters may be missing.
    ///
    /// ```
    /// use somatic::game::{Board, Color, Notation};
    /// use somatic::shogi::{Position, piece};
    ///
    /// // The second example of Rollason's article:
    /// //   9 8 7 6 5 4 3 2 1
    /// //   . . . . g g . n l  a
    /// //   . . s . . . . k .  b
    /// //   p . . . . b . p p  c
    /// //   . . . r . S . . .  d
    /// //   . . . . . . . . .  e
    /// //   . . . L . . N . .  f
    /// //   P P . P P P P P P  g
    /// //   . . . . G . G K .  h
    /// //   L . . . . . S N L  i
    /// let text = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
    /// let position = Position::parse(text).expect("an SFEN");
    /// assert_eq!(position.side_to_move(), Color::White);
    /// assert_eq!(position.hand(Color::Black, piece::PAWN), 0);
    /// assert_eq!(position.text(), text);
    ///
    /// let error = Position::parse("4gg1nl/2s4k1 w -").expect_err("two ranks");
    /// assert_eq!(error.to_string(), "SFEN: 2 ranks, expected nine");
    /// ```
    ///
    /// # Errors
    /// Says what is wrong, and where.
    fn parse(text: &str) -> Result<Self, NotationError>;
    /// The same; what is dropped of the text, as nobody could play by it, is told of.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    fn parse_telling(text: &str, _tell: &mut dyn FnMut(&str)) -> Result<Self, NotationError> {
        Self::parse(text)
    }
    /// Writes the SFEN or FEN.
    fn text(&self) -> String;
    /// Reads a legal move.
    ///
    /// ```
    /// use somatic::chess::Position;
    /// use somatic::game::{Notation, Position as _};
    ///
    /// let mut position = Position::start();
    /// for text in ["e2e4", "e7e5", "g1f3"] {
    ///     let m = position.parse_move(text).expect("a legal move");
    ///     position.do_move(m);
    /// }
    /// //   r n b q k b n r
    /// //   p p p p . p p p
    /// //   . . . . . . . .
    /// //   . . . . p . . .
    /// //   . . . . P . . .
    /// //   . . . . . N . .
    /// //   P P P P . P P P
    /// //   R N B Q K B . R
    /// assert_eq!(position.text(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    /// assert!(position.parse_move("e5e4").is_err(), "the pawn is blocked");
    /// ```
    ///
    /// # Errors
    /// Says whether the text is no move or the move is not legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;
    /// Writes a move in USI or UCI text.
    fn move_text(&self, m: Self::Move) -> String;
    /// Writes a move that is known only by its parts.
    fn parts_text(m: &MoveParts) -> String;
    /// Writes a square.
    fn square_text(sq: Square) -> String;
    /// The letter or letters of a piece type, upper case.
    fn piece_text(pt: PieceType) -> &'static str;
    /// The letters of a piece of a side.
    fn letters(piece: Piece) -> String {
        let text = Self::piece_text(piece.piece_type());
        if piece.color() == Self::CAPITALS { text.to_owned() } else { text.to_ascii_lowercase() }
    }
    /// A picture of the board for people, several lines.
    fn diagram(&self) -> String;
}

/// Everything the engine needs of a game.
pub trait Game: Notation + Mating {}

impl<T: Notation + Mating> Game for T {}
