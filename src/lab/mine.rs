//! Tactical positions out of games: those where every judge, by a search of
//! its own, has one best move that clearly wins material.
//!
//! A position enters when all judges agree on the best move, when it beats the
//! second best by a margin, and when the line behind it ends with so much more
//! material than there was, captures played out. What every judge sees at once
//! is left out. So a suite favors none of the strategies that judge it; it does
//! favor what they can find in so many nodes.

use serde::{Deserialize, Serialize};

use super::batch::{interrupt_flag, is_interrupted};
use super::job::{Experiment, Input, Row};
use super::leaves::full_width;
use crate::eval::Material;
use crate::game::{AttackMap, Game, Geometry, Notation as _, Position, Value, ValuePreset, visible};
use crate::protocol::solo::Solo;
use crate::records::bad_line::{BadLine, LineError};
use crate::records::position::GameKind;
use crate::records::{Found, GameRecord};
use crate::search::horizon::Tactics;
use crate::search::{Bounded, Iteration, Limits, Reporter, SUPERIOR, SearchConfig};
use crate::{chess, shogi};

/// Moves that a judge makes for each position, unless told otherwise.
pub const NODES: u64 = 100_000;
/// What the best line must win, in the engine's units: more than any pawn, in
/// chess nearly a minor piece.
pub const GAIN: Value = 300;
/// By how much the best move must beat the second best.
pub const MARGIN: Value = 200;
/// What all judges see after so many plies is left out.
pub const SEEN: u32 = 2;
/// Moves of a game between two positions that enter: what stands open stays
/// open for a while.
pub const GAP: u32 = 6;
/// Table of the search that plays captures out, in MiB: the smallest.
const TABLE: usize = 1;

/// When a position enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criteria {
    /// The strategies that must agree.
    pub judges: Vec<String>,
    /// Moves that each makes.
    pub nodes: u64,
    /// Table of each in MiB.
    pub hash: usize,
    /// What the best line must win.
    pub gain: Value,
    /// By how much the best move must beat the second best.
    pub margin: Value,
    /// What all judges see after so many plies is left out; 0: nothing is.
    pub seen: u32,
    /// Moves of a game between two positions.
    pub gap: u32,
    /// Moves of a game before the first.
    pub from_ply: u32,
}

/// Mines games.
#[derive(Clone, Debug)]
pub struct MineSettings {
    judges: Vec<Tactics>,
    criteria: Criteria,
}

impl MineSettings {
    /// With these judges, whose names the criteria get.
    pub fn new(judges: Vec<Tactics>, mut criteria: Criteria) -> Self {
        criteria.judges = judges.iter().map(|kind| kind.name().to_owned()).collect();
        Self { judges, criteria }
    }
}

/// What was found in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MineRecord {
    /// `shogi` or `chess`.
    pub game: String,
    /// When a position enters.
    pub criteria: Criteria,
    /// How many positions were searched.
    pub searched: u32,
    /// Those that enter, in their order.
    pub found: Vec<Find>,
}

/// A position that enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Find {
    /// Moves of the game before it.
    pub ply: u32,
    /// SFEN or FEN.
    pub position: String,
    /// The best move, USI or UCI.
    pub best: String,
    /// The same as a suite of its game has it: USI or SAN.
    pub bm: String,
    /// What its line wins, by the judge who thinks least of it.
    pub gain: Value,
    /// By how much it beats the second best, likewise.
    pub margin: Value,
    /// The plies after which all judges see it.
    pub depth: u32,
}

impl Row<MineRecord> {
    /// The positions as lines of a suite, each with its name and why it
    /// entered.
    pub fn suite_lines(&self) -> impl Iterator<Item = String> {
        self.record.found.iter().map(|find| {
            let Find { ply, position, bm, gain, margin, depth, .. } = find;
            let id = visible(&self.id).replace('"', "'");
            let id = format!("id \"{id} ply {ply}\"");
            let comment = format!("c0 \"gain {gain}, margin {margin}, depth {depth}\"");
            if self.record.game == chess::Position::GAME {
                // EPD has no counters.
                let fen: Vec<&str> = position.split(' ').take(4).collect();
                format!("{} bm {bm}; {id}; {comment};", fen.join(" "))
            } else {
                format!("sfen {position} ; bm {bm} ; {id} ; {comment}")
            }
        })
    }
}

/// Games with those that end early told of: a record is used up to where it
/// is broken.
pub fn games(records: impl Iterator<Item = Found>) -> impl Iterator<Item = Result<GameRecord, BadLine>> {
    records.flat_map(|found| {
        let cut = found.as_ref().ok().and_then(|record| record.cut.clone());
        cut.map(Err).into_iter().chain(std::iter::once(found))
    })
}

impl Input for GameRecord {
    fn number(&self) -> u64 {
        self.number
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn place(&self) -> (&str, u64) {
        (&self.file, self.line)
    }
}

impl Experiment for MineSettings {
    type Input = GameRecord;
    type Job = GameRecord;
    type Record = MineRecord;
    type Context = Context;

    const INPUTS: &'static str = "games";

    fn context(&self) -> Context {
        Context::default()
    }

    fn prepare(&self, input: &GameRecord) -> Result<GameRecord, LineError> {
        Ok(input.clone())
    }

    fn work(&self, context: &mut Context, game: GameRecord) -> Option<MineRecord> {
        match game.game {
            GameKind::Shogi => {
                let miner = context.shogi.get_or_insert_with(|| Miner::new(self));
                let to_text = |position: &shogi::Position, m| position.move_text(m);
                miner.mine(&self.criteria, &game, to_text)
            }
            GameKind::Chess => {
                let miner = context.chess.get_or_insert_with(|| Miner::new(self));
                miner.mine(&self.criteria, &game, chess::Position::san)
            }
        }
    }

