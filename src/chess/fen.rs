//! Reading and writing FEN: strict about what can be played, every error says what
//! is wrong where; counters of any size are taken, and castling rights that
//! nobody can have are dropped, with a word.
//!
//! Castling is read as X-FEN and Shredder-FEN have it: `KQkq` means the
//! outermost rook, a file's letter the rook on that file.

use std::fmt::Write as _;

use cozy_chess::{BoardBuilder, BoardBuilderError, CastleRights, File};

use crate::game::{
    Board, Color, Drawing as _, Notation as _, NotationError, PieceType, Square, SquareSet, board_text, quote,
};
use crate::lang::{self, Message, message, tr, tr_of};

use super::attacks::attacks_from;
use super::bitboard::Bitboard;
use super::piece::{self, KING, PAWN, ROOK, from_cozy, from_cozy_color, to_cozy, to_cozy_color};
use super::position::{Position, en_passant_target};
use super::square::{self as squares, SIZE, SQUARES, at, file};
use super::uci::KING_FILE;

/// The start position of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The sides in the order in which FEN names them.
const SIDES: [Color; 2] = [Color::White, Color::Black];
/// The most pieces and pawns a side can have.
const MAX_SIDE: u32 = 16;
const MAX_PAWNS: u32 = 8;
/// Where the half-move clock stops: fifty moves are a draw.
const FULL_CLOCK: u8 = 100;

/// The game, whose sides and pieces errors name.
const CHESS: &str = "chess";
/// What errors call the format.
const FORMAT: &str = "FEN";

type Result<T> = std::result::Result<T, NotationError>;

/// Text that is not written as one, or a position that cannot be played.
fn error<T>(fault: Message) -> Result<T> {
    Err(NotationError::Position { format: FORMAT, fault })
}

/// Reads a FEN, of which board and side must be there; what is dropped of it is told of.
///
/// An en-passant square that no double step can have led to is read as none,
/// because other programs write such; a clock beyond fifty moves is stopped
/// at fifty, and move number 0 is 1. A castling right is dropped if king or
/// rook do not stand where they could castle, or if it is named twice; and
/// with it the side's other one where that would be Chess960's, as of the
/// `KQkq` that some programs go on writing of a side that has castled.
pub(super) fn parse(text: &str, tell: &mut dyn FnMut(&str)) -> Result<Position> {
    let mut fields = text.split_ascii_whitespace();
    let Some(board) = fields.next() else { return error(message!(CHESS, "empty text")) };
    let mut setup = Setup { builder: BoardBuilder::empty() };
    setup.parse_board(board)?;
    setup.builder.side_to_move = match fields.next() {
        Some("w") => cozy_chess::Color::White,
        Some("b") => cozy_chess::Color::Black,
        Some(other) => {
            return error(message!(CHESS, "side to move is {text}, expected w or b", text = quote(other)));
        }
        None => return error(message!(CHESS, "side to move missing after the board")),
    };
    setup.validate()?;
    setup.parse_castling(fields.next().unwrap_or("-"), tell)?;
    setup.parse_en_passant(fields.next().unwrap_or("-"))?;
    let text = fields.next().unwrap_or("0");
    let Some(clock) = parse_counter(text) else {
        return error(message!(CHESS, "half-move clock is {text}, expected a number", text = quote(text)));
    };
    setup.builder.halfmove_clock = u8::try_from(clock).unwrap_or(FULL_CLOCK).min(FULL_CLOCK);
    let text = fields.next().unwrap_or("1");
    let Some(number) = parse_counter(text) else {
        return error(message!(CHESS, "move number is {text}, expected a number", text = quote(text)));
    };
    setup.builder.fullmove_number = number.max(1);
    if let Some(extra) = fields.next() {
        return error(message!(CHESS, "unexpected {text} after the move number", text = quote(extra)));
    }
    setup.build()
}

/// A number; one too large for us is the largest.
fn parse_counter(text: &str) -> Option<u16> {
    let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().unwrap_or(u16::MAX))
}

/// A board that is being set up.
struct Setup {
    builder: BoardBuilder,
}

impl Setup {
    fn piece_on(&self, sq: Square) -> Option<(PieceType, Color)> {
        let (piece, c) = self.builder.board[sq.index() % SQUARES]?;
        Some((from_cozy(piece), from_cozy_color(c)))
    }

