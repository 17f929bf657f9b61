//! Reading and writing SFEN, strictly: every error says what is wrong where.

use std::fmt::Write as _;

use crate::game::{
    Board, Color, Drawing as _, Notation as _, NotationError, Piece, Position as _, SquareSet, board_text,
    hands_text, quote,
};
use crate::lang::{Message, message};

use super::bitboard::Bitboard;
use super::movegen::dead_ranks;
use super::piece::{self, HAND, KING, PAWN, SET};
use super::position::Position;
use super::square as squares;
use super::square::{SIZE, at};
use super::state::State;

/// The start position of shogi without handicap.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The largest move number that is believed.
const MAX_PLY_NUMBER: u32 = 65_535;

/// The game, whose sides errors name.
const SHOGI: &str = "shogi";
/// What errors call the format.
const FORMAT: &str = "SFEN";

type Result<T> = std::result::Result<T, NotationError>;

/// Text that is not written as one, or a position that cannot be played.
fn error<T>(fault: Message) -> Result<T> {
    Err(NotationError::Position { format: FORMAT, fault })
}

/// Reads an SFEN, whose move number may be missing.
pub(super) fn parse(text: &str) -> Result<Position> {
    let mut fields = text.split_ascii_whitespace();
    let (Some(board), side) = (fields.next(), fields.next()) else {
        return error(message!(SHOGI, "empty text"));
    };
    let stm = match side {
        Some("b") => Color::Black,
        Some("w") => Color::White,
        Some(other) => {
            return error(message!(SHOGI, "side to move is {text}, expected b or w", text = quote(other)));
        }
        None => return error(message!(SHOGI, "side to move missing after the board")),
    };
    let Some(hands) = fields.next() else {
        return error(message!(SHOGI, "hands missing, write - for none"));
    };
    let first_ply = match fields.next() {
        None => 1,
        Some(number) => match number.parse::<u32>() {
            Ok(n) if n <= MAX_PLY_NUMBER && number.bytes().all(|b| b.is_ascii_digit()) => n,
            _ => {
                let (text, most) = (quote(number), MAX_PLY_NUMBER);
                return error(message!(SHOGI, "move number is {text}, expected 0 to {most}", text, most));
            }
        },
    };
    if let Some(extra) = fields.next() {
        return error(message!(SHOGI, "unexpected {text} after the move number", text = quote(extra)));
    }

    let mut state = State::empty(stm);
    parse_board(&mut state, board)?;
    parse_hands(&mut state, hands)?;
    validate(&state)?;
    state.board_key = state.slow_board_key();
    state.hand_key = state.slow_hand_key();
    if let Some(king) = state.king(stm) {
        state.checkers = state.attackers_of(!stm, king, state.occupied);
    }
    Ok(Position::first(&state, first_ply))
}

fn parse_board(state: &mut State, text: &str) -> Result<()> {
    let mut count = 0;
    for rank in text.split('/') {
        if count >= SIZE {
            return error(message!(SHOGI, "more than nine ranks"));
        }
        parse_rank(state, count, rank)?;
        count += 1;
    }
    if count < SIZE {
        return error(message!(SHOGI, "{count} ranks, expected nine", count));
    }
    Ok(())
}

fn parse_rank(state: &mut State, row: usize, text: &str) -> Result<()> {
    let rank = Position::rank_name(row as u8);
    // Squares filled, from file 9 on.
    let mut count = 0;
    let mut letters = text.chars();
    let mut after_digit = false;
    while let Some(letter) = letters.next() {
        if let Some(n @ 1..=9) = letter.to_digit(10) {
            if after_digit {
                return error(message!(SHOGI, "rank {rank}: two numbers in a row", rank));
            }
            after_digit = true;
            count += n as usize;
        } else {
            after_digit = false;
            let (letter, promoted) = match letter {
                '+' => (letters.next().unwrap_or('+'), true),
                _ => (letter, false),
            };
            let (c, pt) = (owner(letter), piece::from_letter(letter.to_ascii_uppercase()));
            let shown = || quote(&letter.to_string());
            let Some(pt) = pt else {
                return error(message!(SHOGI, "rank {rank}: {letter} is no piece", rank, letter = shown()));
            };
            if promoted && !piece::can_promote(pt) {
                return error(message!(
                    SHOGI,
                    "rank {rank}: {letter} cannot promote",
                    rank,
                    letter = shown()
                ));
            }
            if count < SIZE {
                let sq = at(row, count);
                if pt == KING && state.king(c).is_some() {
                    let (side, square) = (c.name(), squares::text(sq));
                    return error(message!(SHOGI, "a second {side} king on {square}", side, square));
                }
                state.put(Piece::new(c, piece::promote_if(pt, promoted)), sq);
            }
            count += 1;
        }
        if count > SIZE {
            return error(message!(SHOGI, "rank {rank} has more than nine squares", rank));
        }
    }
    if count < SIZE {
        return error(message!(SHOGI, "rank {rank} has {count} squares, expected nine", rank, count));
    }
    Ok(())
}

