//! Scores in centipawns, by what they mean for the result of a game.
//!
//! The engine's own values differ between the games: a pawn ahead decides a game of chess more often than one
//! of shogi. Fitted to games of the engine against itself, a value v scores 1 / (1 + exp(-v / s)) on the
//! average, with an s for each game ([`Dialect::EXPECTATION_SCALE`]); in centipawns the same curve has the
//! scale of a [`ScoreUnit`].

use crate::game::{Value, named};

use super::dialect::Dialect;

named! {
    /// What a hundred centipawns mean.
    ///
    /// ```
    /// use somatic::protocol::{ScoreUnit, Uci, Usi};
    ///
    /// // In Elo a value means the same in both games, and so does its number.
    /// let (shogi, chess) = (720, 131);
    /// assert_eq!(ScoreUnit::Elo.centipawns::<Usi>(shogi), 174);
    /// assert_eq!(ScoreUnit::Elo.centipawns::<Uci>(chess), 174);
    /// assert_eq!(ScoreUnit::Gui.centipawns::<Usi>(shogi), 600);
    /// assert_eq!(ScoreUnit::Gui.value::<Usi>(600), 720);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum ScoreUnit {
        /// What GUIs of the game assume. In shogi they turn a score s into a chance of
        /// 1 / (1 + exp(-s / 600)), so that 100 are 54 %; in chess no formula is common, and it is [`ScoreUnit::Elo`].
        #[default]
        Gui = "gui",
        /// As much as so many Elo more: 100 are an expectation of 64 %.
        Elo = "elo",
    }
}

impl ScoreUnit {
    /// The scale of [`ScoreUnit::Elo`]: 400 / ln 10.
    pub(crate) const ELO_SCALE: Value = 174;

    /// A value of the engine, no mate, in this unit.
    pub fn centipawns<D: Dialect>(self, value: Value) -> i32 {
        rescale(value.into(), self.scale::<D>(), D::EXPECTATION_SCALE)
    }

    /// The value of the engine that is so many centipawns.
    pub fn value<D: Dialect>(self, centipawns: i64) -> Value {
        rescale(centipawns, D::EXPECTATION_SCALE, self.scale::<D>())
    }

    /// The centipawns that multiply the odds by e.
    const fn scale<D: Dialect>(self) -> Value {
        match self {
            Self::Gui => D::GUI_SCALE,
            Self::Elo => Self::ELO_SCALE,
        }
    }
}

/// A number times a quotient, rounded.
fn rescale(number: i64, by: Value, over: Value) -> i32 {
    let product = number.saturating_mul(by.into());
    let scaled = product.saturating_add(product.signum() * i64::from(over / 2)) / i64::from(over);
    scaled.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MAX_EVAL;
    use crate::protocol::{Uci, Usi};

    #[test]
    fn a_unit_there_and_back() {
        fn check<D: Dialect>() {
            for unit in [ScoreUnit::Gui, ScoreUnit::Elo] {
                let mut before = i32::MIN;
                for value in -MAX_EVAL..=MAX_EVAL {
                    let shown = unit.centipawns::<D>(value);
                    assert!(shown >= before, "{value}");
                    before = shown;
                    assert_eq!(shown, -unit.centipawns::<D>(-value));
                    // Not further off than a centipawn is wide.
                    let back = unit.value::<D>(shown.into());
                    assert!((back - value).abs() <= D::EXPECTATION_SCALE / ScoreUnit::ELO_SCALE + 1);
                }
            }
        }
        check::<Usi>();
        check::<Uci>();
    }
}
