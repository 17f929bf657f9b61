//! Playing a match: games side by side, each written down as it ends.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, bail, ensure};

use crate::game::{ByColor, Color, Notation as _, quote};
use crate::lab::batch::{self, Shard, is_interrupted};
use crate::lang::tr;
use crate::protocol::client::{Answer, Fault};

use super::clock::Limit;
use super::game::{self, GameRules, MatchGame, Played};
use super::openings::{Opening, Openings};
use super::player::{Halt, Player};
use super::record::{Files, Store};
use super::record::{GameRecord, GameResult, Side, SideInfo};
use super::spec::{SetupError, Spec};
use super::standing::Standing;
use super::stats::Sprt;

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

    /// How many games are played here.
    pub const fn count(&self) -> u64 {
        let pairs = self.games.div_ceil(2);
        let has_half_a_pair = self.games % 2 == 1 && self.shard.contains(pairs);
        2 * self.shard.share(pairs) - has_half_a_pair as u64
    }

    fn side(&self, side: Side) -> SideInfo {
        let spec = &self.specs[side.index()];
        let limit = &self.limits[side.index()];
        SideInfo {
            name: spec.name.clone(),
            spec: spec.text.clone(),
            limit: limit.to_string(),
            net: spec.net(),
        }
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
            // Results of versions before say nothing of nets and rules.
            ensure!(
                then.net.is_none() || then.net == now.net,
                "game {game} was played with another net of {name}"
            );
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
        let rules = self.rules.to_string();
        ensure!(
            record.rules.is_empty() || record.rules == rules,
            "game {game} was played with other rules: {}, not {rules}",
            record.rules
        );
        let opening = self.openings.of_pair::<D::Game>(pair_of(game));
        if (&record.start, &record.opening_moves) != (&opening.start, &opening.moves)
            || record.black != Self::black::<D>(game)
        {
            bail!(tr!("game {number} was played with another opening", number = game));
        }
        Ok(())
    }

    /// Plays a game; nothing if it was interrupted.
    fn play_one<D: MatchGame>(&self, players: &mut Pairing<D>, number: u64) -> Result<Option<GameRecord>> {
        let opening = self.openings.of_pair::<D::Game>(pair_of(number));
        let [a, b] = players;
        let mut seats: [&mut dyn Player<D::Game>; 2] = [a.as_mut(), b.as_mut()];
        let mut limits = self.limits;
        if Self::black::<D>(number) == Side::B {
            seats.reverse();
            limits.reverse();
        }
        let played = game::play::<D>(&opening, ByColor(seats), ByColor(limits), &self.rules)?;
        Ok(played.map(|played| self.record::<D>(number, opening, played)))
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
            rules: self.rules.to_string(),
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
    let left = plan.count() - standing.count();
    if left == 0 || standing.decision().is_some() || is_interrupted() {
        return Ok(());
    }
    let threads = plan.threads.clamp(1, usize::try_from(left).unwrap_or(usize::MAX));
    let halt = Arc::new(Halt::default());
    let named = |(side, fault): (Side, Fault)| {
        let option = if side == Side::A { "--a" } else { "--b" };
        anyhow::Error::from(fault).context(option)
    };
    let first = match plan.prepared::<D>(&halt) {
        Err((_, Fault::Interrupted)) => return Ok(()),
        prepared => Mutex::new(Some(prepared.map_err(named)?)),
    };
    let taken = || first.lock().unwrap_or_else(PoisonError::into_inner).take();
    let played: HashSet<u64> = standing.numbers().collect();
    batch::run_unordered(
        plan.numbers().filter(move |game| !played.contains(game)),
        threads,
        || taken().unwrap_or_else(|| plan.players::<D>(&halt)),
        |players, number| plan.play_one::<D>(players, number).transpose(),
        || halt.stop(),
        |record| {
            let record = record?;
            keep(&record)?;
            standing.add(&record);
            each(standing);
            Ok(if standing.decision().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    Ok(())
}
