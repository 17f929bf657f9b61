//! Asking the strategies about leaves whose truth is known.
//!
//! All of them count material and nothing else, in the values of the truth, so that what they are off by is tactics.
//! Each is called as at the horizon of a search: with an open window, an empty table, and the square that the last
//! move went to. The strategies take turns at each position. They can also be called at the real horizon of a search
//! of full width, some plies deep, which shows how much search an answer replaces.
//!
//! Other programs can be asked as well, for a short search or for their opinion. They count more than material, so
//! that what they are off by is not tactics alone.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::record::LeafLine;
use super::stage::{Half, Phase, in_hand};
use super::truth::Truth;
use crate::eval::Material;
use crate::game::{AttackMap, Color, Game, Geometry, Square, SquareSet, Value, ValuePreset};
use crate::lab::batch::is_interrupted;
use crate::lab::contender::{Asked, Contender, Failure, are_of, programs};
use crate::lab::job::Experiment;
use crate::lab::searcher::{Bank, Budget, Searchers};
use crate::records::bad_line::LineError;
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::search::horizon::Tactics;
use crate::search::{Params, SearchConfig};
use crate::soma::exchange::{Chain, Exchange};

/// Size of a strategy's table in MiB: the smallest.
const TABLE: usize = 1;
/// What a program is asked for unless its spec says it.
pub(crate) const PROGRAM_BUDGET: Budget = Budget::Depth(1);

/// A leaf, its truth, and what each strategy says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its name.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// SFEN or FEN.
    pub position: String,
    /// The part of the game.
    pub phase: Phase,
    /// For fitting or for judging.
    pub split: Half,
    /// Parameters of the search that were set, `NAME=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Plies of full width before the strategies were asked.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plies: u32,
    /// Material as it stands, seen from the side to move.
    pub material: Value,
    /// What it is worth.
    pub truth: Truth,
    /// Whether the best move is a capture or a promotion that counts as one.
    pub tactical: bool,
    /// Squares on which the piece that stands there is lost by an exchange.
    pub contested: u32,
    /// Whether one of them holds a piece of the side to move.
    pub threatened: bool,
    /// Pieces in hand, of both sides.
    pub in_hand: u32,
    /// The programs among those who were asked, as they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// What the strategies and programs say, in their order.
    pub answers: Vec<LeafAnswer>,
}

impl Judged {
    /// By how much an answer is off.
    pub(crate) const fn error(&self, answer: &LeafAnswer) -> Value {
        answer.value - self.truth.value
    }
}

/// What a strategy or a program says of a leaf.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LeafAnswer {
    /// The strategy, or the program's name.
    pub tactics: String,
    /// Seen from the side to move.
    pub value: Value,
    /// The move it begins with; none if it would do nothing, or was not asked for one.
    #[serde(rename = "move")]
    pub first_move: Option<String>,
    /// Moves made.
    pub nodes: u64,
    /// The fastest call, in microseconds, if times are wanted.
    pub time_us: Option<f64>,
    /// How sure it is, 0 to 255.
    pub confidence: u8,
    /// What a program did instead of an answer; then nothing else here means anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Failure>,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What is asked of the strategies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AccuracySettings {
    /// Who is asked; strategies before programs.
    pub contenders: Vec<Contender>,
    /// Calls of each, of which the fastest is timed.
    pub calls: u32,
    /// Whether the times of calls are written down.
    pub times: bool,
    /// Plies of full width, nothing pruned, before they are asked.
    pub plies: u32,
    /// The parameters of their search.
    pub params: Params,
    /// Those that were set, `NAME=VALUE`.
    pub set: Vec<String>,
}

impl Experiment for AccuracySettings {
    type Input = LeafLine;
    type Record = Judged;
    type Context = Searchers;

    const INPUTS: &'static str = "leaves with a truth";

    fn context(&self) -> Searchers {
        let mut params = self.params.clone();
        if self.plies > 0 {
            params = params.unpruned();
            params.tt.exact_depth = true;
        }
        Searchers::new(TABLE, SearchConfig::material(Tactics::DEFAULT, params))
    }

