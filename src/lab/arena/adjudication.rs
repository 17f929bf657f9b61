//! Ending games early when both players agree about them.

use super::setup_error::SetupError;

/// A game is won when both players have thought so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRule {
    /// Centipawns that one side is ahead by at least.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: usize,
}

/// A game is drawn when both players have thought so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Centipawns that either side is ahead by at most.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: usize,
    /// Plies of the game before which nothing is drawn.
    pub from_ply: u32,
}

/// When to end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// As won.
    pub win: Option<WinRule>,
    /// As drawn.
    pub draw: Option<DrawRule>,
}

/// How a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl WinRule {
    /// Reads `CP,MOVES`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        match numbers(text).as_deref() {
            Some(&[score, moves]) if moves > 0 => {
                Ok(Self { score: centipawns(score), moves: moves as usize })
            }
            _ => Err(SetupError::Argument {
                option: "--adjudicate-win",
                text: text.to_owned(),
                expected: "centipawns and moves CP,MOVES",
            }),
        }
    }
}

impl DrawRule {
    /// Reads `CP,MOVES,PLY`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        match numbers(text).as_deref() {
            Some(&[score, moves, from_ply]) if moves > 0 => {
                Ok(Self { score: centipawns(score), moves: moves as usize, from_ply })
            }
            _ => Err(SetupError::Argument {
                option: "--adjudicate-draw",
                text: text.to_owned(),
                expected: "CP,MOVES,PLY",
            }),
        }
    }
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn centipawns(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Adjudication {
    /// Judges a game by the scores of its moves so far, each seen from the
    /// side that moved; `game_ply` moves have been played.
    pub fn judge(&self, scores: &[Option<i32>], game_ply: u32) -> Option<Verdict> {
        // The last moves of both sides, newest first; the side to move made
        // the second, the fourth, ...
        let last = |moves: usize| -> Option<Vec<i32>> {
            let newest_first: Option<Vec<i32>> = scores.iter().rev().take(2 * moves).copied().collect();
            newest_first.filter(|scores| scores.len() == 2 * moves)
        };
        let is_lost = |rule: WinRule| {
            last(rule.moves).is_some_and(|scores| {
                let mut pairs = scores.chunks_exact(2);
                pairs.all(
                    |pair| matches!(*pair, [winner, loser] if winner >= rule.score && loser <= -rule.score),
                )
            })
        };
        let is_drawn = |rule: DrawRule| {
            game_ply >= rule.from_ply
                && last(rule.moves).is_some_and(|scores| scores.iter().all(|score| score.abs() <= rule.score))
        };
        if self.win.is_some_and(is_lost) {
            Some(Verdict::Lost)
        } else if self.draw.is_some_and(is_drawn) {
            Some(Verdict::Drawn)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_agree_for_a_while() {
        let rules =
            Adjudication { win: WinRule::parse("1000,2").ok(), draw: DrawRule::parse("10, 2, 40").ok() };
        #[track_caller]
        fn check(rules: Adjudication, scores: &[i32], ply: u32, expected: Option<Verdict>) {
            let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
            assert_eq!(rules.judge(&scores, ply), expected, "{scores:?}");
        }

        check(rules, &[0, -1000, 1000, -2000, 1000], 40, Some(Verdict::Lost));
        // The winner is to move: the loser will be.
        check(rules, &[-1000, 1000, -2000, 1000, -1000], 40, None);
        check(rules, &[-999, 1000, -2000, 1000], 40, None);
        check(rules, &[-1000, 1000, 2000, 1000], 40, None);
        check(rules, &[1000, -2000, 1000], 40, None);
        check(rules, &[10, -10, 0, 3], 40, Some(Verdict::Drawn));
        check(rules, &[10, -10, 0, 3], 39, None);
        check(rules, &[11, -10, 0, 3], 40, None);
        check(Adjudication::default(), &[-5000, 5000, -5000, 5000], 40, None);
        assert_eq!(rules.judge(&[Some(-2000), None, Some(-2000), Some(2000)], 40), None);
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(WinRule::parse("600,3").ok(), Some(WinRule { score: 600, moves: 3 }));
        for bad in ["", "1", "1,0", "1,2,3", "-1,2", "a,b"] {
            assert!(WinRule::parse(bad).is_err(), "{bad}");
        }
        assert!(DrawRule::parse("5,8").is_err() && DrawRule::parse("5,0,8").is_err());
    }
}
