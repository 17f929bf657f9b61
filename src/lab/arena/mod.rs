//! Matches: two players, many games, a referee.
//!
//! A `player` is a setting of this engine or another program; a `spec` says which. Every move is checked by our own
//! rules (`game`), so that a player that cheats, hangs or dies loses its game and nothing else. Games come in pairs
//! that share an opening with colors reversed, of A against B or of both against the same strangers; which belong
//! together and who plays them the `schedule` says. `run` plays them side by side. A game's `record` is appended to
//! the results as soon as it ends and what is there need not be played again. `standing` sums up, `stats` says what
//! that proves. `trials` reads several matches that are played one after the other; `tune` moves parameters by games
//! of the engine against itself.

mod clock;
mod game;
mod openings;
mod player;
mod record;
mod run;
mod rungs;
mod schedule;
mod spec;
mod spsa;
mod standing;
mod stats;
mod trials;
pub mod tune;

pub(crate) use crate::records::Reason;
pub(crate) use clock::{Limit, MOST_GAMES};
pub use game::MatchGame;
pub(crate) use game::{Adjudication, EndRule, GameRules, Ruling, end_by_rules, reason as fault_reason};
pub(crate) use openings::{Openings, REPEAT_PLIES, recognize_game};
pub(crate) use player::{External, Halt, Internal, Player, Turn, centipawns, value as value_of};
pub use record::GameRecord;
pub(crate) use record::{Files, GameResult, Side, SideInfo, Told, form_of, line, readable};
pub(crate) use run::{Plan, Queue, Trial, players};
pub(crate) use rungs::{Outcomes, Rung, Rungs};
pub(crate) use schedule::letter;
pub(crate) use spec::Spec;
pub(crate) use standing::{Effort, GameLine, History, Stage, Standing};
pub(crate) use stats::{Estimate, Hypothesis, Sprt, Tally};
pub(crate) use trials::{Defaults, read_trials};
