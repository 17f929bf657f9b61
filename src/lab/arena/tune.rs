//! Tuning: the parameters of the search are moved by the results of games of the engine against itself (SPSA), or all
//! of them measured at once.
//!
//! All pairs of a batch are proposed from where the parameters stand at its beginning, and learned from in their order
//! at its end: so a tuning does not depend on how many games are played at once. A line of the output is a batch; the
//! first one says what is tuned. A tuning that is taken up again learns from the results of its lines once more and
//! stands exactly where it did.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::files::Output;
use crate::game::{Board, ByColor, Color, Geometry, Notation as _, quote};
use crate::lab::batch::{self, Order, is_interrupted};
use crate::lab::number::no_such;
use crate::lang::tr;
use crate::records::bad_line::BadLine;
use crate::records::input::{is_blank, read_file};
use crate::search::Params;

use super::clock::Limit;
use super::game::{self, GameRules, MatchGame};
use super::openings::Openings;
use super::player::{Halt, Internal, Player};
use super::run::chance;
use super::spec::Spec;
use super::spsa::{Gains, Proposal};
pub use super::spsa::{Standing, Tuning};

/// A tuning to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// This engine as it is before.
    pub base: Spec,
    /// What is tuned.
    pub ranges: Vec<Range>,
    /// The limit of both players.
    pub limit: Limit,
    /// What games begin with.
    pub openings: Openings,
    /// How many pairs of games.
    pub pairs: u64,
    /// Pairs that are played from the same parameters.
    pub batch: u64,
    /// The gain at the end.
    pub r_end: f64,
    /// Whether parameters stand at their bounds and are measured only.
    pub screen: bool,
    /// Steps to other sides.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// What holds for all games.
    pub rules: GameRules,
    /// Where it is written, and whether to go on with what is there.
    pub output: Option<(PathBuf, bool)>,
}

/// The first line of the output: what does not change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    game: String,
    base: String,
    /// The hash of its net, if that is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    net: Option<String>,
    limit: String,
    /// What holds for all games; nothing in outputs of versions before.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    rules: String,
    openings: String,
    pairs: u64,
    batch: u64,
    r_end: f64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    screen: bool,
    seed: u64,
    parameters: Vec<Range>,
    start: Vec<i32>,
}

/// A later line: a batch.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct BatchLine {
    /// Pairs played so far.
    pairs: u64,
    /// Half points of the side with the steps forward in each pair of the batch, 0 to 4.
    points: Vec<u8>,
    /// Where the parameters stand now.
    values: Vec<f64>,
}

impl Plan {
    /// A tuning that nothing has been played for.
    fn begin<G: Geometry>(&self) -> Result<Tuning> {
        let base = self.base.params().context(tr!("--base: expected this engine, not another program"))?;
        let params = base.clone().of_game::<G>();
        ensure!(
            !self.ranges.is_empty(),
            tr!("expected parameters to tune: --set NAME=MIN..MAX or --params FILE")
        );
        let mut start = Vec::new();
        for (i, range) in self.ranges.iter().enumerate() {
            let name = &range.name;
            ensure!(
                !self.ranges[..i].iter().any(|other| other.name == *name),
                tr!("{name} stands twice", name)
            );
            let value = params.get(name).and_then(|text| read_value(&text));
            let (value, _) = value.with_context(|| format!("{name} has no value"))?;
            ensure!(
                (range.min..=range.max).contains(&value),
                tr!(
                    "{name} is {value} before: expected a range that holds it, not {least}..{most}",
                    name,
                    value,
                    least = range.min,
                    most = range.max
                )
            );
            ensure!(
                self.screen || !range.is_switch(),
                tr!(
                    "{name} is a switch, which only --screen can measure: expected a parameter that is a number",
                    name
                )
            );
            start.push(value);
        }
        let gains = (!self.screen).then_some(Gains { iterations: self.pairs, r_end: self.r_end });
        Ok(Tuning::new(&self.ranges, start, gains, self.seed))
    }

    /// The pairs that come next in a tuning.
    fn propose(&self, tuning: &Tuning) -> Vec<Proposal> {
        let last = (tuning.pairs + self.batch).min(self.pairs);
        (tuning.pairs + 1..=last).map(|pair| tuning.propose(pair)).collect()
    }

