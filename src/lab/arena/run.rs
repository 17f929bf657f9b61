//! Playing a match: games side by side, each written down as it ends.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::game::{ByColor, Color, Notation as _, quote};
use crate::lab::batch::{Shard, is_interrupted};
use crate::lang::tr;
use crate::protocol::client::{Answer, Fault};
use crate::search::STACK_BYTES;

use super::clock::Limit;
use super::game::MatchGame;
use super::game::{self, GameRules, Played};
use super::openings::{Opening, Openings};
use super::player::Halt;
use super::player::Player;
use super::record::{GameRecord, GameResult, Side, SideInfo};
use super::spec::SetupError;
use super::spec::Spec;
use super::standing::Standing;
use super::stats::Sprt;
use super::store::{Files, Store};

/// Time between two looks at whether the user wants to stop.
const POLL: Duration = Duration::from_millis(100);

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Players A and B.
    pub specs: [Spec; 2],
    /// Their limits.
    pub limits: [Limit; 2],
    /// What games begin with.
    pub openings: Openings,
    /// How many games the whole match has.
    pub games: u64,
    /// The part of its pairs that is played here.
    pub shard: Shard,
    /// Games at once.
    pub threads: usize,
    /// What holds for all games.
    pub rules: GameRules,
    /// When to stop before all games are played.
    pub sprt: Option<Sprt>,
    /// Where it is written.
    pub files: Files,
}

/// The pair of a game.
const fn pair_of(game: u64) -> u64 {
    game.div_ceil(2)
}

impl Plan {
    /// The numbers of the games that are played here.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let shard = self.shard;
        (1..=self.games).filter(move |&game| shard.contains(pair_of(game)))
    }

    fn players<D: MatchGame>(&self, halt: &Arc<Halt>) -> Pairing<D> {
        self.specs.each_ref().map(|spec| spec.player::<D>(self.rules.patience, halt))
    }

    /// The players, ready for a first game; these are the names of both for
    /// people.
    fn prepared<D: MatchGame>(&self, halt: &Arc<Halt>) -> Result<Pairing<D>, (Side, Fault)> {
        let mut players = self.players::<D>(halt);
        for (player, side) in players.iter_mut().zip(Side::ALL) {
            player.prepare().map_err(|fault| (side, fault))?;
        }
        Ok(players)
    }

    /// Whether both players can be started.
    ///
    /// # Errors
    /// Which of them cannot, and why.
    pub fn try_players<D: MatchGame>(&self) -> Result<(), SetupError> {
        let prepared = self.prepared::<D>(&Arc::default());
        prepared.map(|_| ()).map_err(|(side, fault)| SetupError::Unable { side, fault })
    }

    /// Who has black in a game.
    const fn black<D: MatchGame>(game: u64) -> Side {
        match (D::FIRST, game % 2) {
            (Color::Black, 1) | (Color::White, 0) => Side::A,
            _ => Side::B,
        }
    }

    fn side(&self, side: Side) -> SideInfo {
        let spec = &self.specs[side.index()];
        let limit = &self.limits[side.index()];
        SideInfo { name: spec.name.clone(), spec: spec.text.clone(), limit: limit.to_string() }
    }

    /// Whether a game that was played before is one of this match.
    ///
    /// # Errors
    /// Says what is different.
    pub fn check<D: MatchGame>(&self, record: &GameRecord, known: &Standing) -> Result<()> {
        let game = record.number;
        if record.game != D::Game::GAME {
            bail!(tr!("a game of {game}, not of {other}", game = quote(&record.game), other = D::Game::GAME));
        }
        if game == 0 || game > self.games || !self.shard.contains(pair_of(game)) {
            bail!(tr!("game {number} is none of the games that are asked for", number = game));
        }
        if known.has(game) {
            bail!(tr!("game {number} stands there twice", number = game));
        }
        for (side, name) in [(Side::A, "--a"), (Side::B, "--b")] {
            let (then, now) = (record.side(side), self.side(side));
            if then.spec != now.spec || then.limit != now.limit {
                bail!(tr!(
                    "game {number} was played with {name} '{old}', {now}",
                    number = game,
                    name,
                    old = then.spec,
                    now = then.limit
                ));
            }
        }
        let opening = self.openings.of_pair::<D::Game>(pair_of(game));
        if (&record.start, &record.opening_moves) != (&opening.start, &opening.moves)
            || record.black != Self::black::<D>(game)
        {
            bail!(tr!("game {number} was played with another opening", number = game));
        }
        Ok(())
    }

    /// Writes down a game that was played.
    fn record<D: MatchGame>(&self, number: u64, opening: Opening, played: Played) -> GameRecord {
        let black = Self::black::<D>(number);
        let result = match played.ending.winner {
            None => GameResult::Draw,
            Some(Color::Black) => GameResult::won_by(black),
            Some(Color::White) => GameResult::won_by(black.other()),
        };
        let answers = &played.answers;
        GameRecord {
            trial: None,
            game: D::Game::GAME.to_owned(),
            number,
            a: self.side(Side::A),
            b: self.side(Side::B),
            black,
            opening: opening.id,
            start: opening.start,
            opening_moves: opening.moves,
            first: if played.first == Color::Black { black } else { black.other() },
            plies: played.moves.len(),
            moves: played.moves,
            result,
            reason: played.ending.reason,
            detail: played.ending.detail,
            time_ms: answers.iter().filter(|_| self.rules.times).map(milliseconds).collect(),
            nodes: answers.iter().map(|answer| answer.nodes).collect(),
            score: answers.iter().map(|answer| answer.score).collect(),
        }
    }
}

