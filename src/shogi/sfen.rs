//! Reading and writing SFEN, strictly: every error says what is wrong where.

use std::fmt::Write as _;

use crate::game::{
    Board, Color, Drawing as _, Notation as _, NotationError, Piece, Position as _, SquareSet, board_text,
    hands_text, quote,
};
use crate::lang::{Message, message};

use super::bitboard::Bitboard;
use super::movegen::dead_ranks;
use super::piece::{self, HAND, KING, PAWN, SET, promote};
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

/// Text that is not written as one.
fn error<T>(fault: Message) -> Result<T> {
    Err(NotationError::Position { format: FORMAT, fault })
}

/// A position that cannot be played.
fn impossible<T>(fault: Message) -> Result<T> {
    Err(NotationError::Impossible { format: FORMAT, fault })
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
                return error(message!(
                    SHOGI,
                    "move number is {text}, expected 0 to {most}",
                    text = quote(number),
                    most = MAX_PLY_NUMBER
                ));
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
    let mut ranks = 0;
    for (rank, row) in text.split('/').enumerate() {
        if rank >= SIZE {
            return error(message!(SHOGI, "more than nine ranks"));
        }
        ranks = rank + 1;
        parse_rank(state, rank, row)?;
    }
    if ranks < SIZE {
        return error(message!(SHOGI, "{count} ranks, expected nine", count = ranks));
    }
    Ok(())
}

fn parse_rank(state: &mut State, rank: usize, row: &str) -> Result<()> {
    let name = (b'a' + rank as u8) as char;
    // Squares filled, from file 9 on.
    let mut filled = 0;
    let mut letters = row.chars();
    let mut after_digit = false;
    while let Some(letter) = letters.next() {
        if let Some(n @ 1..=9) = letter.to_digit(10) {
            if after_digit {
                return error(message!(SHOGI, "rank {rank}: two numbers in a row", rank = name));
            }
            after_digit = true;
            filled += n as usize;
        } else {
            after_digit = false;
            let (letter, promoted) = match letter {
                '+' => (letters.next().unwrap_or('+'), true),
                _ => (letter, false),
            };
            let Some(pt) = letter
                .is_ascii_alphabetic()
                .then(|| piece::from_letter(letter.to_ascii_uppercase()))
                .flatten()
            else {
                return error(message!(
                    SHOGI,
                    "rank {rank}: {letter} is no piece",
                    rank = name,
                    letter = quote(&letter.to_string())
                ));
            };
            let pt = match promoted {
                false => pt,
                true if piece::can_promote(pt) => promote(pt),
                true => {
                    return error(message!(
                        SHOGI,
                        "rank {rank}: {letter} cannot promote",
                        rank = name,
                        letter = quote(&letter.to_string())
                    ));
                }
            };
            if filled < SIZE {
                let sq = at(rank, filled);
                if pt == KING && state.king(owner(letter)).is_some() {
                    return impossible(message!(
                        SHOGI,
                        "a second {side} king on {square}",
                        side = owner(letter).name(),
                        square = squares::text(sq)
                    ));
                }
                state.put(Piece::new(owner(letter), pt), sq);
            }
            filled += 1;
        }
        if filled > SIZE {
            return error(message!(SHOGI, "rank {rank} has more than nine squares", rank = name));
        }
    }
    if filled < SIZE {
        return error(message!(
            SHOGI,
            "rank {rank} has {count} squares, expected nine",
            rank = name,
            count = filled
        ));
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
            Some(pt) if letter.is_ascii_alphabetic() && pt != KING => pt,
            _ => {
                return error(message!(
                    SHOGI,
                    "hands: {text} is no piece in hand",
                    text = quote(&letter.to_string())
                ));
            }
        };
        let count = if number.is_empty() { 1 } else { number.parse().unwrap_or(u32::MAX) };
        number.clear();
        let c = owner(letter);
        // A letter that stands twice is added up, as most programs read it: `PP`, `2PP`.
        let sum = count + u32::from(state.hand_of(c).count(pt));
        if sum > u32::from(SET[pt.index()]) {
            return impossible(message!(
                SHOGI,
                "hands: {count} of {letter}, a set has {all}",
                count = sum,
                letter,
                all = SET[pt.index()]
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
        let promoted = promote(pt);
        let mut on_board = state.by_type(pt);
        if promoted != pt {
            on_board |= state.by_type(promoted);
        }
        let in_hand: u32 = Color::ALL.iter().map(|&c| u32::from(state.hand_of(c).count(pt))).sum();
        let total = on_board.len() + in_hand;
        if total > u32::from(SET[pt.index()]) {
            return impossible(message!(
                SHOGI,
                "{count} of {letter}, a set has {all}",
                count = total,
                letter = piece::text(pt),
                all = SET[pt.index()]
            ));
        }
    }
    for c in Color::ALL {
        let pawns = state.pieces(c, PAWN);
        for f in 0..SIZE {
            if (pawns & Bitboard::file(f)).has_many() {
                return impossible(message!(
                    SHOGI,
                    "two {side} pawns on file {file}",
                    side = c.name(),
                    file = f + 1
                ));
            }
        }
        for pt in [PAWN, piece::LANCE, piece::KNIGHT] {
            if let Some(sq) = (state.pieces(c, pt) & dead_ranks(pt, c)).first() {
                return impossible(message!(
                    SHOGI,
                    "{side} {piece} on {square} could never move",
                    side = c.name(),
                    piece = piece::text(pt),
                    square = squares::text(sq)
                ));
            }
        }
    }
    let stm = state.stm;
    if state.by_type(KING).is_empty() {
        return impossible(message!(SHOGI, "no king on the board"));
    }
    if let Some(king) = state.king(!stm)
        && let Some(by) = state.attackers_of(stm, king, state.occupied).first()
    {
        return impossible(message!(
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
