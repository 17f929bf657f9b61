//! Moves as people write them: the short notation of PGN, SAN.

use cozy_chess::util::display_san_move;

use crate::game::{
    All, Board, MoveList, Notation, NotationError, PieceType, Position as _, Square, SquareSet, quote,
};

use super::moves::Move;
use super::piece::{self, KING, PAWN};
use super::position::Position;
use super::square::{self, file, rank};

/// What may stand behind a move and says nothing of it.
const MARKS: [char; 17] =
    ['+', '#', '!', '?', '=', '~', '-', '/', '±', '∓', '⩲', '⩱', '∞', '□', '†', '‡', '⌓'];
/// What may stand between a piece and where it goes.
const SIGNS: [char; 3] = ['x', ':', '-'];

impl Position {
    /// A legal move in Standard Algebraic Notation, as game records have it.
    pub fn san(&self, m: Move) -> String {
        display_san_move(self.board(), m.to_cozy()).to_string()
    }
}

/// Reads a legal move in SAN: `e4`, `exd6 e.p.` without the last word, `Nbd7`,
/// `R1xa3+`, `e8=Q#`, `e8Q`, `O-O`, `0-0-0!?`. Long forms (`Ng1-f3`, `e2e4`),
/// captures of which only the file is told (`exd`, `ed`, `Qxd`) and UCI, with a hyphen or without, are understood
/// as well. A pawn captures only where a capture sign or its origin stands; other capture signs, check marks and
/// comments are not verified.
///
/// ```
/// use somatic::chess::{Position, parse_san};
/// use somatic::game::Notation;
///
/// // Two knights can go to d2.
/// //   . . . . k . . .
/// //   . . . . . . . .
/// //   . . . . . . . .
/// //   . . . . . . . .
/// //   . . . . . . . .
/// //   . . . . . N . .
/// //   . . . . . . . .
/// //   . N . . K . . .
/// let position = Position::parse("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").expect("a FEN");
/// let m = parse_san(&position, "Nbd2").expect("a move");
/// assert_eq!(position.move_text(m), "b1d2");
/// assert_eq!(position.san(m), "Nbd2");
/// assert!(parse_san(&position, "Nd2").is_err(), "it could be either");
/// ```
///
/// # Errors
/// Says whether the text is no move, not legal here, or could be several.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, NotationError> {
    let no_move = || NotationError::NoMove { text: text.to_owned(), notation: "move" };
    let not_legal = || NotationError::Illegal { text: quote(text), position: position.text() };
    let lettered: String = text.chars().filter_map(letter_of).collect();
    let bare = without_marks(&lettered);
    let wanted = Wanted::parse(bare).ok_or_else(no_move)?;
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let mut fitting = list.iter().filter(|&&m| wanted.fits(position, m));
    match (fitting.next(), fitting.next()) {
        (Some(&m), None) => Ok(m),
        (Some(_), Some(_)) => Err(NotationError::Ambiguous { text: text.to_owned() }),
        (None, _) => position.parse_move(&bare.replace(SIGNS, "")).map_err(|_| not_legal()),
    }
}

/// A move without what stands behind it.
fn without_marks(text: &str) -> &str {
    let bare = text.trim_end_matches(MARKS);
    let bare = bare.strip_suffix("ch").unwrap_or(bare).trim_end_matches("e.p.").trim_end_matches(MARKS);
    bare.strip_suffix("ep").unwrap_or(bare)
}

