//! Playing a match: games side by side, each written down as it ends.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, bail, ensure};

use crate::files::Output;
use crate::game::rng::Rng;
use crate::game::{ByColor, Color, quote};
use crate::lab::batch::{self, Order, Shard, is_interrupted, lock};
use crate::lab::compare::milliseconds;
use crate::lab::number;
use crate::lab::record_file::RecordFile;
use crate::lang::tr;
use crate::protocol::client::Fault;
use crate::protocol::dialect::of_protocol;
use crate::records::either::of_game;
use crate::records::position::GameKind;

use super::clock::Limit;
use super::game::{self, GameRules, MatchGame, Played};
use super::openings::{Opening, Openings};
use super::player::{Halt, Player};
use super::record::{Files, GameRecord, GameResult, Side, SideInfo};
use super::schedule::{Schedule, letter};
use super::spec::Spec;
use super::standing::Standing;
use super::stats::Sprt;

/// The most openings that are compared.
const MOST_COMPARED: u64 = 50_000;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: GameKind,
    /// Players A and B, and the strangers that both meet in place of each other.
    pub players: Vec<Spec>,
    /// What games begin with.
    pub openings: Openings,
    /// How many games the whole match has.
    pub games: u64,
    /// Decides what its players leave to chance.
    pub seed: u64,
    /// The part of its units that is played here.
    pub shard: Shard,
    /// Games at once.
    pub threads: usize,
    /// What holds for all games.
    pub rules: GameRules,
    /// When to stop before all games are played.
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// The numbers of the games that are played here.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (schedule, shard) = (self.schedule(), self.shard);
        (1..=self.games).filter(move |&game| shard.contains(schedule.unit_of(game)))
    }

    /// How it stands before its first game.
    pub fn begin(&self) -> Standing {
        Standing::new(self.schedule(), self.shard, self.sprt)
    }

    /// The order of its games.
    pub const fn schedule(&self) -> Schedule {
        Schedule { strangers: self.players.len().saturating_sub(2) }
    }

    fn players<D: MatchGame>(&self, halt: &Arc<Halt>) -> Players<D> {
        self.players.iter().map(|spec| spec.player::<D>(self.rules.patience, halt)).collect()
    }

    /// The players, ready for a first game; or the number of the one that cannot play.
    fn prepared<D: MatchGame>(&self, halt: &Arc<Halt>) -> Result<Players<D>, (usize, Fault)> {
        let mut players = self.players::<D>(halt);
        let start = self.openings.hardest(D::is_chess960);
        for (number, player) in players.iter_mut().enumerate() {
            player.prepare(&start).map_err(|fault| (number, fault))?;
        }
        Ok(players)
    }

    /// How many openings of the whole match only lead to games that were played before, of how many.
    pub(crate) fn repeats(&self) -> (u64, u64) {
        let count = self.schedule().opening_of(self.games).min(MOST_COMPARED);
        if self.players.iter().any(Spec::varies) {
            return (0, count);
        }
        (of_game!(self.game, P => self.openings.repeats::<P>(count)), count)
    }

    /// Whether all players can be started.
    pub(crate) fn try_players<D: MatchGame>(&self) -> Result<()> {
        let prepared = self.prepared::<D>(&Arc::default());
        prepared.map(|_| ()).map_err(|(number, fault)| number::player(letter(number), &fault.to_string()))
    }

    fn black(&self, game: u64) -> Side {
        side_of(of_protocol!(self.game, D => D::FIRST), self.schedule().first(game))
    }

    /// How many games are played here.
    pub const fn count(&self) -> u64 {
        let (units, size) = (self.schedule().unit_of(self.games), self.schedule().unit_size());
        let missing = if self.shard.contains(units) { units * size - self.games } else { 0 };
        self.shard.share(units) * size - missing
    }

    fn side(&self, game: u64, side: Side) -> SideInfo {
        let spec = &self.players[self.schedule().seats(game)[side.index()]];
        SideInfo {
            name: spec.name.clone(),
            spec: spec.text.clone(),
            limit: spec.limit.to_string(),
            net: spec.net(),
        }
    }

    fn opening(&self, game: u64) -> Opening {
        of_game!(self.game, P => self.openings.of_pair::<P>(self.schedule().opening_of(game)))
    }

    /// Whether a game that was played before is one of this match.
    pub(crate) fn check(&self, record: &GameRecord, known: &Standing) -> Result<()> {
        let (number, schedule, own) = (record.number, self.schedule(), self.game.name());
        if record.game != own {
            bail!(tr!("a game of {game}, not of {other}", game = quote(&record.game), other = own));
        }
        if number == 0 || number > self.games || !self.shard.contains(schedule.unit_of(number)) {
            bail!(tr!("game {number} is none of the games that are asked for", number));
        }
        ensure!(!known.has(number), tr!("game {number} stands there twice", number));
        for side in Side::ALL {
            let name = option_of(schedule.seats(number)[side.index()]);
            let (then, own) = (record.side(side), self.side(number, side));
            // Results of versions before say nothing of nets and rules.
            let is_same_net = then.net.is_none() || then.net == own.net;
            ensure!(is_same_net, tr!("game {number} was played with another net of {name}", number, name));
            let is_same_seat = record.stranger == schedule.stranger(number);
            if !is_same_seat || then.spec != own.spec || then.limit != own.limit {
                let (old, now) = (&then.spec, &then.limit);
                bail!(tr!("game {number} was played with {name} '{old}', {now}", number, name, old, now));
            }
        }
        let is_same_seed = record.seed.is_none_or(|seed| seed == self.seed);
        ensure!(is_same_seed, tr!("game {number} was played with another --seed", number));
        let (old, now) = (&record.rules, self.rules.to_string());
        ensure!(
            old.is_empty() || *old == now,
            tr!("game {number} was played with other rules: {old}, not {now}", number, old, now)
        );
        let opening = self.opening(number);
        let is_same_start = (&record.start, &record.opening_moves) == (&opening.start, &opening.moves);
        if !is_same_start || record.black != self.black(number) {
            bail!(tr!("game {number} was played with another opening", number));
        }
        Ok(())
    }

    /// Plays a game; nothing if it was interrupted.
    fn play_one<D: MatchGame>(&self, players: &mut Players<D>, number: u64) -> Result<Option<GameRecord>> {
        let opening = self.opening(number);
        let numbers = self.schedule().seats(number);
        let mut limits = numbers.map(|seat| self.players[seat].limit);
        let [a, b] = players.get_disjoint_mut(numbers).context("two players")?;
        let mut seats: [&mut dyn Player<D::Game>; 2] = [a.as_mut(), b.as_mut()];
        if self.black(number) == Side::B {
            seats.reverse();
            limits.reverse();
        }
        let chance = chance(self.seed, number);
        let played = game::play::<D>(&opening, ByColor(seats), ByColor(limits), &self.rules, chance)?;
        Ok(played.map(|played| self.record(number, opening, played)))
    }

    fn record(&self, number: u64, opening: Opening, played: Played) -> GameRecord {
        let black = self.black(number);
        let winner = played.ending.winner.map(|color| side_of(color, black));
        let answers = &played.answers;
        GameRecord {
            trial: None,
            game: self.game.name().to_owned(),
            number,
            stranger: self.schedule().stranger(number),
            a: self.side(number, Side::A),
            b: self.side(number, Side::B),
            rules: self.rules.to_string(),
            seed: Some(self.seed),
            black,
            opening: opening.id,
            start: opening.start,
            opening_moves: opening.moves,
            first: side_of(played.first, black),
            plies: played.moves.len(),
            moves: played.moves,
            result: winner.map_or(GameResult::Draw, GameResult::won_by),
            reason: played.ending.reason,
            detail: played.ending.detail,
            time_ms: answers.iter().filter(|_| self.rules.times).map(|a| milliseconds(a.time)).collect(),
            nodes: answers.iter().map(|answer| answer.nodes).collect(),
            score: answers.iter().map(|answer| answer.score).collect(),
        }
    }
}