/// What a player took for a move.
fn milliseconds(answer: &Answer) -> f64 {
    answer.time.as_micros() as f64 / 1000.0
}

/// The two players at one board.
type Pairing<D> = [Box<dyn Player<<D as crate::protocol::Dialect>::Game>>; 2];

/// Plays a match, or what is left of it; `keep` sees every game, those played
/// before included, and `each` learns how it stands after every new one. It
/// ends early when the user interrupts or the test decides.
///
/// # Errors
/// If a player cannot be started at the beginning, or a file cannot be
/// written. A player that fails later loses its game.
pub fn play<D: MatchGame>(
    plan: &Plan,
    keep: &mut dyn FnMut(&GameRecord),
    each: &mut dyn FnMut(&Standing),
) -> Result<Standing> {
    let mut standing = Standing::new(plan.shard, plan.sprt);
    let mut store = Store::open::<D>(&plan.files, |record| {
        if let Some(trial) = &record.trial {
            bail!(tr!("a game of the trial {name}", name = quote(trial)));
        }
        plan.check::<D>(record, &standing)?;
        standing.add(record);
        keep(record);
        Ok(())
    })?;
    let mut write = |record: &GameRecord| {
        store.append(record)?;
        keep(record);
        Ok(())
    };
    carry_on::<D>(plan, &mut standing, &mut write, each)?;
    Ok(standing)
}

/// Plays what is left of a match: `keep` writes every game down, then `each`
/// learns how the match stands.
///
/// # Errors
/// See [`play`].
pub fn carry_on<D: MatchGame>(
    plan: &Plan,
    standing: &mut Standing,
    keep: &mut dyn FnMut(&GameRecord) -> Result<()>,
    each: &mut dyn FnMut(&Standing),
) -> Result<()> {
    let mut left: Vec<u64> = plan.numbers().filter(|&game| !standing.has(game)).collect();
    if left.is_empty() || standing.decision().is_some() || is_interrupted() {
        return Ok(());
    }
    let threads = plan.threads.clamp(1, left.len());
    // The next one is taken from the end.
    left.reverse();
    let left = Mutex::new(left);
    let halt = Arc::new(Halt::default());
    let pairing = || plan.players::<D>(&halt);
    let named = |(side, fault): (Side, Fault)| {
        let option = if side == Side::A { "--a" } else { "--b" };
        anyhow::Error::from(fault).context(option)
    };
    let first = match plan.prepared::<D>(&halt) {
        Err((_, Fault::Interrupted)) => return Ok(()),
        prepared => prepared.map_err(named)?,
    };
    let (results, inbox) = channel();
    let mut outcome = Ok(());
    std::thread::scope(|scope| {
        let (left, halt, pairing) = (&left, &halt, &pairing);
        let mut first = Some(first);
        for number in 0..threads {
            let (first, results) = (first.take(), results.clone());
            let work = move || {
                let mut players = first.unwrap_or_else(pairing);
                serve::<D>(plan, &mut players, left, halt, &results);
            };
            let spawned = Builder::new()
                .name(format!("board {}", number + 1))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work);
            if let Err(error) = spawned
                && outcome.is_ok()
            {
                outcome = Err(error).context(tr!("cannot start a thread"));
            }
        }
        drop(results);
        loop {
            match inbox.recv_timeout(POLL) {
                // Games that end after the decision are not asked for.
                Ok(record) if outcome.is_ok() && standing.decision().is_none() => {
                    outcome = record.and_then(|record: GameRecord| {
                        keep(&record)?;
                        standing.add(&record);
                        each(standing);
                        Ok(())
                    });
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if outcome.is_err() || standing.decision().is_some() || is_interrupted() {
                halt.stop();
            }
        }
    });
    outcome
}

/// Plays games at one board until none is left.
fn serve<D: MatchGame>(
    plan: &Plan,
    players: &mut Pairing<D>,
    left: &Mutex<Vec<u64>>,
    halt: &Halt,
    results: &Sender<Result<GameRecord>>,
) {
    while !halt.is_set() {
        let next = left.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Some(number) = next else {
            return;
        };
        let opening = plan.openings.of_pair::<D::Game>(pair_of(number));
        let [a, b] = players;
        let mut seats: [&mut dyn Player<D::Game>; 2] = [a.as_mut(), b.as_mut()];
        let mut limits = plan.limits;
        if Plan::black::<D>(number) == Side::B {
            seats.reverse();
            limits.reverse();
        }
        let result = match game::play::<D>(&opening, ByColor(seats), ByColor(limits), &plan.rules) {
            Ok(None) => return,
            Ok(Some(played)) => Ok(plan.record::<D>(number, opening, played)),
            Err(error) => Err(error.into()),
        };
        if results.send(result).is_err() {
            return;
        }
    }
}
