//! The notations in which moves are shown to people.

use std::str::FromStr;
use std::sync::OnceLock;

use super::{AnyPosition, of_either, write};
use crate::game::{Board as _, MoveParts, Notation, Position as _};
use crate::lang::{self, Language};
use crate::{chess, shogi};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNotation {
    /// As programs write them: USI, UCI.
    Machine,
    /// Hodges' notation in shogi, SAN in chess.
    Western,
    /// As the Japanese write moves of shogi; SAN in chess.
    Japanese,
}

/// A name that is of no notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected usi, uci, kif, western or san")]
pub struct UnknownNotation;

impl FromStr for MoveNotation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        match name {
            "usi" | "uci" => Ok(Self::Machine),
            "western" | "san" => Ok(Self::Western),
            "kif" => Ok(Self::Japanese),
            _ => Err(UnknownNotation),
        }
    }
}

/// What the user has asked for; as with the language, there is one.
static CHOSEN: OnceLock<MoveNotation> = OnceLock::new();

impl MoveNotation {
    /// Takes this one from now on, for all languages. What was chosen once stays.
    pub fn choose(self) {
        let _ = CHOSEN.set(self);
    }

    /// The one that was [chosen](Self::choose), else what readers of the current language expect.
    pub fn current() -> Self {
        CHOSEN.get().copied().unwrap_or_else(Self::usual)
    }

    /// How the moves of a table of SUPER-SOMA are written: as was [chosen](Self::choose), in shogi as the Japanese
    /// do for readers of Japanese, and else, where this is nothing, in the article's own way.
    pub fn of_tables(game: &str) -> Option<Self> {
        let is_japanese = Self::usual() == Self::Japanese && game == shogi::Position::GAME;
        let usual = is_japanese.then_some(Self::Japanese);
        CHOSEN.get().copied().or(usual).filter(|notation| *notation != Self::Machine)
    }

    /// The one that readers of the current language expect.
    fn usual() -> Self {
        match lang::current() {
            Language::English => Self::Western,
            Language::Japanese => Self::Japanese,
        }
    }

    /// The moves of a line from a position, an SFEN or a FEN, as far as they can be played.
    pub(crate) fn line_at(self, position: &str, moves: &[impl AsRef<str>]) -> Vec<String> {
        AnyPosition::read(position).map_or_else(Vec::new, |position| self.line(&position, moves))
    }

    /// The same of a position that may be none, and behind them those that cannot be played, as they are.
    pub(crate) fn line_from(self, position: Option<&AnyPosition>, moves: &[impl AsRef<str>]) -> Vec<String> {
        let mut names = position.map_or_else(Vec::new, |position| self.line(position, moves));
        names.extend(moves.iter().skip(names.len()).map(|text| text.as_ref().to_owned()));
        names
    }

    fn shogi(self, position: &shogi::Position, m: shogi::Move) -> String {
        match self {
            Self::Machine => position.move_text(m),
            Self::Western => shogi::western(position, m),
            Self::Japanese => {
                let mark = shogi::notation::mark(position.side_to_move());
                let text = shogi::notation::text(position, m);
                // As programs have it: 同 takes the width of a square.
                let (same, rest) = text.strip_prefix('同').map_or(("", text.as_str()), |rest| ("同　", rest));
                format!("{mark}{same}{rest}")
            }
        }
    }

    fn chess(self, position: &chess::Position, m: chess::Move) -> String {
        match self {
            Self::Machine => position.move_text(m),
            Self::Western | Self::Japanese => position.san(m),
        }
    }

    /// The moves of a line, in USI or UCI text, as people write them: as far as they can be played.
    pub fn line(self, position: &AnyPosition, moves: &[impl AsRef<str>]) -> Vec<String> {
        match position {
            AnyPosition::Shogi(position) => walk(&**position, moves, |position, m| self.shogi(position, m)),
            AnyPosition::Chess(position) => walk(&**position, moves, |position, m| self.chess(position, m)),
        }
    }

    /// A move of the side to move, or of the other, that cannot be played now, with where it comes from: in shogi
    /// as the Japanese write it; nothing in other notations.
    pub(crate) fn unplayable(self, position: &AnyPosition, is_own: bool, m: &MoveParts) -> Option<String> {
        let AnyPosition::Shogi(position) = position else { return None };
        if self != Self::Japanese {
            return None;
        }
        let mover = if is_own { position.side_to_move() } else { !position.side_to_move() };
        let square = shogi::notation::square_name(m.to);
        Some(format!("{}{square}{}", shogi::notation::mark(mover), shogi::notation::with_origin(m)))
    }

    /// A square, in USI or UCI text, as people write it on a board of this game.
    pub fn square(self, game: &str, text: &str) -> String {
        if self != Self::Japanese || game != shogi::Position::GAME {
            return text.to_owned();
        }
        shogi::square::parse(text).map_or_else(|| text.to_owned(), shogi::notation::square_name)
    }

