//! A queue of matches from a file, a trial a line, all written to one file of
//! results.
//!
//! A line is `NAME ; SPEC A ; SPEC B`, and behind a further semicolon fields of
//! its own: `game=chess`, `nodes=5000` or `movetime=`, `depth=`, `tc=`, `byoyomi=`
//! in place of the limits for all trials, `games=`, `sprt=0,5`. `against=SPEC`, alone
//! between its semicolons, names a stranger in place of those for all. `#` at the
//! beginning of a word begins a comment. Trials without a clock have small tables
//! ([`Spec::parse_small`]).

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::files::LineFile;
use crate::game::quote;
use crate::lab::batch::{Shard, is_interrupted};
use crate::lab::lines::read_file;
use crate::lang::tr;
use crate::protocol::dialect::of_protocol;
use crate::protocol::{Uci, Usi};
use crate::records::bad_line::{BadLine, LineError};
use crate::records::input::is_blank;
use crate::records::position::GameKind;

use super::clock::{Limit, LimitFields, games};
use super::game::{GameRules, MatchGame};
use super::openings::Openings;
use super::record::{Files, GameRecord, resume_results};
use super::refusal::{expected, no_such};
use super::run::{Plan, carry_on, players};
use super::spec::Spec;
use super::standing::Standing;
use super::stats::Sprt;

/// One match of the queue.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it is called; no two are called the same.
    pub name: String,
    /// The game.
    pub game: GameKind,
    /// The match.
    pub plan: Plan,
}

/// What holds for all trials of one game.
#[derive(Clone, Debug)]
pub(crate) struct GameDefaults {
    /// What games begin with.
    pub openings: Openings,
    /// Rules for all games.
    pub rules: GameRules,
}

/// What holds for trials that say nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Defaults {
    /// The game.
    pub game: GameKind,
    /// Trials of shogi.
    pub shogi: GameDefaults,
    /// Trials of chess.
    pub chess: GameDefaults,
    /// How many games.
    pub games: Option<u64>,
    /// Decides what players leave to chance.
    pub seed: u64,
    /// The players' limits; some may be missing.
    pub limits: [Limit; 2],
    /// The limit of strangers.
    pub common: Limit,
    /// Strangers, as SPECs.
    pub against: Vec<String>,
    /// When to stop.
    pub sprt: Option<Sprt>,
    /// The part of the pairs that is played here.
    pub shard: Shard,
    /// Games at once.
    pub threads: usize,
}

/// The trials of a file, and the lines of it that are none.
pub(crate) fn read_trials(file: &str, defaults: &Defaults) -> (Vec<Trial>, Vec<BadLine>) {
    let mut names = HashSet::new();
    read_file(file, |text| match uncommented(text) {
        text if is_blank(text) => Ok(None),
        text => {
            let trial = defaults.trial(text)?;
            if !names.insert(trial.name.clone()) {
                let name = quote(&trial.name);
                return Err(LineError::Refused(tr!("a second trial of the name {name}", name)));
            }
            Ok(Some(trial))
        }
    })
}

/// A line without its comment.
fn uncommented(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
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
            "games" => self.games = Some(games(value).with_context(|| quote(field))?),
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
    /// Reads a line.
    fn trial(&self, line: &str) -> Result<Trial> {
        let mut parts = line.split(';').map(str::trim);
        let (Some(name), Some(a), Some(b)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(expected("NAME ; SPEC A ; SPEC B"));
        };
        if name.is_empty() {
            return Err(expected("a name before the first semicolon"));
        }
        let mut fields = Fields::default();
        for part in parts {
            match part.strip_prefix("against=") {
                Some(spec) => fields.against.push(spec.to_owned()),
                None => part.split_whitespace().try_for_each(|field| fields.set(field))?,
            }
        }
        let game = fields.game.unwrap_or(self.game);
        let plan = match game {
            GameKind::Shogi => self.plan::<Usi>(&self.shogi, a, b, fields),
            GameKind::Chess => self.plan::<Uci>(&self.chess, a, b, fields),
        }?;
        Ok(Trial { name: name.to_owned(), game, plan })
    }

    fn plan<D: MatchGame>(&self, defaults: &GameDefaults, a: &str, b: &str, fields: Fields) -> Result<Plan> {
        let own = fields.limit.limit()?;
        let (limits, common) = if own.is_none() { (self.limits, self.common) } else { ([own; 2], own) };
        let count = fields.games.or(self.games);
        let games = count.ok_or_else(|| expected("games=N, or --games for all trials"))?;
        let against = if fields.against.is_empty() { &self.against } else { &fields.against };
        let players = players(a, b, against, limits, common, |text, limit| {
            let usual = Spec::parse::<D>(text)?.limited::<D>(&limit)?;
            if limits.iter().any(Limit::is_timed) || usual.limit.is_timed() {
                return Ok(usual);
            }
            Spec::parse_small::<D>(text)?.limited::<D>(&limit)
        })?;
        let plan = Plan {
            players,
            openings: defaults.openings.clone(),
            games,
            seed: self.seed,
            shard: self.shard,
            threads: self.threads,
            rules: defaults.rules,
            sprt: fields.sprt.or(self.sprt),
            files: Files::default(),
        };
        plan.try_players::<D>()?;
        Ok(plan)
    }
}

impl Trial {
    /// How it stands before its first game.
    pub fn begin(&self) -> Standing {
        Standing::new(self.plan.schedule(), self.plan.shard, self.plan.sprt)
    }
}

/// Who follows a queue.
pub(crate) trait Follower {
    /// A game of this trial has ended.
    fn on_game(&mut self, trial: usize, standing: &Standing);
    /// This trial has ended, and so stand all; an error ends the queue.
    fn on_trial(&mut self, trial: usize, standings: &[Standing]) -> Result<()>;
}

/// Plays all trials, or what is left of them, and gives how each stands.
/// `results` is a file of the games, one JSON object each, and whether to go
/// on with what it holds.
pub(crate) fn play_trials(
    trials: &[Trial],
    results: Option<(&Path, bool)>,
    follower: &mut dyn Follower,
) -> Result<Vec<Standing>> {
    let mut standings: Vec<Standing> = trials.iter().map(Trial::begin).collect();
    let mut file = match results {
        None => None,
        Some((path, false)) => Some(LineFile::create(path)?),
        Some((path, true)) => {
            let read = resume_results(path, |record| {
                let name = record.trial.as_deref().unwrap_or_default();
                let Some(number) = trials.iter().position(|trial| trial.name == name) else {
                    bail!(tr!("a game of {game}, which is none of the trials", game = quote(name)));
                };
                let trial = &trials[number];
                of_protocol!(trial.game, D => trial.plan.check::<D>(record, &standings[number]))?;
                standings[number].add(record);
                Ok(())
            });
            Some(read?)
        }
    };
    for (number, trial) in trials.iter().enumerate() {
        if is_interrupted() {
            break;
        }
        let mut keep = |record: &GameRecord| match &mut file {
            None => Ok(()),
            Some(file) => {
                let record = GameRecord { trial: Some(trial.name.clone()), ..record.clone() };
                file.append(&serde_json::to_string(&record)?)
            }
        };
        let (plan, standing) = (&trial.plan, &mut standings[number]);
        let mut each = |standing: &Standing| follower.on_game(number, standing);
        of_protocol!(trial.game, D => carry_on::<D>(plan, standing, &mut keep, &mut each))?;
        follower.on_trial(number, &standings)?;
    }
    Ok(standings)
}
