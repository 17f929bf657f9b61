//! A position as an argument.

use anyhow::{Context, bail};
use clap::Args;

use super::output::note;
use crate::game::quote;
use crate::lang::tr;
use crate::records::either::of_game;
use crate::records::input::AnyPosition;
use crate::records::position::{GameKind, parse_with};

/// The words of a position.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// `startpos`, an SFEN or a FEN, perhaps followed by `moves M1 M2 ...`
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// The game, where the position does not tell (`startpos`) [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    pub game: Option<String>,
}

/// The game named on the command line, shogi if none is.
pub fn game(name: Option<&str>) -> anyhow::Result<Option<GameKind>> {
    let refusal = |name| tr!("--game {text}: expected shogi or chess", text = quote(name));
    name.map(|name| GameKind::parse(name).with_context(|| refusal(name))).transpose()
}

impl PositionArgs {
    /// Reads the position; the start position if there are no words.
    pub fn read(&self) -> anyhow::Result<AnyPosition> {
        let named = game(self.game.as_deref())?;
        let words: Vec<&str> = self.words.iter().flat_map(|word| word.split_ascii_whitespace()).collect();
        let words = if self.words.is_empty() { vec!["startpos"] } else { words };
        let seen = GameKind::recognize(&words);
        let kind = match (named, seen) {
            (Some(named), Some(seen)) if named != seen => bail!(tr!(
                "--game {game}: the position has the form of {what}",
                game = named.name(),
                what = match seen {
                    GameKind::Shogi => tr!("an SFEN"),
                    GameKind::Chess => tr!("a FEN"),
                }
            )),
            (Some(kind), _) | (None, Some(kind)) => kind,
            (None, None) if words.first() == Some(&"startpos") => GameKind::Shogi,
            (None, None) => {
                bail!(tr!("{text}: expected startpos, an SFEN or a FEN", text = quote(&words.join(" "))))
            }
        };
        let mut tell = note;
        of_game!(kind, P => parse_with(&words, |_| {}, &mut tell).map(|position: P| position.into()))
            .context(tr!("position"))
    }
}