/// Who has a color where this player has black; or the other way round, who has black where this player has it.
const fn side_of(color: Color, black: Side) -> Side {
    match color {
        Color::Black => black,
        Color::White => black.other(),
    }
}

/// What decides about chance in a game of a run.
pub(super) fn chance(seed: u64, game: u64) -> u64 {
    Rng::new(seed).next_u64() ^ game
}

/// The option that names a player.
fn option_of(number: usize) -> &'static str {
    ["--a", "--b"].get(number).unwrap_or(&"--against")
}

/// The players at one board.
type Players<D> = Vec<Box<dyn Player<<D as crate::protocol::Dialect>::Game>>>;

/// Reads players A and B with their limits, and strangers with the common one.
///
/// # Errors
/// What is wrong with one of them, or that there are too many.
pub fn players(
    a: &str,
    b: &str,
    against: &[String],
    limits: [Limit; 2],
    common: Limit,
    read: impl Fn(&str, Limit) -> Result<Spec>,
) -> Result<Vec<Spec>> {
    ensure!(against.len() <= Schedule::MOST, number::expected("at most 24 strangers"));
    let own = [(a, limits[0]), (b, limits[1])];
    let all = own.into_iter().chain(against.iter().map(|text| (text.as_str(), common)));
    let of_player = |(number, (text, limit))| {
        read(text, limit).map_err(|error| number::player(letter(number), &format!("{error:#}")))
    };
    all.enumerate().map(of_player).collect()
}