/// File or piece and file of a capture of which the rank is not told, `exd` or `Q:d`; nothing of any other text.
pub(crate) fn short_capture(text: &str) -> Option<(char, char)> {
    match without_marks(text).as_bytes() {
        &[who @ (b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N'), b'x' | b':', to @ b'a'..=b'h'] => {
            Some((who.into(), to.into()))
        }
        _ => None,
    }
}

/// The files of a capture by a pawn of which no more is told: `ed`.
pub(crate) fn files_of_capture(text: &str) -> Option<(char, char)> {
    match without_marks(text).as_bytes() {
        &[from @ b'a'..=b'h', to @ b'a'..=b'h'] if from.abs_diff(to) == 1 => Some((from.into(), to.into())),
        _ => None,
    }
}

/// The letter for a figure, as printed games have them, and the hyphen for any dash; nothing for a pawn's figure,
/// and any other letter for itself.
pub(crate) const fn letter_of(figure: char) -> Option<char> {
    match figure {
        '\u{2654}' | '\u{265a}' => Some('K'),
        '\u{2655}' | '\u{265b}' => Some('Q'),
        '\u{2656}' | '\u{265c}' => Some('R'),
        '\u{2657}' | '\u{265d}' => Some('B'),
        '\u{2658}' | '\u{265e}' => Some('N'),
        '\u{2659}' | '\u{265f}' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        other => Some(other),
    }
}

/// What a text says of a move.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    /// The king castles, towards the higher files or the lower ones.
    Castling { short: bool },
    /// A piece takes something on a file.
    Capture { piece: PieceType, from_file: Option<usize>, to_file: usize },
    /// A piece goes to a square.
    Piece {
        piece: PieceType,
        from_file: Option<usize>,
        from_rank: Option<usize>,
        to: Square,
        becomes: PieceType,
        /// A pawn that goes straight on.
        is_push: bool,
    },
}

impl Wanted {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" | "o-o" | "OO" => return Some(Self::Castling { short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" => return Some(Self::Castling { short: false }),
            _ => {}
        }
        if let Some((who, to)) = short_capture(text).or_else(|| files_of_capture(text)) {
            let is_pawn = who.is_ascii_lowercase();
            let piece = if is_pawn { PAWN } else { piece::from_letter(who)? };
            let from_file = is_pawn.then(|| file_of(who));
            return Some(Self::Capture { piece, from_file, to_file: file_of(to) });
        }
        let letters: Vec<char> = text.chars().filter(|c| !SIGNS.contains(c)).collect();
        let (piece, rest) = match letters.split_first()? {
            (&first, rest) if first.is_ascii_uppercase() => (piece::from_letter(first)?, rest),
            _ => (PAWN, letters.as_slice()),
        };
        let (rest, becomes) = match rest {
            [rest @ .., '=' | '/', letter] => (rest, promoted(*letter)?),
            [rest @ .., letter] if letter.is_ascii_alphabetic() => (rest, promoted(*letter)?),
            _ => (rest, piece),
        };
        if becomes != piece && piece != PAWN {
            return None;
        }
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = square::parse(&to.iter().collect::<String>())?;
        let is_push = piece == PAWN && origin.is_empty() && !text.contains(['x', ':']);
        let (from_file, from_rank) = match *origin {
            [] => (None, None),
            [f @ 'a'..='h'] => (Some(f), None),
            [r @ '1'..='8'] => (None, Some(r)),
            [f @ 'a'..='h', r @ '1'..='8'] => (Some(f), Some(r)),
            _ => return None,
        };
        let from_file = from_file.map(file_of);
        let from_rank = from_rank.map(|r| r as usize - '1' as usize);
        Some(Self::Piece { piece, from_file, from_rank, to, becomes, is_push })
    }

    /// Whether a legal move is what the text says.
    fn fits(&self, position: &Position, m: Move) -> bool {
        // Castling is the king going to its own rook.
        let castles = position.by_color(position.side_to_move()).contains(m.to());
        match *self {
            Self::Castling { short } => castles && (m.to() > m.from()) == short,
            Self::Capture { piece, from_file, to_file } => {
                let parts = position.parts(m);
                !castles
                    && parts.piece == piece
                    && parts.captured.is_some()
                    && file(parts.to) == to_file
                    && from_file.is_none_or(|f| f == file(m.from()))
            }
            Self::Piece { piece, from_file, from_rank, to, becomes, is_push } => {
                let parts = position.parts(m);
                !castles
                    && (parts.piece, parts.to, parts.becomes) == (piece, to, becomes)
                    && (!is_push || parts.captured.is_none())
                    && from_file.is_none_or(|f| f == file(m.from()))
                    && from_rank.is_none_or(|r| r == rank(m.from()))
            }
        }
    }
}

/// A file from 0, by its letter.
const fn file_of(letter: char) -> usize {
    letter as usize - 'a' as usize
}