    /// The squares of the pieces that answer to a description.
    fn squares_of(&self, wanted: impl Fn(PieceType, Color) -> bool) -> Bitboard {
        Bitboard::ALL
            .squares()
            .filter(|&sq| self.piece_on(sq).is_some_and(|(pt, c)| wanted(pt, c)))
            .fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq))
    }

    fn pieces(&self, c: Color, pt: PieceType) -> Bitboard {
        self.squares_of(|a, b| a == pt && b == c)
    }

    fn parse_board(&mut self, text: &str) -> Result<()> {
        let mut count = 0;
        for rank in text.split('/') {
            if count >= SIZE {
                return error(message!(CHESS, "more than eight ranks"));
            }
            self.parse_rank(count, rank)?;
            count += 1;
        }
        if count < SIZE {
            return error(message!(CHESS, "{count} ranks, expected eight", count));
        }
        Ok(())
    }

    fn parse_rank(&mut self, row: usize, text: &str) -> Result<()> {
        let rank = Position::rank_name(row as u8);
        // Squares filled, from file a on.
        let mut count = 0;
        let mut after_digit = false;
        for letter in text.chars() {
            if let Some(n @ 1..=8) = letter.to_digit(10) {
                if after_digit {
                    return error(message!(CHESS, "rank {rank}: two numbers in a row", rank));
                }
                after_digit = true;
                count += n as usize;
            } else {
                after_digit = false;
                let Some(pt) = piece::from_letter(letter.to_ascii_uppercase()) else {
                    let letter = quote(&letter.to_string());
                    return error(message!(CHESS, "rank {rank}: {letter} is no piece", rank, letter));
                };
                if count < SIZE {
                    self.put(pt, owner(letter), at(row, count))?;
                }
                count += 1;
            }
            if count > SIZE {
                return error(message!(CHESS, "rank {rank} has more than eight squares", rank));
            }
        }
        if count < SIZE {
            return error(message!(CHESS, "rank {rank} has {count} squares, expected eight", rank, count));
        }
        Ok(())
    }

    fn put(&mut self, pt: PieceType, c: Color, sq: Square) -> Result<()> {
        let (side, square) = (c.name(), || squares::text(sq));
        if pt == KING && !self.pieces(c, KING).is_empty() {
            return error(message!(CHESS, "a second {side} king on {square}", side, square = square()));
        }
        if pt == PAWN && Bitboard::LAST_RANKS.contains(sq) {
            return error(message!(CHESS, "{side} pawn on {square}", side, square = square()));
        }
        self.builder.board[sq.index() % SQUARES] = to_cozy(pt).map(|piece| (piece, to_cozy_color(c)));
        Ok(())
    }

    /// Checks that the pieces can be played with.
    fn validate(&self) -> Result<()> {
        for c in SIDES {
            let side = c.name();
            let (count, all) = (self.squares_of(|_, of| of == c).len(), MAX_SIDE);
            if count > all {
                return error(message!(CHESS, "{count} {side} pieces, a side has {all}", count, side, all));
            }
            let (count, all) = (self.pieces(c, PAWN).len(), MAX_PAWNS);
            if count > all {
                return error(message!(CHESS, "{count} {side} pawns, a side has {all}", count, side, all));
            }
            if self.pieces(c, KING).is_empty() {
                return error(message!(CHESS, "no {side} king", side));
            }
        }
        let stm = from_cozy_color(self.builder.side_to_move);
        let occupied = self.squares_of(|_, _| true);
        let king = self.pieces(!stm, KING);
        for sq in self.squares_of(|_, c| c == stm).squares() {
            let Some((pt, c)) = self.piece_on(sq) else { continue };
            if let Some(king) = (attacks_from(pt, c, sq, occupied) & king).first() {
                return error(message!(
                    CHESS,
                    "{side} is to move and could capture the king on {square} from {from}",
                    side = stm.name(),
                    square = squares::text(king),
                    from = squares::text(sq)
                ));
            }
        }
        Ok(())
    }

    fn parse_castling(&mut self, text: &str, tell: &mut dyn FnMut(&str)) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let text = quote(&letter.to_string());
            if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
                return error(message!(
                    CHESS,
                    "castling {text}: expected KQkq, letters of files, or -",
                    text
                ));
            }
            if let Err(reason) = self.add_castling(letter) {
                tell(&is_dropped(letter, &reason));
            }
        }
        for c in SIDES {
            self.drop_stale_castling(text, c, tell);
        }
        Ok(())
    }

    /// Drops the rights that only Chess960 has, where the other one of the side was named and nobody can have it.
    fn drop_stale_castling(&mut self, text: &str, c: Color, tell: &mut dyn FnMut(&str)) {
        let on_king_file = |sq: Square| file(sq) == KING_FILE;
        let is_home = (self.pieces(c, KING) & back_rank(c)).first().is_some_and(on_king_file);
        let rights = self.builder.castle_rights_mut(to_cozy_color(c));
        let wings = [('k', &mut rights.short, File::H), ('q', &mut rights.long, File::A)];
        let names =
            |letter: char| text.chars().any(|named| owner(named) == c && named.eq_ignore_ascii_case(&letter));
        if !wings.iter().any(|(letter, right, _)| right.is_none() && names(*letter)) {
            return;
        }
        for (letter, right, usual) in wings {
            if right.is_some_and(|rook| rook != usual || !is_home) {
                *right = None;
                let side = lang::text_of(CHESS, c.name());
                let letter = if c == Color::White { letter.to_ascii_uppercase() } else { letter };
                tell(&is_dropped(letter, &tr_of!(CHESS, "the {side} king or rook has moved", side)));
            }
        }
    }

    /// Adds the right that a letter names, or says why nobody can have it.
    fn add_castling(&mut self, letter: char) -> std::result::Result<(), String> {
        let c = owner(letter);
        let (back_rank, side) = (back_rank(c), lang::text_of(CHESS, c.name()));
        let Some(king) = (self.pieces(c, KING) & back_rank).first() else {
            return Err(tr_of!(CHESS, "the {side} king is not on its first rank", side));
        };
        let rooks = self.pieces(c, ROOK) & back_rank;
        let (short, long) = wings(rooks, king);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost(short, true),
            'q' => outermost(long, false),
            of_file => (rooks & Bitboard::file(of_file as usize - 'a' as usize)).first(),
        };
        let Some(rook) = rook else {
            return Err(tr_of!(CHESS, "no {side} rook there to castle with", side));
        };
        let rights = self.builder.castle_rights_mut(to_cozy_color(c));
        let right = if short.contains(rook) { &mut rights.short } else { &mut rights.long };
        if right.is_some() {
            return Err(tr!("this side's rook is named already").to_owned());
        }
        *right = File::try_index(file(rook));
        Ok(())
    }

    fn parse_en_passant(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let Some(sq) = squares::parse(text) else {
            return error(message!(
                CHESS,
                "en passant is {text}, expected a square or -",
                text = quote(text)
            ));
        };
        self.builder.en_passant = Some(squares::to_cozy(sq));
        Ok(())
    }

    fn build(mut self) -> Result<Position> {
        let mut built = self.builder.build();
        if matches!(built, Err(BoardBuilderError::InvalidEnPassant)) {
            self.builder.en_passant = None;
            built = self.builder.build();
        }
        match built {
            Ok(board) => Ok(Position::first(board)),
            Err(reason) => {
                error(Message { game: CHESS, text: "{fault}", values: vec![("fault", reason.to_string())] })
            }
        }
    }
}