    /// A move, in USI or UCI text, as people write it; the text itself where it is no move here.
    pub fn one(self, position: &AnyPosition, text: &str) -> String {
        self.line(position, &[text]).pop().unwrap_or_else(|| text.to_owned())
    }
}

impl AnyPosition {
    /// The moves of a line, in USI or UCI text, in the 16 bits of their game: as far as they can be played.
    pub(crate) fn raw_line(&self, moves: &[String]) -> Vec<u16> {
        fn raw<P: Notation>(position: &P, moves: &[String]) -> Vec<u16> {
            walk(position, moves, |_, m| P::to_raw(m))
        }
        of_either!(self, position => raw(position, moves))
    }

    /// The position after a move, in USI or UCI text, or a `pass`, where that is possible.
    pub fn after(&self, text: &str) -> Option<Self> {
        of_either!(self, position => {
            let mut after = position.clone();
            if text == "pass" {
                return (!after.in_check() && after.do_null_move()).then(|| after.into());
            }
            after.do_move(position.parse_move(text).ok()?);
            Some(after.into())
        })
    }

    /// The position after moves and a pass, where that is possible.
    pub fn passed(&self, moves: &[String]) -> Option<Self> {
        moves.iter().try_fold(self.clone(), |position, text| position.after(text))?.after("pass")
    }

    /// The moves of a line of shogi, in USI text, as CSA writes them; none of chess.
    pub(crate) fn csa_line(&self, moves: &[String]) -> Vec<String> {
        match self {
            Self::Shogi(position) => walk(&**position, moves, write::csa::move_text),
            Self::Chess(_) => Vec::new(),
        }
    }
}

/// What `name` says of each move of a line, in USI or UCI text, on the position before it: as far as they can be
/// played.
pub(crate) fn walk<P: Notation, T>(
    position: &P,
    moves: &[impl AsRef<str>],
    name: impl Fn(&P, P::Move) -> T,
) -> Vec<T> {
    walk_by(position, moves, |position, text| position.parse_move(text.as_ref()).ok(), name)
}

/// The same of a line whose moves `read` knows.
pub(crate) fn walk_by<P: Notation, M, T>(
    position: &P,
    moves: impl IntoIterator<Item = M>,
    read: impl Fn(&P, M) -> Option<P::Move>,
    name: impl Fn(&P, P::Move) -> T,
) -> Vec<T> {
    let mut board = position.clone();
    let play = |m| {
        let m = read(&board, m)?;
        let told = name(&board, m);
        board.do_move(m);
        Some(told)
    };
    moves.into_iter().map_while(play).collect()
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[track_caller]
    fn check(position: &str, moves: &str, notation: &str, expected: &str) {
        let position = AnyPosition::read(position).expect("a position");
        let moves: Vec<&str> = moves.split(' ').collect();
        let notation: MoveNotation = notation.parse().expect("a notation");
        assert_eq!(notation.line(&position, &moves).join(" "), expected);
    }

    #[test]
    fn what_cannot_be_played_has_where_it_comes_from() {
        let position = AnyPosition::read("startpos").expect("a position");
        let square = |text| shogi::square::parse(text).expect("a square");
        let (from, to, piece) = (Some(square("8h")), square("2b"), shogi::piece::BISHOP);
        let bishop = MoveParts { from, to, piece, becomes: piece, captured: None };
        let named = |is_own, m: &MoveParts| MoveNotation::Japanese.unplayable(&position, is_own, m);
        assert_eq!(named(true, &bishop).as_deref(), Some("▲２二角(88)"));
        assert_eq!(named(false, &MoveParts { from: None, ..bishop }).as_deref(), Some("△２二角打"));
        let promotion = MoveParts { becomes: shogi::piece::HORSE, ..bishop };
        assert_eq!(named(true, &promotion).as_deref(), Some("▲２二角成(88)"));
        assert_eq!(MoveNotation::Western.unplayable(&position, true, &bishop), None);
    }

    #[test]
    fn lines_are_written_as_far_as_they_can_be_played() {
        check("startpos", "7g7f 3c3d 8h2b+ 3a2b B*5e", "western", "P-7f P-3d Bx2b+ Sx2b B*5e");
        check("startpos", "7g7f 3c3d 8h2b+ 3a2b B*5e", "kif", "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五角");
        check("startpos", "7g7f 7g7f", "usi", "7g7f");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e2e4 d7d5 e4d5 win", "san", "e4 d5 exd5");
        assert!("x".parse::<MoveNotation>().is_err());
        let (position, moves) = (AnyPosition::read("8/8/8/8/8/k7/8/K5r1 b - - 0 1"), ["g8f6", "win"]);
        assert_eq!(MoveNotation::Western.line_from(position.as_ref(), &moves), moves, "no such move");
    }
}