/// What a pawn becomes, by a letter of either case.
fn promoted(letter: char) -> Option<PieceType> {
    piece::from_letter(letter.to_ascii_uppercase()).filter(|&pt| pt != PAWN && pt != KING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, cases: &[(&str, &str)]) {
        let position = Position::parse(fen).expect("a legal FEN");
        for (text, expected) in cases {
            match parse_san(&position, text) {
                Ok(m) => assert_eq!(position.move_text(m), *expected, "{text}"),
                Err(error) => assert!(error.to_string().contains(expected), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn all_forms_are_read() {
        let start = super::super::START;
        check(
            start,
            &[("e4", "e2e4"), ("Nf3", "g1f3"), ("Ng1-f3", "g1f3"), ("e2-e4", "e2e4"), ("b1c3", "b1c3")],
        );
        check(
            start,
            &[
                ("Pe4", "e2e4"),
                ("Nf3!?", "g1f3"),
                ("\u{2658}f3", "g1f3"),
                ("\u{2659}e4", "e2e4"),
                ("e4+-", "e2e4"),
                ("e4\u{b1}", "e2e4"),
                ("Nf3+/=", "g1f3"),
                ("Nf3ch", "g1f3"),
                ("e2\u{2013}e4", "e2e4"),
                ("g1-f3", "g1f3"),
                ("b1-d2", "not legal"),
                ("e2e4", "e2e4"),
            ],
        );
        check(
            "r3k2r/pP1p4/8/2pPp3/1N3N2/8/P6P/R3K2R w KQkq c6 0 1",
            &[
                ("O-O", "e1g1"),
                ("O\u{2013}O\u{2013}O", "e1c1"),
                ("dxc6e.p.+", "d5c6"),
                ("dxc", "d5c6"),
                ("dc!", "d5c6"),
                ("de", "not legal"),
                ("d:c!", "d5c6"),
                ("Nxd", "not legal"),
                ("Rxa", "not legal"),
                ("bxa", "several"),
                ("bxa8/Q", "b7a8q"),
                ("0-0-0+", "e1c1"),
                ("e1g1", "e1g1"),
                ("e1-c1", "e1c1"),
                ("f4:d3", "f4d3"),
                // A pawn that would have to capture for it.
                ("c6", "not legal"),
                ("a8=Q", "not legal"),
                ("xc6", "d5c6"),
                ("5c6", "d5c6"),
                ("xa8=R", "b7a8r"),
                ("Kf1", "e1f1"),
                ("dxc6", "d5c6"),
                ("dxc6e.p.", "d5c6"),
                ("dxc6ep", "d5c6"),
                ("dc6", "d5c6"),
                ("bxa8=Q+", "b7a8q"),
                ("bxa8N", "b7a8n"),
                ("bxa8b", "b7a8b"),
                ("b8=R", "b7b8r"),
                ("b8", "not legal"),
                ("b8=K", "no move"),
                ("fxe5", "not legal"),
                ("Nfd3", "f4d3"),
                ("Nbd3", "b4d3"),
                ("Nd3", "several"),
                ("Ng1=Q", "no move"),
            ],
        );
        check(
            "4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1",
            &[
                ("R1a3", "a1a3"),
                ("R5a3", "a5a3"),
                ("Ra5a3", "a5a3"),
                ("Ra3", "several"),
                ("Kc1", "not legal"),
            ],
        );
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let position = Position::start();
        for text in [
            "", "+", "x", "=", "e", "Q", "exd", "Qxd", "e9", "i4", "O-O-O-O", "Zf3", "--", "Z0", "1", "é4",
            "Nf3f4f5", "=Q",
        ] {
            assert!(parse_san(&position, text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_written_as_records_have_them() {
        #[track_caller]
        fn check(fen: &str, uci: &str, expected: &str) {
            let position = Position::parse(fen).expect(fen);
            assert_eq!(position.san(position.parse_move(uci).expect(uci)), expected, "{fen}");
        }

        let start = crate::chess::START;
        check(start, "e2e4", "e4");
        check(start, "g1f3", "Nf3");
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        check(castles, "e1g1", "O-O");
        check(castles, "e1c1", "O-O-O");
        check(castles, "a1a8", "Rxa8+");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6");
        check("3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q#");
        // Two knights on a file, two rooks on a rank, three queens in a corner.
        check("4k3/8/8/1N6/8/1N6/8/4K3 w - - 0 1", "b5d4", "N5d4");
        check("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1");
        check("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
    }
}