/// Whose piece a letter is: upper case is white's.
const fn owner(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// The rank on which a side castles.
const fn back_rank(c: Color) -> Bitboard {
    match c {
        Color::White => Bitboard::rank(0),
        Color::Black => Bitboard::rank(SIZE - 1),
    }
}

/// The rooks of the king's rank on the higher files, and on the lower ones.
fn wings(rooks: Bitboard, king: Square) -> (Bitboard, Bitboard) {
    let below = Bitboard((1 << (king.index() % SQUARES)) - 1);
    (rooks & !below, rooks & below)
}

/// The rook of a wing that stands nearest to the edge.
fn outermost(wing: Bitboard, short: bool) -> Option<Square> {
    if short { wing.squares().last() } else { wing.first() }
}

/// Writes the FEN.
pub(super) fn write(position: &Position) -> String {
    let board =
        board_text(SIZE, SIZE, |row, column| position.piece_on(at(row, column)).map(Position::letters));
    let side = &position.side_to_move().name()[..1];
    let castling: String = SIDES.into_iter().map(|c| castling_text(position, c)).collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    let cozy = position.board();
    let en_passant = en_passant_target(cozy).map_or_else(|| "-".to_owned(), squares::text);
    let (clock, number) = (cozy.halfmove_clock(), cozy.fullmove_number());
    format!("{board} {side} {castling} {en_passant} {clock} {number}")
}

/// Says why a castling right is dropped.
fn is_dropped(letter: char, reason: &str) -> String {
    let text = quote(&letter.to_string());
    format!("{FORMAT}: {}", tr!("castling {text} is dropped: {reason}", text, reason))
}

/// The castling rights of a side: `KQ`, and the file's letter for a rook that
/// is not the outermost.
fn castling_text(position: &Position, c: Color) -> String {
    let CastleRights { short, long } = *position.board().castle_rights(to_cozy_color(c));
    let Some(king) = position.king(c) else { return String::new() };
    let wings = wings(position.pieces(c, ROOK) & back_rank(c), king);
    let name = |right: Option<File>, outermost: Option<Square>, usual: char| {
        let rook = right? as usize;
        Some(if outermost.is_some_and(|sq| file(sq) == rook) { usual } else { squares::file_letter(rook) })
    };
    let short = name(short, outermost(wings.0, true), 'k');
    let long = name(long, outermost(wings.1, false), 'q');
    let text: String = short.into_iter().chain(long).collect();
    if c == Color::White { text.to_ascii_uppercase() } else { text }
}

/// A picture of the board, as white sees it.
pub(super) fn diagram(position: &Position) -> String {
    let mut out = String::from("  a  b  c  d  e  f  g  h\n");
    for row in 0..SIZE {
        for column in 0..SIZE {
            let text = position.piece_on(at(row, column)).map_or_else(|| ".".to_owned(), Position::letters);
            let _ = write!(out, "{text:>3}");
        }
        let _ = writeln!(out, "  {}", Position::rank_name(row as u8));
    }
    let side = lang::text_of(Position::GAME, position.side_to_move().name());
    out.push_str(&tr!("{side} to move", side));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position as _};

    #[track_caller]
    fn refused(fen: &str, why: &str) {
        match Position::parse(fen) {
            Ok(position) => panic!("{fen} was read as {position:?}"),
            Err(error) => assert!(error.to_string().contains(why), "{error}"),
        }
    }

    /// What is written after reading this.
    #[track_caller]
    fn read(fen: &str) -> String {
        Position::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).text()
    }

    #[test]
    fn errors_say_what_is_wrong_where() {
        refused("", "empty");
        refused("8/8/8/8/8/8/8/8", "side to move missing");
        refused("8/8/8/8/8/8/8/8 w - - 0 1", "no white king");
        refused("4k3/8/8/8/8/8/8/8 w - - 0 1", "no white king");
        refused("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks");
        refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than eight ranks");
        refused("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5: '9' is no piece");
        refused("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "rank 5: two numbers");
        refused("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has 7 squares");
        refused("4k3/8/8/7PP/8/8/8/4K3 w - - 0 1", "rank 5 has more than eight");
        refused("4k3/8/8/7x/8/8/8/4K3 w - - 0 1", "'x' is no piece");
        refused("4k3/8/8/7?/8/8/8/4K3 w - - 0 1", "'?' is no piece");
        refused("4k3/8/8/7é/8/8/8/4K3 w - - 0 1", "'é' is no piece");
        refused("4k3/8/8/8/8/8/8/4K2K w - - 0 1", "a second white king on h1");
        refused("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "white pawn on h8");
        refused("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "black pawn on h1");
        refused("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move is 'x'");
        refused("4k3/8/8/8/8/8/8/4R2K w - - 0 1", "capture the king on e8 from e1");
        refused("8/8/8/3kK3/8/8/8/8 w - - 0 1", "capture the king on d5 from e5");
        refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "9 black pawns");
        refused("4k3/8/8/8/8/RRRRRRRR/RRRRRRRR/4K3 b - - 0 1", "17 white pieces");
        refused("4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "castling 'x': expected");
        refused("4k3/8/8/8/8/8/8/4K2R w - e9 0 1", "en passant is 'e9'");
        refused("4k3/8/8/8/8/8/8/4K2R w - - x 1", "half-move clock is 'x'");
        refused("4k3/8/8/8/8/8/8/4K2R w - - +1 1", "half-move clock is '+1'");
        refused("4k3/8/8/8/8/8/8/4K2R w - - 0 -1", "move number is '-1'");
        refused("4k3/8/8/8/8/8/8/4K2R w - - 0 1 1", "unexpected '1'");
    }

    #[test]
    fn missing_fields_are_filled_in() {
        for fen in ["4k3/8/8/8/8/8/8/4K2R w", "4k3/8/8/8/8/8/8/4K2R w -", "4k3/8/8/8/8/8/8/4K2R w - - 0"] {
            assert_eq!(read(fen), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        }
        assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w - - 120 0"), "4k3/8/8/8/8/8/8/4K2R w - - 100 1");
    }

    #[test]
    fn counters_of_any_size_are_taken() {
        for (counters, written) in [
            ("151 200", "100 200"),
            ("300 400", "100 400"),
            ("65536 1", "100 1"),
            ("0 65536", "0 65535"),
            ("99999999999999999999 99999999999999999999", "100 65535"),
        ] {
            let board = "4k3/8/8/8/8/8/8/4K2R w - -";
            assert_eq!(read(&format!("{board} {counters}")), format!("{board} {written}"));
        }
    }

    /// The position is taken, and what is dropped is told of.
    #[test]
    fn castling_rights_that_nobody_can_have_are_dropped() {
        #[track_caller]
        fn check(board: &str, castling: &str, kept: &str, words: &[&str]) {
            let mut told = Vec::new();
            let read = parse(&format!("{board} w {castling} - 0 1"), &mut |word| told.push(word.to_owned()));
            assert_eq!(read.map(|p| p.text()), Ok(format!("{board} w {kept} - 0 1")));
            assert_eq!(told.len(), words.len(), "{told:?}");
            for (told, word) in told.iter().zip(words) {
                assert!(told.starts_with("FEN: castling") && told.contains(word), "{told}");
            }
        }
        check("4k3/8/8/8/8/8/8/4K3", "K", "-", &["'K' is dropped: no white rook"]);
        check("r3k3/8/8/8/8/8/8/4K2R", "KQkq", "Kq", &["'Q'", "'k'"]);
        check("4k3/8/8/8/8/8/4K3/7R", "K", "-", &["the white king is not on its first rank"]);
        check("4k3/8/8/8/8/8/8/4K2R", "KK", "K", &["named already"]);
        check("4k3/8/8/8/8/8/8/4K2R", "KH", "K", &["named already"]);
        check("4k3/8/8/8/8/8/8/4K2R", "Kd", "K", &["no black rook"]);
        check("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq", &[]);
        // White has castled, and the flags are as they were at the start.
        let moved = "'Q' is dropped: the white king or rook has moved";
        check("r3k2r/8/8/8/8/8/8/R4RK1", "KQkq", "kq", &["'K' is dropped: no white rook", moved]);
        let moved = "'k' is dropped: the black king or rook has moved";
        check("2kr3r/8/8/8/8/8/8/R3K2R", "KQkq", "KQ", &["'q' is dropped: no black rook", moved]);
        // Chess960's right alone stands.
        check("7k/8/8/8/8/8/8/R5K1", "Q", "Q", &[]);
    }

    #[test]
    fn castling_letters_mean_the_outermost_rook_or_a_file() {
        let check = |board: &str, castling: &str, written: &str, chess960: bool| {
            let fen = format!("{board} w {castling} - 0 1");
            let position = Position::parse(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(position.text(), format!("{board} w {written} - 0 1"));
            assert_eq!(position.is_chess960(), chess960, "{fen}");
        };
        check("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq", false);
        check("r3k2r/8/8/8/8/8/8/R3K2R", "qkQK", "KQkq", false);
        check("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "KQkq", false);
        check("r3k2r/8/8/8/8/8/8/R3K2R", "Hq", "Kq", false);
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1", "KQkq", "KQkq", true);
        check("1r1k2r1/8/8/8/8/8/8/1R1K2R1", "GBgb", "KQkq", true);
        check("7k/8/8/8/8/8/8/1RRKRR2", "KQ", "KQ", true);
        check("7k/8/8/8/8/8/8/1RRKRR2", "EC", "EC", true);
        check("7k/8/8/8/8/8/8/1RRKRR2", "FC", "KC", true);
        check("r2k4/8/8/8/8/8/8/1RRKRR2", "Cq", "Cq", true);
    }

    #[test]
    fn en_passant_squares_that_cannot_be_are_read_as_none() {
        let fen = |ep: &str| format!("4k3/8/8/8/3pP3/8/8/4K3 b - {ep} 0 1");
        assert_eq!(read(&fen("e3")), fen("e3"));
        for ep in ["e4", "d3", "e6", "a1"] {
            assert_eq!(read(&fen(ep)), fen("-"));
        }
        // Neither can the king have stood in check before the double step.
        assert_eq!(read("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1"), "4k3/8/5N2/8/2pP4/8/8/4K3 b - - 0 1");
    }

    #[test]
    fn counters_are_kept_and_give_the_ply() {
        let p = Position::parse("4k3/8/8/8/8/8/8/4K2R b - - 7 12").expect("a legal FEN");
        assert_eq!(p.text(), "4k3/8/8/8/8/8/8/4K2R b - - 7 12");
        assert_eq!(p.game_ply(), 23);
        assert_eq!(Position::start().game_ply(), 0);
    }
}
