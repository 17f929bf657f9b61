//! Entering-king rules: winning by declaration (nyugyoku).

use crate::game::{Board, Color, Declaration, Square, SquareSet};

use super::attacks::steps_from;
use super::bitboard::Bitboard;
use super::movegen::zone;
use super::moves::Move;
use super::piece::{BISHOP, DRAGON, HAND, HORSE, KING, ROOK, SET};
use super::position::Position;
use super::square::{SIZE, square};

/// Which entering-king rule decides. The names are those of the USI option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EnteringKingRule {
    /// No declaration.
    NoEnteringKing,
    /// The 24-point rule: 31 points win.
    CsaRule24,
    /// The 24-point rule with handicap pieces credited to white.
    CsaRule24H,
    /// The 27-point rule: black needs 28 points, white 27.
    #[default]
    CsaRule27,
    /// The 27-point rule with handicap pieces credited to white.
    CsaRule27H,
    /// The king that reaches the opponent king's first square wins.
    TryRule,
}

impl EnteringKingRule {
    /// Every rule, in the order of the option's list.
    pub const ALL: [Self; 6] = [
        Self::NoEnteringKing,
        Self::CsaRule24,
        Self::CsaRule24H,
        Self::CsaRule27,
        Self::CsaRule27H,
        Self::TryRule,
    ];

    /// The option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoEnteringKing => "NoEnteringKing",
            Self::CsaRule24 => "CSARule24",
            Self::CsaRule24H => "CSARule24H",
            Self::CsaRule27 => "CSARule27",
            Self::CsaRule27H => "CSARule27H",
            Self::TryRule => "TryRule",
        }
    }

    /// The rule with this name, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text))
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
            points += u32::from(hand.count(pt)) * type_points(pt.index());
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
        (0..7)
            .map(|k| {
                let pt = HAND[k];
                let promoted = super::piece::promote(pt);
                let on_board = if promoted == pt {
                    self.by_type(pt).len()
                } else {
                    self.by_type(pt).len() + self.by_type(promoted).len()
                };
                let in_hand: u32 = Color::ALL.iter().map(|&c| u32::from(self.hand_of(c).count(pt))).sum();
                u32::from(SET[k]).saturating_sub(on_board + in_hand) * type_points(k)
            })
            .sum()
    }
}

/// The points of an unpromoted type by its number.
const fn type_points(k: usize) -> u32 {
    if k == BISHOP.index() || k == ROOK.index() { MAJOR_POINTS } else { 1 }
}

/// Where the opponent's king stood when the game began: 5a for black, 5i for white.
const fn try_square(c: Color) -> Square {
    const FILE_5: usize = 4;
    match c {
        Color::Black => square(FILE_5, 0),
        Color::White => square(FILE_5, SIZE - 1),
    }
}
