//! A move of the engine against whom the page is: on a level, by a clock if there is one.

use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::http::{Refusal, bad};
use super::question::{Asker, GameText};
use crate::game::Board as _;
use crate::lab::arena::{Halt, Internal, Player as _, Turn};
use crate::lang::tr;
use crate::protocol::client::Reply;
use crate::protocol::strength::LEVELS;
use crate::protocol::{Dialect, Settings, Uci, Usi};
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::search::{Clock, Limits, Params, STACK_BYTES};

/// The table in MiB.
const HASH: usize = 16;
/// What a move takes at most where no clock runs.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// How often it is looked whether anybody waits for the move.
const TICK: Duration = Duration::from_millis(20);

/// A position in which the engine is to move.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PlayQuestion {
    #[serde(flatten)]
    game: GameText,
    /// A level of `Skill`.
    level: i64,
    /// Milliseconds on the engine's clock; none without a clock.
    left: Option<u64>,
    /// Milliseconds that are added after each move.
    #[serde(default)]
    increment: u64,
}

/// What the engine plays, in USI or UCI text, `win` for a declaration and empty where there is no move, and as people
/// write it.
pub fn answer(question: &PlayQuestion, asker: &Asker) -> Result<Json, Refusal> {
    if !(0..=LEVELS).contains(&question.level) {
        return Err(bad(tr!("level {level}: expected 0 to {most}", level = question.level, most = LEVELS)));
    }
    let position = question.game.position()?;
    if !position.is_open() {
        return Ok(json!({ "text": "", "name": "" }));
    }
    let text = match &position {
        AnyPosition::Shogi(position) => question.think::<Usi>(position, asker),
        AnyPosition::Chess(position) => question.think::<Uci>(position, asker),
    };
    let text = text.ok_or_else(|| Refusal::new(503, tr!("the search was ended")))?;
    let name = MoveNotation::current().line(&position, &[&text]).concat();
    Ok(json!({ "text": text, "name": name }))
}

/// The levels as a page offers them.
pub fn levels() -> String {
    /// The level that is chosen at first.
    const FIRST: i64 = 3;
    let option = |level| {
        let chosen = if level == FIRST { " selected" } else { "" };
        format!("<option{chosen}>{level}</option>")
    };
    (0..=LEVELS).map(option).collect()
}

impl PlayQuestion {
    fn limits<D: Dialect>(&self, position: &D::Game) -> Limits {
        let Some(left) = self.left else { return Limits::move_time(MOVE_TIME) };
        let (mut clock, us) = (Clock::default(), position.side_to_move());
        clock.left[us] = Duration::from_millis(left);
        clock.increment[us] = Duration::from_millis(self.increment);
        Limits { clock: Some(clock), ..Limits::default() }
    }

    fn think<D: Dialect>(&self, position: &D::Game, asker: &Asker) -> Option<String> {
        let settings = Settings { skill: self.level, hash: HASH, ..Settings::default() };
        let (own, limits) = (position.clone(), self.limits::<D>(position));
        let halt = Arc::new(Halt::default());
        std::thread::scope(|scope| {
            let halted = Arc::clone(&halt);
            let think = move || {
                let turn = Turn { position: &own, text: "", limits: &limits, patience: MOVE_TIME };
                Internal::<D>::new(&settings, &Params::default(), &halted).think(&turn).ok()
            };
            let thread = Builder::new().name("play".to_owned()).stack_size(STACK_BYTES);
            let thread = thread.spawn_scoped(scope, think).ok()?;
            while !thread.is_finished() {
                if asker.is_gone() {
                    halt.stop();
                }
                std::thread::sleep(TICK);
            }
            match thread.join().ok()??.reply {
                Reply::Move(text) => Some(text),
                Reply::Win => Some("win".to_owned()),
                Reply::Resign => None,
            }
        })
    }
}
