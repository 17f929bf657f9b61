//! First positions of games of shogi that are not told by an SFEN: handicaps by name, boards piece by piece.

use crate::game::{
    Board as _, ByColor, Color, Notation as _, NotationError, Piece, PieceType, Square, board_text,
    hands_text,
};
use crate::shogi::{Position, notation, piece, square};

/// A handicap: what KIF and JKF call it, and how white's side of the board is changed.
struct Handicap {
    /// With bars between them; the first is the one that is written.
    kif: &'static str,
    jkf: &'static str,
    /// The first two ranks, or three where the pawns are changed too; behind a blank what is in hand.
    white: &'static str,
}

const HANDICAPS: [Handicap; 30] = [
    Handicap { kif: "平手", jkf: "HIRATE", white: "lnsgkgsnl/1r5b1" },
    Handicap { kif: "香落ち|左香落ち|香落", jkf: "KY", white: "lnsgkgsn1/1r5b1" },
    Handicap { kif: "右香落ち|右香落", jkf: "KY_R", white: "1nsgkgsnl/1r5b1" },
    Handicap { kif: "角落ち|角落", jkf: "KA", white: "lnsgkgsnl/1r7" },
    Handicap { kif: "飛車落ち|飛落ち|飛車落|飛落", jkf: "HI", white: "lnsgkgsnl/7b1" },
    Handicap { kif: "飛香落ち|飛車香落ち|飛香落", jkf: "HIKY", white: "lnsgkgsn1/7b1" },
    Handicap { kif: "二枚落ち|飛角落ち|二枚落", jkf: "2", white: "lnsgkgsnl/9" },
    Handicap { kif: "三枚落ち|三枚落", jkf: "3", white: "lnsgkgsn1/9" },
    Handicap { kif: "四枚落ち|四枚落", jkf: "4", white: "1nsgkgsn1/9" },
    Handicap { kif: "五枚落ち|右五枚落ち|五枚落", jkf: "5", white: "2sgkgsn1/9" },
    Handicap { kif: "左五枚落ち|左五枚落", jkf: "5_L", white: "1nsgkgs2/9" },
    Handicap { kif: "六枚落ち|六枚落", jkf: "6", white: "2sgkgs2/9" },
    Handicap { kif: "左七枚落ち|左七枚落", jkf: "7_L", white: "2sgkg3/9" },
    Handicap { kif: "右七枚落ち|七枚落ち|右七枚落|七枚落", jkf: "7_R", white: "3gkgs2/9" },
    Handicap { kif: "八枚落ち|八枚落", jkf: "8", white: "3gkg3/9" },
    Handicap { kif: "十枚落ち|十枚落", jkf: "10", white: "4k4/9" },
    Handicap { kif: "九枚落ち|九枚落", jkf: "", white: "3gk4/9" },
    // As lishogi calls them.
    Handicap { kif: "裸玉", jkf: "", white: "4k4/9/9" },
    Handicap { kif: "歩三兵", jkf: "", white: "4k4/9/9 3p" },
    Handicap { kif: "トンボ", jkf: "", white: "4k4/1r5b1" },
    Handicap { kif: "トンボ＋香", jkf: "", white: "l3k3l/1r5b1" },
    Handicap { kif: "トンボ＋桂香", jkf: "", white: "ln2k2nl/1r5b1" },
    Handicap { kif: "香得", jkf: "", white: "lnsgkgsn1/1r5b1 L" },
    Handicap { kif: "角得", jkf: "", white: "lnsgkgsnl/1r7 B" },
    Handicap { kif: "飛車得", jkf: "", white: "lnsgkgsnl/7b1 R" },
    Handicap { kif: "飛香得", jkf: "", white: "lnsgkgsn1/7b1 RL" },
    Handicap { kif: "二枚得", jkf: "", white: "lnsgkgsnl/9 RB" },
    Handicap { kif: "四枚得", jkf: "", white: "1nsgkgsn1/9 RB2L" },
    Handicap { kif: "六枚得", jkf: "", white: "2sgkgs2/9 RB2N2L" },
    Handicap { kif: "八枚得", jkf: "", white: "3gkg3/9 RB2S2N2L" },
];

impl Handicap {
    /// The first position: without handicap black begins, else white.
    fn sfen(&self) -> String {
        let (ranks, hand) = self.white.split_once(' ').unwrap_or((self.white, "-"));
        let pawns = if ranks.matches('/').count() < 2 { "/ppppppppp" } else { "" };
        let side = if self.jkf == "HIRATE" { 'b' } else { 'w' };
        format!("{ranks}{pawns}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} {hand} 1")
    }
}

