//! Draws by the rules: repetition, fifty moves, bare material; and what their clock means for keys and opinions.

use crate::game::{Board, Color, Key, Repetition, SquareSet, Value};

use super::bitboard::Bitboard;
use super::movegen;
use super::piece::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use super::position::{Position, key_of};

/// Earlier occurrences that make a draw by the rules: the third in all.
const EARLIER_OCCURRENCES: usize = 2;
/// The shortest cycle, in plies.
const SHORTEST_CYCLE: usize = 4;
/// Plies without capture or pawn move that make a draw.
pub(super) const FIFTY_MOVES: u8 = 100;
/// Plies without capture or pawn move from which a search may see that border: most searches
/// look no further ahead. Below, positions whose clocks alone differ, within a step, are one.
const NEAR_FIFTY_MOVES: u8 = 60;
/// Plies of a step of the clock.
const CLOCK_STEP: u8 = 8;
/// Steps that change nothing: within a search nobody is to hurry only to set the clock back.
const FREE_STEPS: u8 = 2;
/// Steps behind these after which nothing of an opinion would count: where nothing happens, a lead is mostly of no use.
const STEPS_OF_CLOCK: u8 = 14;
/// No more steps count.
const MOST_STEPS: u8 = 8;

/// How many steps the clock has made that count.
#[inline]
const fn clock_step(halfmove_clock: u8) -> u8 {
    (halfmove_clock / CLOCK_STEP).saturating_sub(FREE_STEPS)
}

/// What is left of an opinion, by the plies without capture or pawn move. The steps are about what the scores of our own
/// games came to, of positions with at most 14 pieces (`docs/data/experiments.csv`).
///
/// CITE: Stockfish 12 (2020), which damps its evaluation by the clock from the first ply on.
#[inline]
pub(super) fn damped(opinion: Value, halfmove_clock: u8) -> Value {
    let step = clock_step(halfmove_clock).min(MOST_STEPS);
    opinion * Value::from(STEPS_OF_CLOCK - step) / Value::from(STEPS_OF_CLOCK)
}