    /// Learns from a line of the output.
    fn replay(&self, tuning: &mut Tuning, line: &BatchLine) -> Result<()> {
        let proposals = self.propose(tuning);
        ensure!(
            line.points.len() == proposals.len()
                && line.points.iter().all(|&points| points <= 4)
                && line.pairs == tuning.pairs + proposals.len() as u64,
            tr!("not the batch that comes next")
        );
        tuning.learn(&proposals, &line.points);
        Ok(())
    }

    /// The parameters of the search with these values of the tuned ones.
    fn params(&self, values: &[i32]) -> Result<Params> {
        let mut params = self.base.params().cloned().unwrap_or_default();
        for (range, value) in self.ranges.iter().zip(values) {
            params.set(&range.name, &range.text_of(*value))?;
        }
        Ok(params)
    }
}

/// Tunes, or goes on with a tuning; `each` learns after every game how it stands and how many games have ended. It
/// ends early when the user interrupts; a batch that is not finished then is played again.
///
/// # Errors
/// If the plan cannot be carried out, or the output not be written.
pub fn tune<D: MatchGame>(plan: &Plan, each: &mut dyn FnMut(&Tuning, u64)) -> Result<Tuning> {
    let mut tuning = plan.begin::<<D::Game as Board>::Geometry>()?;
    let head = Head {
        game: D::Game::GAME.to_owned(),
        base: plan.base.text.clone(),
        net: plan.base.net(),
        limit: plan.limit.to_string(),
        rules: plan.rules.to_string(),
        openings: plan.openings.describe(),
        pairs: plan.pairs,
        batch: plan.batch,
        r_end: plan.r_end,
        screen: plan.screen,
        seed: plan.seed,
        parameters: plan.ranges.clone(),
        start: tuning.start.clone(),
    };
    let mut output = match &plan.output {
        None => None,
        Some((path, resume)) => Some(open(path, *resume, &head, plan, &mut tuning)?),
    };
    while tuning.pairs < plan.pairs && !is_interrupted() {
        let proposals = plan.propose(&tuning);
        let Some(points) = play_batch::<D>(plan, &tuning, &proposals, each)? else { break };
        tuning.learn(&proposals, &points);
        if let Some(file) = &mut output {
            let line = BatchLine { pairs: tuning.pairs, points, values: tuning.values.clone() };
            file.append_line(&serde_json::to_string(&line)?)?;
            // What it says first is nothing that an old file should go for.
            file.take_place()?;
        }
    }
    Ok(tuning)
}

/// Opens the output, and learns from what it holds.
fn open(path: &Path, resume: bool, head: &Head, plan: &Plan, tuning: &mut Tuning) -> Result<Output> {
    let mut lines = 0;
    let mut file = if resume {
        Output::resume_lines(path, "{\"game\":", |line| {
            lines += 1;
            let place = || format!("{}:{lines}", path.display());
            if lines == 1 {
                let mut found: Head = serde_json::from_str(line).with_context(place)?;
                if found.rules.is_empty() {
                    found.rules = head.rules.clone();
                }
                ensure!(found == *head, tr!("{place}: another tuning: {line}", place = place(), line));
                return Ok(());
            }
            let line: BatchLine = serde_json::from_str(line).with_context(place)?;
            plan.replay(tuning, &line).with_context(place)
        })?
    } else {
        Output::create_beside(path)?
    };
    if lines == 0 {
        file.append_line(&serde_json::to_string(head)?)?;
    }
    Ok(file)
}

/// Plays the pairs of a batch and gives their half points, in order; nothing if the user interrupts.
fn play_batch<D: MatchGame>(
    plan: &Plan,
    tuning: &Tuning,
    proposals: &[Proposal],
    each: &mut dyn FnMut(&Tuning, u64),
) -> Result<Option<Vec<u8>>> {
    let games = 2 * proposals.len();
    let mut points = vec![0_u8; proposals.len()];
    let mut played = 0;
    let halt = Arc::new(Halt::default());
    let board = || Some([plan.base.internal::<D>(&halt)?, plan.base.internal::<D>(&halt)?]);
    let work = |board: &mut Option<[Internal<D>; 2]>, number: usize| {
        let (at, plus_is_first) = (number / 2, number.is_multiple_of(2));
        let pair = tuning.pairs + at as u64 + 1;
        let result = play_game::<D>(plan, pair, &proposals[at], plus_is_first, board.as_mut()?);
        Some(result.transpose()?.map(|half_points| (at, half_points)))
    };
    let sink = |result: Result<(usize, u8)>| {
        let (pair, half_points) = result?;
        points[pair] += half_points;
        played += 1;
        each(tuning, 2 * tuning.pairs + played);
        Ok(ControlFlow::Continue(()))
    };
    let order = Order::AsTheyCome;
    let is_whole = batch::pool(0..games, plan.threads, order, board, work, || halt.stop(), sink)?;
    Ok(is_whole.then_some(points))
}

