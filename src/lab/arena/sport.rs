//! What a match must know of a game beyond its rules.

use crate::chess;
use crate::game::{Color, NotationError};
use crate::protocol::{Dialect, Uci, Usi};

use super::adjudication::{Adjudication, DrawRule, WinRule};
use super::record::GameRecord;
use super::records::{csa, lines, pgn};

/// A way to write games down.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The ending of a file's name.
    pub extension: &'static str,
    /// What stands between two games.
    pub separator: &'static str,
    /// Writes a game: whole lines.
    pub write: fn(&GameRecord) -> Result<String, NotationError>,
}

/// A game that matches are played in.
pub trait MatchGame: Dialect {
    /// The color that moves first.
    const FIRST: Color;
    /// When games end early unless told otherwise.
    const ADJUDICATION: Adjudication;
    /// How games are written.
    const FORMATS: &'static [Format];

    /// Whether castling is king takes rook.
    fn is_chess960(_: &Self::Game) -> bool {
        false
    }
}

impl MatchGame for Usi {
    const FIRST: Color = Color::Black;
    /// Games of shogi turn late, whatever material is ahead: of games that both
    /// players gave up at 3,000 one in twenty ended otherwise when played out.
    const ADJUDICATION: Adjudication =
        Adjudication { win: Some(WinRule { score: 10_000, moves: 4 }), draw: None };
    const FORMATS: &'static [Format] = &[
        Format { extension: "usi", separator: "", write: lines::write::<Self> },
        Format { extension: "sfen", separator: "", write: lines::write::<Self> },
        Format { extension: "csa", separator: "/\n", write: csa::write },
    ];
}

impl MatchGame for Uci {
    const FIRST: Color = Color::White;
    /// At 1,000, the custom of chess matches, one game in eighty ended otherwise
    /// when played out.
    const ADJUDICATION: Adjudication = Adjudication {
        win: Some(WinRule { score: 1_500, moves: 4 }),
        draw: Some(DrawRule { score: 8, moves: 8, from_ply: 80 }),
    };
    const FORMATS: &'static [Format] = &[
        Format { extension: "pgn", separator: "\n", write: pgn::write },
        Format { extension: "uci", separator: "", write: lines::write::<Self> },
    ];

    fn is_chess960(position: &chess::Position) -> bool {
        position.is_chess960()
    }
}
