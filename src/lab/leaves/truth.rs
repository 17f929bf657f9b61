//! What a leaf is worth: a material-only search of full width.
//!
//! Every legal move is searched to the depth (drops included, useless non-promotions left out), and every line is
//! closed by captures: all of them, and pawn promotions (in chess to a queen), the side to move free to stop; in check
//! every answer. Nothing that a strategy or the main search prunes by is used: no exchange evaluation, no margin, no
//! null move, no reduction, no extension, no checks at the horizon. Values and evaluation are those that the
//! strategies are asked with, so that the difference is tactics alone.
//!
//! A search of even depth sees the last move of the other side, one of odd depth our own. A position is taken as
//! resolved only if a second depth gives much the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::{LeafLine, LeafRecord};
use crate::game::{Game, Geometry, INFINITE, Value, ValuePreset, named};
use crate::lab::batch::is_interrupted;
use crate::lab::job::Experiment;
use crate::lab::searcher::Searchers;
use crate::protocol::solo::Solo;
use crate::records::either::of_either;
use crate::search::horizon::Tactics;
use crate::search::{Iteration, Limits, Params, Reporter, SUPERIOR, SearchConfig};
use crate::{chess, shogi};

/// What closes every line.
const STRATEGY: Tactics = Tactics::Quiescence;

/// What a leaf is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truth {
    /// Plies before the captures.
    pub depth: u32,
    /// Seen from the side to move, in the game's default piece values.
    pub value: Value,
    /// The best move in USI or UCI text.
    pub best: String,
    /// By how much it beats the second best; none if it is the only move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Value>,
    /// Whether it beats it by a pawn's exchange or more.
    pub unique: bool,
    /// Moves made to find it, by the search of both depths.
    pub nodes: u64,
}

/// The value by a search of another depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Plies before the captures.
    pub depth: u32,
    /// Seen from the side to move.
    pub value: Value,
}

named! {
    /// Why a leaf has no truth that one can rely on; its names are those of a summary.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Flaw {
        /// The two depths differ too much.
        Unresolved = "unresolved",
        /// A mate or another forced end is in sight: no matter of material.
        Mate = "mate",
        /// The search would have been too large.
        TooLarge = "too large",
        /// The side to move is in check: no strategy judges such a position.
        InCheck = "in check",
    }
}

/// How deep to look: all that a truth depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TruthSettings {
    /// Plies of the truth.
    pub depth: u32,
    /// Plies of the second opinion.
    pub second: u32,
    /// Moves after which a search is given up.
    pub max_nodes: u64,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
}

impl Experiment for TruthSettings {
    type Input = LeafLine;
    type Record = LeafRecord;
    type Context = Searchers;

    const INPUTS: &'static str = "leaves";

    fn context(&self) -> Searchers {
        Searchers::new(self.hash, SearchConfig::material(STRATEGY, full_width()))
    }

    /// The leaf with its truth, or with what keeps it from having one.
    fn work(&self, searchers: &mut Searchers, leaf: LeafLine) -> Option<LeafRecord> {
        let mut record = leaf.record;
        (record.truth, record.second, record.flaw) = (None, None, None);
        of_either!(&leaf.position, searchers, (position, bank) => {
            find(bank.solo(STRATEGY, position), position, self, &mut record);
        });
        record.resolved = Some(record.flaw.is_none());
        record.labeled = Some(*self);
        (!is_interrupted()).then_some(record)
    }

    fn is_ours(&self, record: &LeafRecord) -> bool {
        record.labeled.as_ref() == Some(self)
    }

    fn is_of(&self, record: &LeafRecord, leaf: &LeafLine) -> bool {
        (&record.position, &record.last) == (&leaf.record.position, &leaf.record.last)
    }
}

/// The parameters of a search that leaves nothing out. The table may end a node's search where it knows the node to
/// the very depth that is asked for.
pub fn full_width() -> Params {
    Params::plain().with(|p| {
        p.tt.used = true;
        p.tt.exact_depth = true;
        p.horizon.see = false;
        // Beyond every difference of two values, mates included.
        p.horizon.delta = 4 * INFINITE;
        p.horizon.checks = 0;
        p.horizon.recaptures = i32::MAX;
    })
}

/// How much two depths may differ: a gold's exchange in shogi, a minor piece in chess.
fn tolerance<G: Geometry>() -> Value {
    let values = G::values(ValuePreset::Default);
    values.capture(if G::DROPS { shogi::piece::GOLD } else { chess::piece::BISHOP })
}

/// What a pawn's exchange is worth.
pub(crate) fn pawn_exchange<G: Geometry>() -> Value {
    let values = G::values(ValuePreset::Default);
    values.capture(if G::DROPS { shogi::piece::PAWN } else { chess::piece::PAWN })
}

/// Whether the value says more than material can.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() >= SUPERIOR
}

fn find<P: Game>(solo: &mut Solo<P>, position: &P, settings: &TruthSettings, record: &mut LeafRecord) {
    if position.in_check() {
        record.flaw = Some(Flaw::InCheck);
        return;
    }
    let mut seen = Seen { first: BTreeMap::new(), second: None, depth: settings.depth };
    let deepest = settings.depth.max(settings.second);
    let limits =
        Limits { nodes: Some(settings.max_nodes), multi_pv: 2, analyse: true, ..Limits::depth(deepest) };
    solo.search(position, &limits, &mut seen);
    let nodes = solo.counters().nodes;
    if nodes >= settings.max_nodes {
        record.flaw = Some(Flaw::TooLarge);
        return;
    }
    let at = |depth: u32| seen.first.get(&depth).copied();
    let (Some((value, raw)), Some((other, _))) = (at(settings.depth), at(settings.second)) else {
        // No legal move, or a declaration.
        record.flaw = Some(Flaw::Mate);
        return;
    };
    let margin = seen.second.map(|second| value - second);
    let best = position.from_raw(raw).map_or_else(String::new, |m| position.move_text(m));
    let unique = margin.is_some_and(|margin| margin >= pawn_exchange::<P::Geometry>());
    record.truth = Some(Truth { depth: settings.depth, value, best, margin, unique, nodes });
    record.second = Some(Check { depth: settings.second, value: other });
    if is_decided(value) || is_decided(other) {
        record.flaw = Some(Flaw::Mate);
    } else if (value - other).abs() > tolerance::<P::Geometry>() {
        record.flaw = Some(Flaw::Unresolved);
    }
}

/// Remembers the best line of each depth and the second best of one.
struct Seen {
    /// Value and first move by depth.
    first: BTreeMap<u32, (Value, u16)>,
    second: Option<Value>,
    depth: u32,
}

impl Reporter for Seen {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        let depth = iteration.depth as u32;
        let raw = iteration.pv.first().copied().unwrap_or_default();
        match iteration.multi_pv {
            1 => _ = self.first.insert(depth, (iteration.score, raw)),
            2 if depth == self.depth => self.second = Some(iteration.score),
            _ => {}
        }
    }
}
