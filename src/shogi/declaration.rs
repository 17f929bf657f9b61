//! Entering-king rules: winning by declaration (nyugyoku).

use crate::game::{Board, Color, Declaration, PieceType, Square, SquareSet, named};

use super::attacks::steps_from;
use super::bitboard::Bitboard;
use super::movegen::zone;
use super::moves::Move;
use super::piece::{BISHOP, DRAGON, HAND, HORSE, KING, ROOK, SET};
use super::position::Position;
use super::square::{SIZE, square};

named! {
    /// Which entering-king rule decides. The names are those of the USI option.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum EnteringKingRule {
        /// No declaration.
        NoEnteringKing = "NoEnteringKing",
        /// The 24-point rule: 31 points win.
        CsaRule24 = "CSARule24",
        /// The 24-point rule with handicap pieces credited to white.
        CsaRule24H = "CSARule24H",
        /// The 27-point rule: black needs 28 points, white 27.
        #[default]
        CsaRule27 = "CSARule27",
        /// The 27-point rule with handicap pieces credited to white.
        CsaRule27H = "CSARule27H",
        /// The king that reaches the opponent king's first square wins.
        TryRule = "TryRule",
    }
}

/// Points of a rook, a bishop, and their promoted forms; all others count 1
/// and the king 0.
const MAJOR_POINTS: u32 = 5;
/// Own pieces that must stand in the zone beside the king.
const PIECES_NEEDED: u32 = 10;

impl Position {
    /// How the side to move may win by the entering-king rule in force.
    pub(super) fn find_declaration(&self) -> Option<Declaration<Move>> {
        match self.rule {
            EnteringKingRule::NoEnteringKing => None,
            EnteringKingRule::TryRule => self.find_try(),
            EnteringKingRule::CsaRule24 => self.has_points(31, 31, false),
            EnteringKingRule::CsaRule24H => self.has_points(31, 31, true),
            EnteringKingRule::CsaRule27 => self.has_points(28, 27, false),
            EnteringKingRule::CsaRule27H => self.has_points(28, 27, true),
        }
    }

    fn has_points(&self, black: u32, white: u32, handicap: bool) -> Option<Declaration<Move>> {
        let us = self.side_to_move();
        let zone = zone(us);
        let king = self.king(us)?;
        if !zone.contains(king) || !self.checkers().is_empty() {
            return None;
        }
        let inside = self.by_color(us) & zone & !Bitboard::of(king);
        if inside.len() < PIECES_NEEDED {
            return None;
        }
        let majors =
            inside & (self.by_type(BISHOP) | self.by_type(HORSE) | self.by_type(ROOK) | self.by_type(DRAGON));
        let mut points = inside.len() + majors.len() * (MAJOR_POINTS - 1);
        let hand = self.hand_of(us);
        for pt in HAND {
            points += u32::from(hand.count(pt)) * type_points(pt);
        }
        if handicap && us == Color::White {
            points += self.missing_points;
        }
        let needed = match us {
            Color::Black => black,
            Color::White => white,
        };
        (points >= needed).then_some(Declaration::Declare)
    }

    fn find_try(&self) -> Option<Declaration<Move>> {
        let us = self.side_to_move();
        let goal = try_square(us);
        let king = self.king(us)?;
        if king == goal {
            return Some(Declaration::Declare);
        }
        if !steps_from(KING, us, king).contains(goal) {
            return None;
        }
        let m = Move::new(king, goal);
        self.state().is_legal_move(m).then_some(Declaration::Play(m))
    }

    /// The points of the pieces that a full set has and this position lacks.
    pub(super) fn count_missing_points(&self) -> u32 {
        let missing = |pt: PieceType| u32::from(SET[pt.index()]).saturating_sub(self.state().count(pt));
        HAND.into_iter().map(|pt| missing(pt) * type_points(pt)).sum()
    }
}

/// The points of an unpromoted type.
const fn type_points(pt: PieceType) -> u32 {
    if matches!(pt, BISHOP | ROOK) { MAJOR_POINTS } else { 1 }
}

/// Where the opponent's king stood when the game began: 5a for black, 5i for white.
const fn try_square(c: Color) -> Square {
    const FILE_5: usize = 4;
    match c {
        Color::Black => square(FILE_5, 0),
        Color::White => square(FILE_5, SIZE - 1),
    }
}
