//! Matches: two players, many games, a referee.
//!
//! A `player` is a setting of this engine or another program; a `spec` says
//! which. Every move is checked by our own rules (`game`), so that a player
//! that cheats, hangs or dies loses its game and nothing else. Games come in
//! pairs that share an opening with colors reversed, of A against B or of both
//! against the same strangers; `run` plays them side by
//! side. A game's `record` is appended to the results as soon as it ends
//! and what is there need not be played again. `standing` sums up,
//! `stats` says what that proves. `trials` plays several matches one after the
//! other; `tune` moves parameters by games of the engine against itself.
//!
//! Which games belong together and who plays them is said by the `schedule`.

mod clock;
mod game;
mod openings;
mod player;
mod record;
mod refusal;
mod run;
mod rungs;
mod schedule;
mod spec;
mod spsa;
mod standing;
mod stats;
mod trials;
pub mod tune;

pub use crate::records::Reason;
pub use clock::{Limit, MOST_GAMES, amount, plies, within};
pub use game::{Adjudication, DrawRule, GameRules, MatchGame, WinRule, reason as fault_reason};
pub(crate) use game::{Ruling, end_by_rules};
pub(crate) use openings::recognize_game;
pub use openings::{Openings, REPEAT_PLIES};
pub use player::{External, Halt, Internal, Player, Turn, centipawns, value as value_of};
pub use record::{Files, GameRecord, GameResult, Side, SideInfo, Told, line, readable};
pub(crate) use record::{GameFile, form_of};
pub(crate) use refusal::{no_such, no_value};
pub use run::{Plan, play, players};
pub use rungs::{Outcomes, Rung, Rungs};
pub use schedule::{Schedule, letter};
pub use spec::Spec;
pub(crate) use standing::Stage;
pub use standing::{GameLine, History, SideTotals, Standing};
pub(crate) use stats::los;
pub use stats::{Estimate, Hypothesis, Sprt, Tally, elo, score};
pub use trials::Trial;
pub(crate) use trials::{Defaults, Queue, read_trials};