    fn is_ours(&self, record: &MineRecord) -> bool {
        record.criteria == self.criteria
    }
}

/// A thread's searchers, made when first asked for.
#[derive(Default)]
pub struct Context {
    shogi: Option<Miner<shogi::Position>>,
    chess: Option<Miner<chess::Position>>,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").finish_non_exhaustive()
    }
}

struct Miner<P: Position> {
    judges: Vec<Solo<P>>,
    /// Plays captures out at the end of a line.
    closer: Solo<P>,
}

impl<P: Game> Miner<P> {
    fn new(settings: &MineSettings) -> Self {
        let start = P::start();
        let judge = |&kind: &Tactics| {
            let hash = settings.criteria.hash;
            let mut solo = Solo::new(&start, hash, &SearchConfig::new(kind));
            solo.set_interrupt(interrupt_flag());
            solo
        };
        Self {
            judges: settings.judges.iter().map(judge).collect(),
            closer: Solo::new(&start, TABLE, &SearchConfig::material(Tactics::Quiescence, full_width())),
        }
    }

    /// What a game holds; nothing if the user asked to stop.
    fn mine(
        &mut self,
        criteria: &Criteria,
        game: &GameRecord,
        suite_text: impl Fn(&P, P::Move) -> String,
    ) -> Option<MineRecord> {
        let (mut found, mut searched, mut next) = (Vec::<Find>::new(), 0, criteria.from_ply);
        game.for_each_position::<P>(|ply, position| {
            if ply < next || is_interrupted() {
                return;
            }
            // As the suite will have it: without the game's history.
            let Ok(position) = P::parse(&position.text()) else {
                return;
            };
            searched += 1;
            let Some((raw, gain, margin, depth)) = self.judge(criteria, &position) else {
                return;
            };
            if let Some(m) = position.from_raw(raw) {
                next = ply + criteria.gap.max(1);
                found.push(Find {
                    ply,
                    position: position.text(),
                    best: position.move_text(m),
                    bm: suite_text(&position, m),
                    gain,
                    margin,
                    depth,
                });
            }
        });
        let record = MineRecord { game: P::GAME.to_owned(), criteria: criteria.clone(), searched, found };
        (!is_interrupted()).then_some(record)
    }

    /// The move on which all judges agree, its gain, its margin, and the depth
    /// from which they do.
    fn judge(&mut self, criteria: &Criteria, position: &P) -> Option<(u16, Value, Value, u32)> {
        if position.count_legal() < 2 || position.declaration().is_some() {
            return None;
        }
        let limits = Limits { multi_pv: 2, ..Limits::nodes(criteria.nodes) };
        let mut agreed: Option<(u16, Value, Value, u32)> = None;
        for judge in &mut self.judges {
            let mut seen = Seen::default();
            judge.search(position, &limits, &mut seen);
            let last = seen.last()?;
            let margin = last.score - last.second?;
            let raw = *last.line.first()?;
            if last.score.abs() >= SUPERIOR
                || margin < criteria.margin
                || agreed.is_some_and(|(best, ..)| best != raw)
            {
                return None;
            }
            let gain = gain(&mut self.closer, position, &last.line)?;
            if gain < criteria.gain {
                return None;
            }
            let depth = seen.known_from(raw)?;
            agreed = Some(agreed.map_or((raw, gain, margin, depth), |(_, g, m, d)| {
                (raw, gain.min(g), margin.min(m), depth.max(d))
            }));
        }
        agreed.filter(|&(.., depth)| depth > criteria.seen)
    }
}

/// What a line wins for the side that begins it, captures played out at its
/// end; nothing if a mate is in sight there.
fn gain<P: Game>(closer: &mut Solo<P>, position: &P, line: &[u16]) -> Option<Value> {
    let mut end = position.clone();
    for &raw in line {
        let Some(m) = end.from_raw(raw) else {
            break;
        };
        end.do_move(m);
    }
    let (leaf, _) = closer.leaf(&end, None, 0);
    if leaf.value.abs() >= SUPERIOR {
        return None;
    }
    let mine = end.side_to_move() == position.side_to_move();
    let after = if mine { leaf.value } else { -leaf.value };
    let mut map = AttackMap::new();
    map.build(position, P::Geometry::values(ValuePreset::Default));
    Some(after - Material::new::<P::Geometry>().evaluate(position, &map))
}

/// The two best lines of each depth.
#[derive(Default)]
struct Seen(Vec<TwoLines>);

struct TwoLines {
    depth: u32,
    score: Value,
    line: Vec<u16>,
    second: Option<Value>,
}

impl Seen {
    /// The last depth of which both lines are known; that at which the search
    /// ended is not, as it was cut short.
    fn last(&self) -> Option<&TwoLines> {
        self.0.iter().rev().skip(1).find(|depth| depth.second.is_some())
    }

    /// The depth from which this move stayed the best to the end; nothing if
    /// the depth at which the search ended had found another.
    fn known_from(&self, raw: u16) -> Option<u32> {
        let kept = self.0.iter().rev().take_while(|depth| depth.line.first() == Some(&raw));
        kept.last().map(|depth| depth.depth)
    }
}

impl Reporter for Seen {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        if iteration.bound != Bounded::Exact {
            return;
        }
        let depth = iteration.depth as u32;
        if iteration.multi_pv == 1 {
            self.0.retain(|known| known.depth != depth);
            let line = iteration.pv.to_vec();
            self.0.push(TwoLines { depth, score: iteration.score, line, second: None });
        } else if let Some(last) = self.0.last_mut().filter(|last| last.depth == depth) {
            last.second = Some(iteration.score);
        }
    }
}