/// Whose piece a letter is: upper case is black's.
const fn owner(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::Black } else { Color::White }
}

fn parse_hands(state: &mut State, text: &str) -> Result<()> {
    if text == "-" {
        return Ok(());
    }
    let mut number = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            if number.len() == 2 || (number.is_empty() && letter == '0') {
                return error(message!(SHOGI, "hands: {text} is no number of pieces", text = quote(text)));
            }
            number.push(letter);
            continue;
        }
        let pt = match piece::from_letter(letter.to_ascii_uppercase()) {
            Some(pt) if pt != KING => pt,
            _ => {
                let text = quote(&letter.to_string());
                return error(message!(SHOGI, "hands: {text} is no piece in hand", text));
            }
        };
        let count = if number.is_empty() { 1 } else { number.parse().unwrap_or(u32::MAX) };
        number.clear();
        let c = owner(letter);
        // A letter that stands twice is added up, as most programs read it: `PP`, `2PP`.
        let (sum, all) = (count + u32::from(state.hand_of(c).count(pt)), SET[pt.index()]);
        if sum > all.into() {
            return error(message!(
                SHOGI,
                "hands: {count} of {letter}, a set has {all}",
                count = sum,
                letter,
                all
            ));
        }
        for _ in 0..count {
            state.hands[c.index()].add(pt);
        }
    }
    if !number.is_empty() {
        return error(message!(SHOGI, "hands end with a number"));
    }
    Ok(())
}

/// Checks that the position can be played on.
fn validate(state: &State) -> Result<()> {
    for pt in HAND {
        let (count, letter, all) = (state.count(pt), piece::text(pt), SET[pt.index()]);
        if count > all.into() {
            return error(message!(SHOGI, "{count} of {letter}, a set has {all}", count, letter, all));
        }
    }
    for c in Color::ALL {
        let (pawns, side) = (state.pieces(c, PAWN), c.name());
        for file in 0..SIZE {
            if (pawns & Bitboard::file(file)).has_many() {
                return error(message!(SHOGI, "two {side} pawns on file {file}", side, file = file + 1));
            }
        }
        for pt in [PAWN, piece::LANCE, piece::KNIGHT] {
            if let Some(sq) = (state.pieces(c, pt) & dead_ranks(pt, c)).first() {
                return error(message!(
                    SHOGI,
                    "{side} {piece} on {square} could never move",
                    side,
                    piece = piece::text(pt),
                    square = squares::text(sq)
                ));
            }
        }
    }
    let stm = state.stm;
    if state.by_type(KING).is_empty() {
        return error(message!(SHOGI, "no king on the board"));
    }
    if let Some(king) = state.king(!stm)
        && let Some(by) = state.attackers_of(stm, king, state.occupied).first()
    {
        return error(message!(
            SHOGI,
            "{side} is to move and could capture the king on {square} from {from}",
            side = stm.name(),
            square = squares::text(king),
            from = squares::text(by)
        ));
    }
    Ok(())
}

/// Writes the SFEN: both hands with black's first, the strongest pieces first.
pub(super) fn write(position: &Position) -> String {
    let board =
        board_text(SIZE, SIZE, |row, column| position.piece_on(at(row, column)).map(Position::letters));
    let side = &position.side_to_move().name()[..1];
    let held = |c| HAND.into_iter().rev().map(move |pt| (Piece::new(c, pt), position.hand(c, pt)));
    let held = Color::ALL.into_iter().flat_map(held).map(|(piece, n)| (Position::letters(piece), n.into()));
    // What is written must be readable.
    format!("{board} {side} {} {}", hands_text(held), position.game_ply().min(MAX_PLY_NUMBER))
}

/// A picture of the board with both hands, as western diagrams show it.
pub(super) fn diagram(position: &Position) -> String {
    let mut out = String::new();
    let hand = |c: Color| -> String {
        let held: Vec<String> = HAND
            .into_iter()
            .rev()
            .filter(|&pt| position.hand(c, pt) > 0)
            .map(|pt| match position.hand(c, pt) {
                1 => piece::text(pt).to_owned(),
                n => format!("{}x{n}", piece::text(pt)),
            })
            .collect();
        if held.is_empty() { "nothing".to_owned() } else { held.join(" ") }
    };
    let _ = writeln!(out, "white holds {}", hand(Color::White));
    out.push_str("   9  8  7  6  5  4  3  2  1\n");
    for row in 0..SIZE {
        for column in 0..SIZE {
            let text = position.piece_on(at(row, column)).map_or_else(|| ".".to_owned(), Position::letters);
            let _ = write!(out, "{text:>3}");
        }
        let _ = writeln!(out, "  {}", Position::rank_name(row as u8));
    }
    let _ = writeln!(out, "black holds {}", hand(Color::Black));
    let _ = write!(out, "{} to move", position.side_to_move().name());
    out
}
