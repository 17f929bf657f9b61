//! The chances of a win, a draw and a loss at a score.

use crate::game::{Value, is_mate};

use super::dialect::{Dialect, Usi};

/// How results follow scores: a score s wins with probability 1 / (1 + exp((margin - s) / scale)), loses with
/// that of -s, and is drawn otherwise. The margin grows as pieces leave the board, since most games that are
/// level then are drawn.
///
/// ```
/// use somatic::protocol::WinRate;
///
/// assert_eq!(WinRate::CHESS.per_mille(0, 32), [441, 118, 441]);
/// let [win, draw, loss] = WinRate::CHESS.per_mille(200, 12);
/// assert!(win > loss && draw > 300 && win + draw + loss == 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The difference of scores, in the engine's units, that multiplies the odds by e.
    scale: f64,
    /// The score at which a win is as likely as not, with all pieces there.
    margin: f64,
    /// What is added to it for each piece that is gone.
    margin_by_loss: f64,
    /// How many pieces there are at the start.
    pieces: u32,
}

impl WinRate {
    /// Shogi: the curve of [`Dialect::EXPECTATION_SCALE`], since few games are drawn; the loss is
    /// 0.645 nats a position. The number of pieces told nothing in 26,048 games at 500 nodes.
    pub const SHOGI: Self =
        Self { scale: Usi::EXPECTATION_SCALE as f64, margin: 30.0, margin_by_loss: 0.0, pieces: 40 };
    /// Chess: maximum likelihood over 65,721 positions of 1,380 games at 5,000
    /// nodes a move (net of generation 7), its loss 0.645 nats. Positions with
    /// fewer than ten pieces are drawn more often than it says.
    pub const CHESS: Self = Self { scale: 117.9, margin: 27.8, margin_by_loss: 10.01, pieces: 32 };

    /// The chances of a win, a draw and a loss, in parts of a thousand that
    /// add up to it, at this score with so many pieces on the board.
    pub fn per_mille(&self, score: Value, pieces: u32) -> [u32; 3] {
        if is_mate(score) {
            return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let gone = f64::from(self.pieces.saturating_sub(pieces));
        let margin = self.margin + self.margin_by_loss * gone;
        let chance = |score: f64| 1.0 / (1.0 + ((margin - score) / self.scale).exp());
        let part = |score: f64| (chance(score) * 1000.0).round() as u32;
        let win = part(f64::from(score));
        let loss = part(f64::from(-score)).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }

    /// What the side to move can expect, in parts of a thousand: a win is 1000, a draw 500.
    pub fn points(&self, score: Value, pieces: u32) -> u32 {
        let [win, draw, _] = self.per_mille(score, pieces);
        win + draw / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MATE;

    #[test]
    fn chances_add_up_and_rise_with_the_score() {
        for rate in [WinRate::SHOGI, WinRate::CHESS] {
            for pieces in [2, 17, 32, 40] {
                let mut before = [0, 0, 1000];
                for score in -9000..=9000 {
                    let now @ [win, draw, loss] = rate.per_mille(score, pieces);
                    assert_eq!(win + draw + loss, 1000, "{score}");
                    let [least, _, most] = before;
                    assert!(win >= least && loss <= most, "{score}: {before:?}, {now:?}");
                    let [theirs, same, ours] = rate.per_mille(-score, pieces);
                    assert!(
                        win.abs_diff(ours) <= 1 && loss.abs_diff(theirs) <= 1 && draw.abs_diff(same) <= 1
                    );
                    before = now;
                }
            }
            assert_eq!(rate.per_mille(MATE - 3, 20), [1000, 0, 0]);
            assert_eq!(rate.per_mille(3 - MATE, 20), [0, 0, 1000]);
        }
    }
}
