//! Repetition: fourfold draw (sennichite), perpetual check, and the search's
//! notion of a cycle that won or lost something in hand.

use crate::game::{Board, Holding as _, Repetition};

use super::position::Position;

/// Earlier occurrences that make a draw by the rules.
const EARLIER_OCCURRENCES: usize = 3;
/// The shortest cycle, in plies.
const SHORTEST_CYCLE: usize = 4;
/// In games of more plies than this each search looks at all of them.
const LONG_GAME: usize = 1000;

impl Position {
    /// See [`crate::game::Position::repetition`]; looks at so many plies.
    #[inline]
    pub(super) fn find_repetition(&self, ply: usize, plies: usize) -> Repetition {
        let now = self.state();
        let us = self.side_to_move();
        let oldest = self.states.ply().min(now.plies_from_null as usize).min(plies);
        let mut seen = 0;
        let mut back = SHORTEST_CYCLE;
        while back <= oldest {
            if *self.keys.before(back) == now.board_key {
                let then = self.states.before(back);
                let (hand, earlier) = (now.hands[us.index()], then.hands[us.index()]);
                if hand == earlier && now.hand_key == then.hand_key {
                    seen += 1;
                    if back <= ply || seen == EARLIER_OCCURRENCES {
                        return self.judge_cycle(back);
                    }
                } else if back < ply {
                    // With equal boards, what one side gained the other lost.
                    if hand.is_at_least(earlier) {
                        return Repetition::Superior;
                    }
                    if earlier.is_at_least(hand) {
                        return Repetition::Inferior;
                    }
                }
            }
            back += 2;
        }
        Repetition::None
    }

    /// See [`crate::game::Position::is_near_repetition`].
    pub(super) fn has_recurred(&self) -> bool {
        let oldest = self.states.ply().min(self.state().plies_from_null as usize);
        let stood = |first: usize| {
            let then = (*self.keys.before(first), self.states.before(first).hand_key);
            let earlier = (first + SHORTEST_CYCLE..=oldest).step_by(2);
            1 + earlier
                .filter(|&back| (*self.keys.before(back), self.states.before(back).hand_key) == then)
                .count()
        };
        oldest > LONG_GAME || (0..=oldest).any(|first| stood(first) >= EARLIER_OCCURRENCES)
    }

    /// Who is to blame for a cycle of this many plies: a side all of whose
    /// moves in it gave check.
    fn judge_cycle(&self, plies: usize) -> Repetition {
        let us = self.side_to_move();
        let moves = (plies / 2) as u16;
        let by_us = self.state().checks[us.index()] >= moves;
        let by_them = self.state().checks[(!us).index()] >= moves;
        match (by_us, by_them) {
            (true, false) => Repetition::Loss,
            (false, true) => Repetition::Win,
            _ => Repetition::Draw,
        }
    }
}
