//! First positions in KIF and KI2: the name of a handicap, or a diagram with the
//! pieces in hand in any spelling.

use super::LineError;
use super::setup::{self, Setup};
use crate::game::{Board as _, Color, Notation as _, NotationError, Piece};
use crate::lang::tr;
use crate::shogi::{Position, notation, piece, square};

/// Handicaps that say no more than that a diagram follows.
const OTHER_HANDICAPS: [&str; 8] =
    ["その他", "詰将棋", "詰め将棋", "実戦", "任意局面", "カスタム", "必至", "次の一手"];

/// What is known of the first position.
#[derive(Debug, Default)]
pub struct First {
    /// The name of a handicap, and its line.
    pub handicap: Option<(u64, String)>,
    /// The board, and how many of its ranks have been read.
    board: Setup,
    ranks: usize,
    /// The side that holds all pieces that are nowhere else.
    rest: Option<Color>,
    /// The side to move, where it is told.
    pub side: Option<Color>,
}

impl First {
    pub(crate) fn set_hand(&mut self, c: Color, value: &str) -> Result<(), LineError> {
        match hand(value) {
            Some(hand) => self.board.hands[c] = hand,
            None if value.starts_with('残') => self.rest = Some(c),
            None => return Err("this is no hand".into()),
        }
        Ok(())
    }

    pub(crate) fn add_row(&mut self, text: &str) -> Result<(), LineError> {
        let row = row(text).filter(|_| self.ranks < square::SIZE).ok_or("this is no rank of a board")?;
        self.board.set_rank(self.ranks, row);
        self.ranks += 1;
        Ok(())
    }

    /// The first position, or the line that is wrong with it (0: the board's first) and why.
    pub fn position(&self) -> Result<Position, (u64, LineError)> {
        let handicap = self.handicap.as_ref().map(|(line, name)| (*line, name.trim()));
        if let Some((line, name)) = handicap.filter(|(_, name)| is_variant(name)) {
            return Err((line, LineError::Variant(name.to_owned())));
        }
        let here = |error: NotationError| (0, LineError::from(error));
        let named = handicap.and_then(|(_, name)| setup::of_kif(name));
        let usual = named.as_ref().map_or_else(|| Ok(Position::start()), |sfen| Position::parse(sfen));
        let usual = usual.map_err(here)?;
        let side = self.side.unwrap_or(usual.side_to_move());
        if self.ranks == 0 {
            if let Some((line, name)) = handicap
                && named.is_none()
                && !name.is_empty()
                && !OTHER_HANDICAPS.contains(&name)
            {
                return Err((line, LineError::from("the handicap is not known").of_part(name)));
            }
            if side == usual.side_to_move() {
                return Ok(usual);
            }
            return Setup { side, ..Setup::of(&usual) }.position().map_err(here);
        }
        if self.ranks < square::SIZE {
            return Err((0, LineError::Setup(tr!("{count} ranks, expected nine", count = self.ranks))));
        }
        let mut setup = Setup { side, ..self.board.clone() };
        if let Some(c) = self.rest {
            setup.hold_the_rest(c);
        }
        setup.position().map_err(here)
    }
}

/// Whether what stands in place of a handicap is another game: `安南将棋`, `5五将棋`.
fn is_variant(name: &str) -> bool {
    name.ends_with("将棋") && !["本将棋", "詰将棋", "詰め将棋", "将棋"].contains(&name)
}

/// The number of files of a diagram, if a line has their numbers as they stand above it: `９ ８ ７ ...`.
pub(crate) fn files(text: &str) -> Option<usize> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let numbers: Vec<usize> = letters.map(notation::digit).collect::<Option<_>>()?;
    let is_countdown = numbers.len() > 2 && numbers.iter().rev().copied().eq(1..=numbers.len());
    is_countdown.then_some(numbers.len())
}

/// What a rank of a diagram stands between.
const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// Whether a line is a rank of a diagram.
pub(crate) fn is_row(text: &str) -> bool {
    text.starts_with(BARS)
}

/// A rank of a diagram: `|v香v桂 ・ ...|一`, from file 9 on.
fn row(text: &str) -> Option<[Option<Piece>; square::SIZE]> {
    let inner = text.strip_prefix(BARS)?;
    let inner = inner.split_once(BARS).map_or(inner, |(inner, _)| inner);
    let mut out = [None; square::SIZE];
    let mut places = out.iter_mut();
    let mut letters = inner.chars();
    let mut c = Color::Black;
    while let Some(letter) = letters.next() {
        let piece = match letter {
            'v' | 'V' | 'ｖ' | 'Ｖ' => {
                c = Color::White;
                continue;
            }
            '^' | '＾' => {
                c = Color::Black;
                continue;
            }
            '・' | '･' | '．' | '.' | '*' | '＊' | '·' | '口' | '□' => None,
            '成' => {
                let promoted = letters.next().and_then(notation::of_sign).map(piece::promote);
                Some(promoted.filter(|&pt| piece::is_promoted(pt))?)
            }
            letter if letter.is_whitespace() => continue,
            letter => {
                if let Some(side) = notation::of_mark(letter) {
                    c = side;
                    continue;
                }
                Some(notation::of_sign(letter)?)
            }
        };
        *places.next()? = piece.map(|pt| Piece::new(c, pt));
        c = Color::Black;
    }
    places.next().is_none().then_some(out)
}

/// The pieces in hand: `飛　角二　歩十八`, `歩3`, `なし`.
fn hand(text: &str) -> Option<[u32; 8]> {
    let text = text.replace("飛車", "飛").replace("角行", "角").replace("金将", "金").replace("銀将", "銀");
    let text = text.replace("桂馬", "桂").replace("香車", "香").replace("歩兵", "歩");
    let mut hand = [0; 8];
    if matches!(text.trim(), "" | "なし" | "無し" | "ナシ" | "無" | "-" | "－" | "0") {
        return Some(hand);
    }
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() || "、,，・枚x×()".contains(letter) {
            continue;
        }
        let pt = notation::of_sign(letter).filter(|pt| piece::HAND.contains(pt))?;
        while letters.next_if(|letter| " x×(".contains(*letter)).is_some() {}
        let number = notation::number(&mut letters).map(|number| number.min(99) as u32);
        *hand.get_mut(pt.index())? += number.unwrap_or(1);
    }
    Some(hand)
}