/// The SFEN of a handicap with this name in KIF, with a number in any digits (`2枚落ち`) and whatever stands in
/// brackets behind it (`平手（10分切れ負け）`).
pub(crate) fn of_kif(name: &str) -> Option<String> {
    let with_digits = |name: &str| -> String {
        let digits = |letter| notation::digit_or_zero(letter).or((letter == '十').then_some(10));
        name.chars().map(|letter| digits(letter).map_or(letter.to_string(), |n| n.to_string())).collect()
    };
    let name = with_digits(name.split(['(', '（']).next().unwrap_or(name).trim());
    let is_named = |handicap: &&Handicap| handicap.kif.split('|').any(|own| with_digits(own) == name);
    HANDICAPS.iter().find(is_named).map(Handicap::sfen)
}

/// The SFEN of a first position with this name in JKF.
pub(crate) fn of_jkf(name: &str) -> Option<String> {
    HANDICAPS.iter().find(|handicap| handicap.jkf == name && !name.is_empty()).map(Handicap::sfen)
}

fn of_position(position: &Position) -> Option<&'static Handicap> {
    let text = position.text();
    let (text, _) = text.rsplit_once(' ')?;
    HANDICAPS.iter().find(|handicap| handicap.sfen().rsplit_once(' ').is_some_and(|(own, _)| own == text))
}

/// The name in KIF of a first position that has one.
pub(crate) fn kif_name(position: &Position) -> Option<&'static str> {
    of_position(position)?.kif.split('|').next()
}

/// The name in JKF of a first position that has one.
pub(crate) fn jkf_name(position: &Position) -> Option<&'static str> {
    Some(of_position(position)?.jkf).filter(|name| !name.is_empty())
}

/// A board that is set up piece by piece.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(super) board: [Option<Piece>; square::SQUARES],
    pub(super) hands: ByColor<[u32; 8]>,
    /// The side to move.
    pub side: Color,
}

impl Default for Setup {
    /// An empty board.
    fn default() -> Self {
        Self { board: [None; square::SQUARES], hands: ByColor::default(), side: Color::Black }
    }
}

impl Setup {
    /// The board of a position.
    pub fn of(position: &Position) -> Self {
        let mut setup = Self { side: position.side_to_move(), ..Self::default() };
        position.for_each_piece(|sq, piece| setup.set(sq, Some(piece)));
        for c in Color::ALL {
            for pt in piece::HAND {
                setup.hold(c, pt, u32::from(position.hand(c, pt)));
            }
        }
        setup
    }

    /// The board of the usual first position.
    pub(crate) fn start() -> Self {
        Self::of(&Position::start())
    }

    /// Puts a piece on a square, or takes it away.
    pub fn set(&mut self, sq: Square, piece: Option<Piece>) {
        if let Some(place) = self.board.get_mut(sq.index()) {
            *place = piece;
        }
    }

    /// Puts what stands on a rank there, from file 9 on.
    pub fn set_rank(&mut self, rank: usize, pieces: [Option<Piece>; square::SIZE]) {
        for (column, piece) in pieces.into_iter().enumerate() {
            self.set(square::at(rank, column), piece);
        }
    }

    /// Gives a side so many pieces more of an unpromoted type.
    pub fn hold(&mut self, c: Color, pt: PieceType, number: u32) {
        if let Some(held) = self.hands[c].get_mut(pt.index()) {
            *held = held.saturating_add(number);
        }
    }

    /// Gives a side all pieces of a set that are nowhere yet, kings aside.
    pub(crate) fn hold_the_rest(&mut self, c: Color) {
        for pt in piece::HAND {
            let is_one = |piece: &&Piece| piece::unpromoted(piece.piece_type()) == pt;
            let on_board = self.board.iter().flatten().filter(is_one).count() as u32;
            let held: u32 = Color::ALL.iter().filter_map(|&c| self.hands[c].get(pt.index())).sum();
            let all = u32::from(piece::SET.get(pt.index()).copied().unwrap_or_default());
            self.hold(c, pt, all.saturating_sub(on_board.saturating_add(held)));
        }
    }

    /// The position, if it can be played.
    pub fn position(&self) -> Result<Position, NotationError> {
        let at = |row, column| self.board.get(square::at(row, column).index()).copied().flatten();
        let board =
            board_text(square::SIZE, square::SIZE, |row, column| at(row, column).map(Position::letters));
        let side = &self.side.name()[..1];
        let held = |(c, pt): (Color, PieceType)| {
            let number = self.hands[c].get(pt.index()).copied().unwrap_or_default().min(99);
            (Position::letters(Piece::new(c, pt)), number)
        };
        let all = Color::ALL.into_iter().flat_map(|c| piece::HAND.map(|pt| (c, pt)));
        Position::parse(&format!("{board} {side} {}", hands_text(all.map(held))))
    }
}
