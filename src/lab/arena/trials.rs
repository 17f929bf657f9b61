//! A queue of matches from a file, a trial a line, all written to one file of results.
//!
//! A line is `NAME ; SPEC A ; SPEC B`, and behind a further semicolon fields of its own: `game=chess`, `nodes=5000`
//! or `movetime=`, `depth=`, `tc=`, `byoyomi=` in place of the limits for all trials, `games=`, `sprt=0,5`.
//! `against=SPEC`, alone between its semicolons, names a stranger in place of those for all. `#` at the beginning
//! of a word begins a comment. Trials without a clock have small tables ([`Spec::parse_small`]).

use std::collections::HashSet;

use anyhow::{Context as _, Result, ensure};

use crate::game::quote;
use crate::lab::number::{expected, no_such, within};
use crate::lang::tr;
use crate::protocol::{Uci, Usi};
use crate::records::bad_line::{BadLine, LineError};
use crate::records::input::{is_blank, read_file, uncommented};
use crate::records::position::GameKind;

use super::clock::{Limit, LimitFields, MOST_GAMES};
use super::game::MatchGame;
use super::run::{Plan, Trial, players};
use super::spec::Spec;
use super::stats::Sprt;

/// What holds for trials that say nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Defaults {
    /// The game.
    pub game: GameKind,
    /// Trials of shogi, without players; without games if that is not said.
    pub shogi: Plan,
    /// Trials of chess.
    pub chess: Plan,
    /// The players' limits; some may be missing.
    pub limits: [Limit; 2],
    /// The limit of strangers.
    pub common: Limit,
    /// Strangers, as SPECs.
    pub against: Vec<String>,
}

/// The trials of a file, and the lines of it that are none.
pub(crate) fn read_trials(file: &str, defaults: &Defaults) -> (Vec<Trial>, Vec<BadLine>) {
    let mut names = HashSet::new();
    read_file(file, |text| match uncommented(text) {
        text if is_blank(text) => Ok(None),
        text => {
            let trial = defaults.trial(text)?;
            if !names.insert(trial.name.clone()) {
                let name = quote(trial.name.as_deref().unwrap_or_default());
                return Err(LineError::Refused(tr!("a second trial of the name {name}", name)));
            }
            Ok(Some(trial))
        }
    })
}

/// The fields of a trial that stand in its line.
#[derive(Default)]
struct Fields {
    game: Option<GameKind>,
    limit: LimitFields,
    against: Vec<String>,
    games: Option<u64>,
    sprt: Option<Sprt>,
}

impl Fields {
    fn set(&mut self, field: &str) -> Result<()> {
        let expected = |what| no_such(field, what);
        let (name, value) = field.split_once('=').ok_or_else(|| expected("FIELD=VALUE"))?;
        match name {
            "game" => self.game = Some(GameKind::parse(value).ok_or_else(|| expected("shogi or chess"))?),
            "games" => self.games = Some(within(1..=MOST_GAMES)(value).with_context(|| quote(field))?),
            "sprt" => self.sprt = Some(Sprt::parse(value)?),
            _ if self.limit.set(name, value).with_context(|| quote(field))? => {}
            _ => {
                return Err(expected(
                    "one of game, nodes, movetime, depth, tc, byoyomi, games, sprt, against",
                ));
            }
        }
        Ok(())
    }
}

impl Defaults {
    fn trial(&self, line: &str) -> Result<Trial> {
        let mut parts = line.split(';').map(str::trim);
        let (Some(name), Some(a), Some(b)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(expected("NAME ; SPEC A ; SPEC B"));
        };
        ensure!(!name.is_empty(), expected("a name before the first semicolon"));
        let mut fields = Fields::default();
        for part in parts {
            match part.strip_prefix("against=") {
                Some(spec) => fields.against.push(spec.to_owned()),
                None => part.split_whitespace().try_for_each(|field| fields.set(field))?,
            }
        }
        let plan = match fields.game.unwrap_or(self.game) {
            GameKind::Shogi => self.plan::<Usi>(&self.shogi, a, b, fields),
            GameKind::Chess => self.plan::<Uci>(&self.chess, a, b, fields),
        }?;
        Ok(Trial { name: Some(name.to_owned()), plan })
    }

    fn plan<D: MatchGame>(&self, usual: &Plan, a: &str, b: &str, fields: Fields) -> Result<Plan> {
        let own = fields.limit.limit()?;
        let (limits, common) = if own.is_none() { (self.limits, self.common) } else { ([own; 2], own) };
        let games = fields.games.unwrap_or(usual.games);
        ensure!(games > 0, expected("games=N, or --games for all trials"));
        let against = if fields.against.is_empty() { &self.against } else { &fields.against };
        let players = players(a, b, against, limits, common, |text, limit| {
            let player = Spec::parse::<D>(text)?.limited::<D>(&limit)?;
            if limits.iter().any(Limit::is_timed) || player.limit.is_timed() {
                return Ok(player);
            }
            Spec::parse_small::<D>(text)?.limited::<D>(&limit)
        })?;
        let plan = Plan { players, games, sprt: fields.sprt.or(usual.sprt), ..usual.clone() };
        plan.try_players::<D>()?;
        Ok(plan)
    }
}