/// A match that is played alone, or one of several.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it is called among several, of which no two are called the same.
    pub name: Option<String>,
    /// The match.
    pub plan: Plan,
}

/// Matches that are played one after the other and written to the same files.
#[derive(Debug)]
pub(crate) struct Queue<'a> {
    trials: &'a [Trial],
    results: Option<Output>,
    games: Option<RecordFile>,
    /// How each of them stands.
    pub standings: Vec<Standing>,
}

impl<'a> Queue<'a> {
    /// Matches that go on with what these files hold, if they are to; `look` sees those games.
    pub fn open(trials: &'a [Trial], files: &Files, mut look: impl FnMut(&GameRecord)) -> Result<Self> {
        let mut standings: Vec<Standing> = trials.iter().map(|trial| trial.plan.begin()).collect();
        let is_alone = trials.iter().any(|trial| trial.name.is_none());
        let (results, games) = files.open(|record| {
            let Some(number) = trials.iter().position(|trial| trial.name == record.trial) else {
                let name = quote(record.trial.as_deref().unwrap_or_default());
                bail!(if is_alone {
                    tr!("a game of the trial {name}", name)
                } else {
                    tr!("a game of {game}, which is none of the trials", game = name)
                });
            };
            trials[number].plan.check(record, &standings[number])?;
            standings[number].add(record);
            look(record);
            Ok(())
        })?;
        Ok(Self { trials, results, games, standings })
    }

    /// Plays a match, or what is left of it; `each` sees every game and how the match stands after it. It ends early
    /// when the user interrupts or the test decides.
    ///
    /// # Errors
    /// If a player cannot be started at the beginning, or a file cannot be written. A player that fails later
    /// loses its game.
    pub fn play(&mut self, number: usize, each: &mut dyn FnMut(&GameRecord, &Standing)) -> Result<()> {
        let Self { trials, results, games, standings } = self;
        let (trial, standing) = (&trials[number], &mut standings[number]);
        let mut keep = |record: GameRecord, standing: &mut Standing| {
            let record = GameRecord { trial: trial.name.clone(), ..record };
            if let Some(file) = results.as_mut() {
                file.append_line(&serde_json::to_string(&record)?)?;
            }
            if let Some(file) = games.as_mut() {
                file.append_game(&record)?;
            }
            standing.add(&record);
            each(&record, standing);
            Ok(())
        };
        of_protocol!(trial.plan.game, D => carry_on::<D>(&trial.plan, standing, &mut keep))
    }

    /// Whether all matches have been played to their ends.
    pub fn is_over(&self) -> bool {
        let mut all = self.trials.iter().zip(&self.standings);
        all.all(|(trial, standing)| standing.decision().is_some() || standing.count() == trial.plan.count())
    }
}

/// Plays what is left of a match; `keep` takes every game.
fn carry_on<D: MatchGame>(
    plan: &Plan,
    standing: &mut Standing,
    keep: &mut dyn FnMut(GameRecord, &mut Standing) -> Result<()>,
) -> Result<()> {
    let left = plan.count() - standing.count();
    if left == 0 || standing.decision().is_some() || is_interrupted() {
        return Ok(());
    }
    let threads = plan.threads.clamp(1, usize::try_from(left).unwrap_or(usize::MAX));
    let halt = Arc::new(Halt::default());
    let named = |(number, fault): (usize, Fault)| anyhow::Error::from(fault).context(option_of(number));
    let first = match plan.prepared::<D>(&halt) {
        Err((_, Fault::Interrupted)) => return Ok(()),
        prepared => Mutex::new(Some(prepared.map_err(named)?)),
    };
    let taken = || lock(&first).take();
    let played: HashSet<u64> = standing.lines().map(|game| game.number).collect();
    let left = plan.numbers().filter(move |game| !played.contains(game));
    let seat = || taken().unwrap_or_else(|| plan.players::<D>(&halt));
    let work = |players: &mut Players<D>, number| plan.play_one::<D>(players, number).transpose();
    let sink = |record: Result<GameRecord>| {
        keep(record?, standing)?;
        Ok(if standing.decision().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    batch::pool(left, threads, Order::AsTheyCome, seat, work, || halt.stop(), sink).map(|_| ())
}