/// The part of the key for the clock: that of its step, on which the evaluation depends, and near the border that of the
/// clock itself.
#[inline]
pub(super) const fn clock_key(clock: u8) -> Key {
    let clock = if clock < NEAR_FIFTY_MOVES { clock_step(clock) * CLOCK_STEP } else { clock };
    // Multiples of a number without pattern (2^64 divided by the golden ratio) are all different.
    (clock as Key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Position {
    /// See [`crate::game::Position::repetition`]; looks at so many plies.
    #[inline]
    pub(super) fn find_repetition(&self, ply: usize, plies: usize) -> Repetition {
        let oldest = self.reversible_plies().min(plies);
        let key = key_of(self.board());
        let mut seen = 0;
        let mut back = SHORTEST_CYCLE;
        while back <= oldest {
            if key_of(self.board_before(back)) == key {
                seen += 1;
                if back <= ply || seen == EARLIER_OCCURRENCES {
                    return Repetition::Draw;
                }
            }
            back += 2;
        }
        Repetition::None
    }

    /// See [`crate::game::Position::is_near_repetition`].
    pub(super) fn has_recurred(&self) -> bool {
        let oldest = self.reversible_plies();
        let key = |back| key_of(self.board_before(back));
        (0..=oldest)
            .any(|first| (first + SHORTEST_CYCLE..=oldest).step_by(2).any(|back| key(back) == key(first)))
    }

    /// Whether fifty moves have passed without capture or pawn move, or
    /// nobody could ever mate.
    pub(super) fn is_drawn_by_rule(&self) -> bool {
        self.is_fifty_moves() || self.is_bare()
    }

    /// See [`crate::game::Position::is_rule_draw_within`]. A clock that was full at the root
    /// stays so up to the move that ends it.
    pub(super) fn is_drawn_within(&self, ply: usize) -> bool {
        let is_claimed = || self.board_before(ply).halfmove_clock() < FIFTY_MOVES;
        self.is_fifty_moves() && is_claimed() || self.is_bare()
    }

    /// The fifty-move rule; a mate on the board comes first.
    fn is_fifty_moves(&self) -> bool {
        let board = self.board();
        board.halfmove_clock() >= FIFTY_MOVES && (board.checkers().is_empty() || movegen::any(board))
    }

    /// Whether neither side has the material for any mate: king against king,
    /// one knight or bishop besides, or any bishops on squares of one color.
    fn is_bare(&self) -> bool {
        let t = |pt| self.by_type(pt);
        if !(t(PAWN) | t(ROOK) | t(QUEEN)).is_empty() {
            return false;
        }
        let (knights, bishops) = (t(KNIGHT), t(BISHOP));
        if knights.is_empty() {
            return (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty();
        }
        !(knights | bishops).has_many()
    }

    /// Whether a side has more than its king and pawns.
    #[inline]
    pub(super) fn has_officers(&self, c: Color) -> bool {
        let t = |pt| self.by_type(pt);
        !(self.by_color(c) & (t(KNIGHT) | t(BISHOP) | t(ROOK) | t(QUEEN))).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{clock_key, damped};
    use crate::chess::Position;
    use crate::game::{Board, Notation, Position as _, Repetition};

    fn position(fen: &str) -> Position {
        Position::parse(fen).expect("a legal FEN")
    }

    #[track_caller]
    fn play(position: &mut Position, moves: &str) {
        for text in moves.split_whitespace() {
            let m = position.parse_move(text).expect("a legal move");
            position.do_move(m);
        }
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut p = Position::start();
        play(&mut p, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(p.repetition(0), Repetition::None);
        assert_eq!(p.repetition(3), Repetition::None, "the first occurrence lies before the root");
        assert_eq!(p.repetition(4), Repetition::Draw, "the root itself recurs");
        play(&mut p, "g1f3 g8f6 f3g1");
        assert_eq!(p.repetition(0), Repetition::None);
        play(&mut p, "f6g8");
        assert_eq!(p.repetition(0), Repetition::Draw);
        p.undo_move();
        assert_eq!(p.repetition(0), Repetition::None);
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let mut p = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        play(&mut p, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(p.repetition(4), Repetition::None);
        play(&mut p, "e1e2 e8e7 e2e1 e7e8");
        assert_eq!(p.repetition(4), Repetition::Draw);
        assert_eq!(p.repetition(0), Repetition::None);
    }

    #[test]
    fn en_passant_counts_only_where_it_is_legal() {
        // Nobody can take: the position after e2e4 recurs.
        let mut p = Position::start();
        play(&mut p, "e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(p.repetition(4), Repetition::Draw);
        // Black could take in passing at first, later no more.
        let mut p = position("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        play(&mut p, "e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(p.repetition(4), Repetition::None);
        play(&mut p, "g8f6 g1f3 f6g8 f3g1");
        assert_eq!(p.repetition(4), Repetition::Draw);
        // A pawn stands there, but is pinned.
        let mut p = position("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
        play(&mut p, "e2e4 d8e7 e1f1 e7d8 f1e1");
        assert_eq!(p.repetition(4), Repetition::Draw);
        // The rank opens when both pawns leave it.
        let mut p = position("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
        play(&mut p, "e2e4 a4a5 e1d1 a5a4 d1e1");
        assert_eq!(p.repetition(4), Repetition::Draw);
    }

    #[test]
    fn nothing_repeats_across_a_pass_or_a_pawn_move() {
        let mut p = Position::start();
        play(&mut p, "g1f3 g8f6 f3g1 f6g8");
        assert_eq!(p.repetition(4), Repetition::Draw);
        let mut p = Position::start();
        play(&mut p, "g1f3 g8f6");
        assert!(p.do_null_move());
        assert!(p.do_null_move());
        play(&mut p, "f3g1 f6g8");
        assert_eq!(p.repetition(6), Repetition::None);
        assert_eq!(p.key(), Position::start().key());
        let mut p = Position::start();
        play(&mut p, "g1f3 g8f6 e2e3 e7e6 f3g1 f6g8 g1f3 g8f6");
        assert_eq!(p.repetition(8), Repetition::Draw);
        assert_eq!(p.repetition(3), Repetition::None);
    }

    #[test]
    fn mate_comes_before_the_fifty_moves() {
        assert!(position("8/8/2p5/3b1K1k/4p3/4Pp2/R4P2/8 b - - 100 113").is_rule_draw());
        assert!(!position("8/8/2p5/3b1K1k/4p3/4Pp1R/5P2/8 b - - 100 113").is_rule_draw());
        assert!(!position("8/8/2p5/3b1K1k/4p3/4Pp2/R4P2/8 b - - 99 113").is_rule_draw());
        let mut p = position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
        assert!(!p.is_rule_draw());
        play(&mut p, "a1a2");
        assert!(p.is_rule_draw());
        p.undo_move();
        assert!(!p.is_rule_draw());
    }

    /// A draw that nobody has claimed at the root is none further on; bare material still is.
    #[test]
    fn a_draw_that_was_not_claimed_is_none_in_the_search() {
        let mut p = position("4kr2/8/8/8/8/8/8/3RK3 b - - 100 80");
        play(&mut p, "f8f7");
        assert!(p.is_rule_draw() && !p.is_rule_draw_within(1));
        assert!(p.is_rule_draw_within(0) == p.is_rule_draw_within(1));
        let mut p = position("4kr2/8/8/8/8/8/8/3RK3 b - - 99 80");
        play(&mut p, "f8f7");
        assert!(p.is_rule_draw() && p.is_rule_draw_within(1));
        play(&mut p, "d1d2");
        assert!(p.is_rule_draw_within(2) && !p.is_rule_draw_within(1));
        assert!(position("4k3/8/8/8/8/8/8/4K3 w - - 100 80").is_rule_draw_within(0));
    }

    #[test]
    fn the_clock_belongs_to_the_key_by_steps_and_near_the_border_by_plies() {
        let key = |clock: u8| position(&format!("4kr2/8/8/8/8/8/8/3RK3 b - - {clock} 80")).key();
        let keys = |clocks: std::ops::RangeInclusive<u8>| {
            clocks.map(key).collect::<std::collections::HashSet<u64>>().len()
        };
        assert_eq!((keys(0..=23), keys(24..=31), keys(56..=59)), (1, 1, 1));
        assert_eq!(keys(0..=59), 6);
        assert_eq!(keys(0..=100), 6 + 41);
    }

    /// An opinion fades, but never to nothing, and never differs where the key does not.
    #[test]
    fn the_longer_nothing_happens_the_less_an_opinion_counts() {
        let all: Vec<i32> = (0..=100).map(|plies| damped(1400, plies)).collect();
        assert!(all.is_sorted_by(|before, after| before >= after));
        assert_eq!((all[0], all[23], all[24], all[100]), (1400, 1400, 1300, 600));
        for clock in 1..=100_u8 {
            let is_step = all[clock as usize] != all[clock as usize - 1];
            assert!(!is_step || clock_key(clock) != clock_key(clock - 1), "{clock}");
        }
    }

    #[test]
    fn bare_material_is_what_no_mate_is_possible_with() {
        let check = |pieces: &str, expected: bool| {
            for side in ["w", "b"] {
                let fen = format!("4k3/8/{pieces}/8/8/8/8/4K3 {side} - - 0 1");
                assert_eq!(position(&fen).is_rule_draw(), expected, "{fen}");
            }
        };
        check("8", true);
        check("N7", true);
        check("b7", true);
        check("B1b1B3", true);
        check("Bb6", false);
        check("NN6", false);
        check("Nn6", false);
        check("Nb6", false);
        check("P7", false);
        check("q7", false);
        check("R7", false);
    }

    #[test]
    fn passing_ends_en_passant_and_is_refused_in_check() {
        let mut p = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
        let before = p.clone();
        assert!(p.en_passant().is_some());
        assert!(p.do_null_move());
        assert_eq!(p.en_passant(), None);
        p.undo_null_move();
        assert!(p == before);
        assert!(!position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").do_null_move());
    }

    #[test]
    fn only_the_movers_own_officers_count() {
        assert!(!position("4k3/p7/8/8/8/8/8/4RK2 b - - 0 1").has_pieces());
        assert!(position("4k3/p7/8/8/8/8/8/R4K2 w - - 0 1").has_pieces());
        assert!(position("4k3/p7/8/8/8/8/8/N4K2 w - - 0 1").has_pieces());
        assert!(!position("4k3/p7/8/8/8/8/P7/5K2 w - - 0 1").has_pieces());
    }
}
