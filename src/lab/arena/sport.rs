//! What a match must know of a game beyond its rules.

use crate::chess;
use crate::game::Color;
use crate::protocol::{Dialect, Uci, Usi};
use crate::records::position::GameKind;

use super::adjudication::{Adjudication, DrawRule, WinRule};

/// A game that matches are played in.
pub trait MatchGame: Dialect {
    /// The color that moves first.
    const FIRST: Color;
    /// When games end early unless told otherwise.
    const ADJUDICATION: Adjudication;
    /// The game.
    const KIND: GameKind;

    /// Whether castling is king takes rook.
    fn is_chess960(_: &Self::Game) -> bool {
        false
    }
}

impl MatchGame for Usi {
    const FIRST: Color = Color::Black;
    /// Games of shogi turn late, whatever material is ahead: of games that both
    /// players gave up at 2,250 one in twenty ended otherwise when played out.
    const ADJUDICATION: Adjudication =
        Adjudication { win: Some(WinRule { score: 7_500, moves: 4 }), draw: None };
    const KIND: GameKind = GameKind::Shogi;
}

impl MatchGame for Uci {
    const FIRST: Color = Color::White;
    /// At 1,330, about the custom of chess matches, one game in eighty ended otherwise
    /// when played out.
    const ADJUDICATION: Adjudication = Adjudication {
        win: Some(WinRule { score: 2_000, moves: 4 }),
        draw: Some(DrawRule { score: 10, moves: 8, from_ply: 80 }),
    };
    const KIND: GameKind = GameKind::Chess;

    fn is_chess960(position: &chess::Position) -> bool {
        position.is_chess960()
    }
}