/// Plays a game of a pair: in one the side with the steps forward moves first, in the other the other. Gives that
/// side's half points; nothing if interrupted.
fn play_game<D: MatchGame>(
    plan: &Plan,
    pair: u64,
    proposal: &Proposal,
    plus_is_first: bool,
    players: &mut [Internal<D>; 2],
) -> Result<Option<u8>> {
    for (player, values) in players.iter_mut().zip([&proposal.plus, &proposal.minus]) {
        player.set_params(&plan.params(values)?);
    }
    let [plus, minus] = players;
    let plus_color = if plus_is_first { D::FIRST } else { !D::FIRST };
    let mut seats: [&mut dyn Player<D::Game>; 2] = [plus, minus];
    if plus_color == Color::White {
        seats.reverse();
    }
    let opening = plan.openings.of_pair::<D::Game>(pair);
    let chance = chance(plan.seed, 2 * pair - u64::from(plus_is_first));
    let limits = ByColor([plan.limit; 2]);
    let played = game::play::<D>(&opening, ByColor(seats), limits, &plan.rules, chance)?;
    Ok(played.map(|played| match played.ending.winner {
        None => 1,
        Some(winner) if winner == plus_color => 2,
        Some(_) => 0,
    }))
}

/// A parameter that is tuned, and between what bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Its name among the parameters of the search.
    pub name: String,
    /// The least value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
}

impl Range {
    /// Reads `NAME=MIN..MAX`, or of a switch `NAME=false..true`.
    ///
    /// # Errors
    /// Says what was expected, or that no parameter has this name or range.
    pub fn parse(text: &str) -> Result<Self> {
        let expected = |what| no_such(text, what);
        let fields = text.split_once('=').and_then(|(name, bounds)| {
            let (min, max) = bounds.split_once("..")?;
            Some((name.trim(), (read_value(min.trim())?, read_value(max.trim())?)))
        });
        let Some((name, bounds)) = fields else {
            return Err(expected("NAME=MIN..MAX with whole numbers, or NAME=false..true"));
        };
        let mut params = Params::default();
        let Some(known) = Params::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            let (name, params) = (quote(name), Params::NAMES.join(", "));
            bail!(tr!("unknown parameter {name}; expected one of {params}", name, params));
        };
        let (min, max) = match (is_switch(known), bounds) {
            (true, ((0, true), (1, true))) => (0, 1),
            (true, _) => bail!(tr!("{name} is a switch: expected false..true", name = known)),
            (false, ((min, false), (max, false))) => (min, max),
            (false, _) => return Err(expected("NAME=MIN..MAX with whole numbers")),
        };
        ensure!(min < max, expected("MIN below MAX"));
        let range = Self { name: (*known).to_owned(), min, max };
        for bound in [min, max] {
            params.set(known, &range.text_of(bound))?;
        }
        Ok(range)
    }

    /// Whether it is true or false, not a number.
    pub(crate) fn is_switch(&self) -> bool {
        is_switch(&self.name)
    }

    /// A value as text that [`Params::set`] reads: of a switch 0 is false.
    pub fn text_of(&self, value: i32) -> String {
        if self.is_switch() { (value != 0).to_string() } else { value.to_string() }
    }
}

/// Reads a number, or the value of a switch as 0 or 1; says whether it is a switch.
fn read_value(text: &str) -> Option<(i32, bool)> {
    let number = text.parse().ok().map(|number| (number, false));
    number.or_else(|| text.parse().ok().map(|is_on: bool| (is_on.into(), true)))
}

fn is_switch(name: &str) -> bool {
    let value = Params::default().get(name);
    matches!(value.as_deref().and_then(read_value), Some((_, true)))
}

/// The parameters of a file, `NAME=MIN..MAX` a line with `#` before comments, and the lines of it that are none.
pub fn read_ranges(file: &str) -> (Vec<Range>, Vec<BadLine>) {
    read_file(file, |text| {
        let text = text.split('#').next().unwrap_or_default();
        if is_blank(text) { Ok(None) } else { Ok(Some(Range::parse(text.trim())?)) }
    })
}