    fn asks<'a>(&'a self, leaf: &'a LeafLine) -> Option<(&'a [Contender], &'a AnyPosition)> {
        Some((&self.contenders, &leaf.position))
    }

    fn check(&self, leaf: &LeafLine) -> Result<(), LineError> {
        if leaf.record.is_resolved() { Ok(()) } else { Err(LineError::NoTruth) }
    }

    /// What is said of a leaf; nothing if its truth is not known, or the user asked to stop.
    fn work(&self, searchers: &mut Searchers, leaf: LeafLine) -> Option<Judged> {
        let LeafLine { record, position, last_to, .. } = leaf;
        let truth = record.truth.clone().filter(|_| record.is_resolved())?;
        let mut judged = Judged {
            id: record.id,
            game: record.game,
            position: record.position,
            phase: record.phase,
            split: record.split,
            set: self.set.clone(),
            plies: self.plies,
            truth,
            programs: programs(&self.contenders),
            ..Judged::default()
        };
        of_either!(&position, searchers, (position, bank) => {
            ask(bank, self, position, last_to, &mut judged);
        });
        for contender in &self.contenders {
            let Contender::Program(program) = contender else { continue };
            let asked = searchers.programs.ask(program, &position, PROGRAM_BUDGET)?;
            judged.answers.push(program_answer(contender.name(), asked, self.times));
        }
        (!is_interrupted()).then_some(judged)
    }

    fn is_of(&self, record: &Judged, leaf: &LeafLine) -> bool {
        record.position == leaf.record.position && Some(&record.truth) == leaf.record.truth.as_ref()
    }

    fn is_ours(&self, record: &Judged) -> bool {
        record.set == self.set
            && record.plies == self.plies
            && record.programs == programs(&self.contenders)
            && record.answers.iter().all(|a| a.fault.is_some() || a.time_us.is_some() == self.times)
            && are_of(record.answers.iter().map(|a| &a.tactics), &self.contenders)
    }
}

fn program_answer(name: &str, asked: Asked, times: bool) -> LeafAnswer {
    let tactics = name.to_owned();
    match asked {
        Ok(found) => LeafAnswer {
            tactics,
            value: found.score,
            first_move: (!found.best.is_empty()).then_some(found.best),
            nodes: found.nodes,
            time_us: times.then(|| microseconds(found.time)),
            ..LeafAnswer::default()
        },
        Err(fault) => LeafAnswer { tactics, fault: Some(fault), ..LeafAnswer::default() },
    }
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}

/// Asks the strategies among the contenders, which stand before programs.
fn ask<P: Game>(
    bank: &mut Bank<P>,
    settings: &AccuracySettings,
    position: &P,
    last_to: Option<Square>,
    judged: &mut Judged,
) {
    describe(position, judged);
    for call in 0..settings.calls.max(1) {
        for (at, contender) in settings.contenders.iter().enumerate() {
            let &Contender::Strategy(tactics) = contender else { break };
            let (leaf, time) = bank.solo(tactics, position).leaf(position, last_to, settings.plies);
            if call == 0 {
                let first_move = leaf.first_move.and_then(|raw| position.from_raw(raw));
                judged.answers.push(LeafAnswer {
                    tactics: tactics.name().to_owned(),
                    value: leaf.value,
                    first_move: first_move.map(|m| position.move_text(m)),
                    nodes: leaf.nodes,
                    confidence: leaf.confidence.unwrap_or_default(),
                    ..LeafAnswer::default()
                });
            }
            if settings.times {
                let fastest = &mut judged.answers[at].time_us;
                *fastest = Some(fastest.unwrap_or(f64::INFINITY).min(microseconds(time)));
            }
        }
    }
}

/// What can be seen of a position without a search.
fn describe<P: Game>(position: &P, judged: &mut Judged) {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut map = AttackMap::new();
    map.build(position, values);
    judged.material = Material::new::<P::Geometry>().evaluate(position, &map);
    judged.in_hand = in_hand(position);
    let best = position.parse_move(&judged.truth.best);
    judged.tactical = best.is_ok_and(|m| position.is_tactical(m));
    let exchange = Exchange::new(&map, values, map.pinned);
    let mut chain = Chain::new();
    for owner in Color::ALL {
        for sq in (position.by_color(owner) & map.attacked[!owner]).squares() {
            let is_king = position.pieces(owner, P::Geometry::KING).contains(sq);
            if !is_king && exchange.value(map.slot_on(sq), !owner, &mut chain) > 0 {
                judged.contested += 1;
                judged.threatened |= owner == position.side_to_move();
            }
        }
    }
}
