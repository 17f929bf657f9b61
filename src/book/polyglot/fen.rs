//! The part of a FEN that Polyglot's keys and moves need.

use super::keys::{CASTLING, EN_PASSANT, PIECES, RANDOM, TURN};

/// Files and ranks of the board.
const SIZE: usize = 8;
/// Kinds of pieces in the order of the keys.
const KINDS: &str = "pnbrqk";
/// Letters of promotions by their number; none is 0.
const PROMOTIONS: &str = " nbrq";
/// The king's file at the start of a game: from there castling is written as two steps.
const KING_FILE: usize = 4;

/// Where the pieces stand, who is to move, and what may be castled and taken in passing.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Letters of pieces, as in a FEN.
    board: [Option<char>; SIZE * SIZE],
    white_to_move: bool,
    castling: String,
    en_passant: Option<usize>,
}

/// A square from its name.
fn square(text: &str) -> Option<usize> {
    let mut letters = text.bytes();
    let (file, rank) = (letters.next()?, letters.next()?);
    let is_square = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    is_square.then(|| usize::from(file - b'a') + SIZE * usize::from(rank - b'1'))
}

fn name(square: usize) -> String {
    let letter = |first: u8, number: usize| char::from(first + number as u8);
    [letter(b'a', square % SIZE), letter(b'1', square / SIZE)].iter().collect()
}

impl Placement {
    /// Reads a FEN, as far as it matters; counters may be missing. Whether the position is legal is
    /// not asked.
    pub fn parse(fen: &str) -> Option<Self> {
        let mut fields = fen.split_ascii_whitespace();
        let ranks = fields.next()?;
        let white_to_move = fields.next()? == "w";
        let castling = fields.next().unwrap_or("-").to_owned();
        let en_passant = fields.next().and_then(square);
        let mut board = [None; SIZE * SIZE];
        let mut number = 0;
        for rank in ranks.split('/') {
            number += 1;
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        let first = SIZE.checked_sub(number)? * SIZE;
                        *board.get_mut(first..first + SIZE)?.get_mut(file)? = Some(letter);
                        file += 1;
                    }
                }
            }
        }
        (number == SIZE).then_some(Self { board, white_to_move, castling, en_passant })
    }

    /// Polyglot's key of the position.
    ///
    /// ```
    /// use somatic::book::Placement;
    ///
    /// let start = Placement::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(start.expect("a FEN").key(), 0x463b96181691fc9c);
    /// ```
    pub fn key(&self) -> u64 {
        let random = |number: usize| RANDOM.get(number).copied().unwrap_or(0);
        let mut key = if self.white_to_move { random(TURN) } else { 0 };
        for (square, letter) in self.board.iter().enumerate() {
            let Some(letter) = *letter else { continue };
            if let Some(kind) = KINDS.find(letter.to_ascii_lowercase()) {
                let piece = 2 * kind + usize::from(letter.is_ascii_uppercase());
                key ^= random(PIECES + SIZE * SIZE * piece + square);
            }
        }
        for letter in self.castling.chars() {
            key ^= self.right(letter).map_or(0, |right| random(CASTLING + right));
        }
        key ^ self.taken_in_passing().map_or(0, |file| random(EN_PASSANT + file))
    }

    /// The number of a right to castle: `KQkq`, or the letter of the rook's file.
    fn right(&self, letter: char) -> Option<usize> {
        let is_white = letter.is_ascii_uppercase();
        let wing = match letter.to_ascii_lowercase() {
            'k' => 0,
            'q' => 1,
            file @ 'a'..='h' => {
                let king = self.find(if is_white { 'K' } else { 'k' })? % SIZE;
                usize::from((file as usize - 'a' as usize) < king)
            }
            _ => return None,
        };
        Some(wing + if is_white { 0 } else { 2 })
    }

    /// The file of a pawn that has just made two steps, if a pawn stands beside it that attacks the
    /// square behind it, whether it is pinned or not.
    fn taken_in_passing(&self) -> Option<usize> {
        let target = self.en_passant?;
        let (pawn, beside) = if self.white_to_move {
            ('P', target.checked_sub(SIZE)?)
        } else {
            ('p', target.checked_add(SIZE)?)
        };
        let file = target % SIZE;
        let stands = |is_on_board: bool, square: usize| is_on_board && self.on(square) == Some(pawn);
        (stands(file > 0, beside.wrapping_sub(1)) || stands(file + 1 < SIZE, beside + 1)).then_some(file)
    }

    fn on(&self, square: usize) -> Option<char> {
        self.board.get(square).copied().flatten()
    }

    fn find(&self, piece: char) -> Option<usize> {
        self.board.iter().position(|&letter| letter == Some(piece))
    }

    /// Whether a king moves onto its own rook: castling.
    fn is_castling(&self, from: usize, to: usize) -> bool {
        matches!((self.on(from), self.on(to)), (Some('K'), Some('R')) | (Some('k'), Some('r')))
    }

    /// Packs a move in UCI text, castling written in either way; nothing if it is none.
    pub(super) fn pack(&self, text: &str) -> Option<u16> {
        let (from, mut to) = (square(text.get(..2)?)?, square(text.get(2..4)?)?);
        let promotion = match text.get(4..)? {
            "" => 0,
            letter => PROMOTIONS.find(letter).filter(|&number| number > 0 && letter.len() == 1)?,
        };
        if matches!(self.on(from), Some('K' | 'k')) && from / SIZE == to / SIZE && from.abs_diff(to) == 2 {
            let corner = to / SIZE * SIZE + if to > from { SIZE - 1 } else { 0 };
            to = if self.is_castling(from, corner) { corner } else { to };
        }
        Some((promotion << 12 | from << 6 | to) as u16)
    }

    /// The move in UCI text, castling as the king's two steps where that is usual.
    pub(super) fn unpack(&self, packed: u16) -> String {
        let packed = usize::from(packed);
        let (from, mut to) = (packed >> 6 & 63, packed & 63);
        let is_in_corner = to % SIZE == 0 || to % SIZE == SIZE - 1;
        if from % SIZE == KING_FILE && is_in_corner && self.is_castling(from, to) {
            to = if to > from { from + 2 } else { from - 2 };
        }
        let promotion = PROMOTIONS.chars().nth(packed >> 12 & 7).unwrap_or(' ');
        format!("{}{}{promotion}", name(from), name(to)).trim_end().to_owned()
    }
}
