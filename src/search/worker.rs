//! One thread's search: its position, its memory, its counters.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::eval::{Evaluation, EvaluationKind};
use crate::game::attack_map::MapOf;
use crate::game::{
    AttackMap, ByColor, Color, DRAW, Geometry, Key, MATE_IN_MAX_PLY, MAX_PLY, PieceValues, Position,
    Repetition, Square, Value, ValuePreset, mated_in,
};

use super::correction::{self, Correction};
use super::deepening::RootMove;
use super::history::{Earlier, History, LOOK_BACK};
use super::horizon::{Strategy, Tactics};
use super::horizon_hook::HorizonHook;
use super::params::Params;
use super::picker::{MovePicker, Ordering};
use super::shared::Shared;
use super::stack::{ENTRIES, LEAD, StackEntry};
use super::tt::{Bound, Entry};
use crate::soma::{Assessor, WholeAssessor};

/// A cycle that gained something in hand is nearly won (and lost for the
/// other side), but not mate.
pub(crate) const SUPERIOR: Value = MATE_IN_MAX_PLY - 1000;
/// Perpetual check by the other side wins, and so does a declaration; below
/// every mate, since the line that leads there does not end in one.
pub(super) const WON_BY_RULE: Value = MATE_IN_MAX_PLY - 1 - MAX_PLY as Value;
/// Moves between two looks at the clock and the stop signal, which is less than
/// half a millisecond.
const POLL_INTERVAL: u64 = 64;
/// The same where little of the time is left, and what is little.
const HURRIED_INTERVAL: u64 = 8;
const LITTLE_TIME: Duration = Duration::from_millis(10);

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Moves made, null moves included.
    pub nodes: u64,
    /// Those of them made below the horizon.
    pub horizon_nodes: u64,
    /// How often the depth ran out.
    pub horizon_calls: u64,
}

/// How a worker searches.
#[derive(Clone, Debug, Default)]
pub struct SearchConfig {
    /// The strategy at the horizon.
    pub strategy: Strategy,
    /// The evaluation.
    pub evaluation: EvaluationKind,
    /// Margins and switches.
    pub params: Params,
}

impl SearchConfig {
    /// A strategy with the evaluation and the parameters of play.
    pub fn new(tactics: Tactics) -> Self {
        Self { strategy: tactics.strategy(), ..Self::default() }
    }

    /// A strategy that counts material and nothing else.
    pub const fn material(tactics: Tactics, params: Params) -> Self {
        Self { strategy: tactics.strategy(), evaluation: EvaluationKind::Material, params }
    }
}

/// One thread's search.
#[derive(Debug)]
pub struct Worker<P: Position> {
    /// The position, changed and changed back while searching.
    pub position: P,
    /// The evaluation.
    pub evaluation: Evaluation<P>,
    /// The strategy at the horizon.
    pub(super) strategy: Strategy,
    /// What SUPER-SOMA works with.
    pub(super) assessor: Assessor<P::Geometry>,
    /// The same for nodes of the principal variation.
    pub(super) whole: Box<WholeAssessor<P::Geometry>>,
    /// The key of the node of the assessor's table.
    pub(super) tabled: Option<Key>,
    /// The attacks of the node evaluated last.
    pub map: MapOf<P>,
    /// The key of that node.
    pub(super) mapped: Option<Key>,
    /// What pieces are worth.
    pub values: &'static PieceValues,
    /// What moves did before.
    pub history: History,
    /// How far evaluations were wrong before.
    pub(super) correction: Correction,
    /// Margins and switches.
    pub params: Params,
    /// What was counted.
    pub counters: Counters,
    /// Who looks at the positions at the horizon.
    pub horizon_hook: Option<HorizonHook<P>>,
    /// A signal beside the shared one that ends the search: the user's wish
    /// to leave the program.
    pub interrupt: Option<&'static AtomicBool>,
    pub(super) shared: Arc<Shared>,
    pub(super) stack: Box<[StackEntry]>,
    pub(super) root_moves: Vec<RootMove>,
    /// Root moves before this one are left to better lines (MultiPV).
    pub(super) pv_index: usize,
    /// Depth of the iteration that runs.
    pub(super) root_depth: i32,
    pub(super) sel_depth: usize,
    pub(super) reductions: Box<[[i32; 64]; 64]>,
    pub(super) root_side: Color,
    pub(super) draw_value: ByColor<Value>,
    pub(super) max_game_ply: u32,
    /// Whether chance adds to the values of root moves.
    pub(super) is_lucky: bool,
    pub(super) node_limit: u64,
    /// Whether this thread looks at the clock.
    pub(super) is_main: bool,
    /// Nodes already added to the shared count.
    reported_nodes: u64,
    /// The count of nodes at which the clock is looked at again.
    next_poll: u64,
    stopped: bool,
    /// Whether a position of the game so far may end it by coming once more.
    looks_back: bool,
    /// The ply from which null moves are tried, while one is verified.
    pub(super) null_from: usize,
}

impl<P: Position> Worker<P> {
    /// About what the tables of one take.
    pub(super) const TABLE_BYTES: usize = History::bytes(P::PIECE_TO) + (2 << 20);

    /// A worker on a position, over what it shares with others.
    pub fn new(position: P, shared: Arc<Shared>, config: &SearchConfig) -> Self {
        let root_side = position.side_to_move();
        let values = P::Geometry::values(ValuePreset::Default);
        let params = config.strategy.params::<P::Geometry>(config.params.clone());
        Self {
            position,
            evaluation: Evaluation::new(&config.evaluation),
            strategy: config.strategy,
            assessor: Assessor::new(values),
            whole: Box::new(WholeAssessor::new(values)),
            tabled: None,
            map: AttackMap::new(),
            mapped: None,
            values,
            history: History::new(P::PIECE_TO),
            correction: Correction::new(&params),
            reductions: reductions(&params),
            params,
            counters: Counters::default(),
            horizon_hook: None,
            interrupt: None,
            shared,
            stack: vec![StackEntry::default(); ENTRIES].into_boxed_slice(),
            root_moves: Vec::with_capacity(crate::game::MAX_MOVES),
            pv_index: 0,
            root_depth: 0,
            sel_depth: 0,
            root_side,
            draw_value: ByColor([DRAW; 2]),
            max_game_ply: 0,
            is_lucky: false,
            node_limit: u64::MAX,
            is_main: false,
            reported_nodes: 0,
            next_poll: 0,
            stopped: false,
            looks_back: true,
            null_from: 0,
        }
    }

    /// Changes margins and switches.
    pub(crate) fn set_params(&mut self, params: Params) {
        let params = self.strategy.params::<P::Geometry>(params);
        self.reductions = reductions(&params);
        if params.corrects() != self.params.corrects() {
            self.correction = Correction::new(&params);
        }
        self.params = params;
    }

    /// Forgets what earlier searches of a game have learned.
    pub(crate) fn new_game(&mut self) {
        self.history.clear();
        self.correction.clear();
    }

    /// Prepares for a search.
    pub(super) fn reset(&mut self) {
        self.begin();
        self.stack.fill(StackEntry::default());
    }

    /// Nothing has been counted or seen of the position.
    pub(super) fn begin(&mut self) {
        self.counters = Counters::default();
        self.reported_nodes = 0;
        self.next_poll = 0;
        self.stopped = false;
        self.sel_depth = 0;
        self.null_from = 0;
        self.looks_back = self.position.is_near_repetition();
        self.root_side = self.position.side_to_move();
        self.mapped = None;
        self.tabled = None;
    }

    /// The stack entry of a ply.
    #[inline]
    pub(super) fn stack(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + LEAD]
    }

    /// Where the move that led to this ply went.
    pub fn last_to(&self, ply: usize) -> Option<Square> {
        self.stack[ply + LEAD].last_to
    }

    /// What the histories of the node at a ply look back on, which the stack keeps.
    #[inline]
    pub(super) fn look_back(&mut self, ply: usize) -> Earlier {
        let moves = LOOK_BACK.map(|ago| self.stack[ply + LEAD - ago].piece_to);
        let pawns = correction::structure(&self.position, P::STRUCTURES[0]);
        let before = self.history.earlier(moves, self.position.side_to_move(), pawns);
        self.stack(ply).before = before;
        before
    }

    /// Plays a move from a ply and counts it.
    #[inline]
    pub fn do_move(&mut self, m: P::Move, ply: usize) {
        let piece_to = self.position.piece_to_index(m);
        self.stack(ply).piece_to = Some(piece_to);
        let next = self.stack(ply + 1);
        next.last_to = Some(P::destination(m));
        next.after_null = false;
        self.position.do_move(m);
        self.count_node();
    }

    /// Fetches what the transposition table knows of the position after a move into the cache:
    /// asked for when the move is picked, as it takes about as long as playing it.
    #[inline]
    pub(super) fn prefetch_after(&self, m: P::Move) {
        self.shared.table.prefetch(self.position.key_after(m));
    }

    /// Takes a move back.
    #[inline]
    pub fn undo_move(&mut self) {
        self.position.undo_move();
    }

    /// Passes from a ply, which counts as a node.
    pub(super) fn do_null_move(&mut self, ply: usize) -> bool {
        if !self.position.do_null_move() {
            return false;
        }
        self.shared.table.prefetch(self.position.key());
        let here = self.stack(ply);
        here.piece_to = None;
        here.quiet = None;
        let next = self.stack(ply + 1);
        next.last_to = None;
        next.after_null = true;
        self.count_node();
        true
    }

    #[inline]
    fn count_node(&mut self) {
        self.counters.nodes += 1;
        if self.counters.nodes >= self.node_limit && self.has_answer() {
            self.stopped = true;
        }
        if self.counters.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Whether a limit may end the search: every answer has a line and a score, so that the first iteration ends
    /// first. Of several lines the best will do, unless chance has a part in which is the best.
    const fn has_answer(&self) -> bool {
        !self.is_main || self.root_depth > 1 || self.pv_index > 0 && !self.is_lucky
    }

    /// Looks at the user's wish to leave, which ends the search at once, at the stop signal, and at the limits.
    pub(super) fn poll(&mut self) {
        self.publish_nodes();
        let watches = self.is_main && !self.shared.pondering.load(Relaxed);
        let left = if watches { self.shared.time().left() } else { None };
        let is_hurried = left.is_some_and(|left| left < LITTLE_TIME);
        self.next_poll = self.counters.nodes + if is_hurried { HURRIED_INTERVAL } else { POLL_INTERVAL };
        let is_over = self.shared.stop.load(Relaxed)
            || self.shared.nodes.load(Relaxed) >= self.node_limit
            || left.is_some_and(|left| left.is_zero());
        let interrupted = self.interrupt.is_some_and(|flag| flag.load(Relaxed));
        if interrupted || is_over && self.has_answer() {
            self.stopped = true;
        }
    }

    /// Adds this thread's nodes to the common count.
    pub(super) fn publish_nodes(&mut self) {
        let new = self.counters.nodes - self.reported_nodes;
        self.shared.nodes.fetch_add(new, Relaxed);
        self.reported_nodes = self.counters.nodes;
    }

    /// Whether the search is to end; values found from now on mean nothing.
    #[inline]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// What the table knows of a position that is to be searched to a depth.
    #[inline]
    pub(crate) fn probe(&self, key: Key, ply: usize, depth: i32) -> Option<Entry> {
        let mut entry = self.probe_statics(key, ply)?;
        if self.params.tt.exact_depth && entry.depth != depth {
            entry.bound = Bound::None;
        }
        Some(entry)
    }

    /// The same where its value is not asked for.
    #[inline]
    pub(crate) fn probe_statics(&self, key: Key, ply: usize) -> Option<Entry> {
        if self.params.tt.used { self.shared.table.probe(key, ply) } else { None }
    }

    /// Stores what was found.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, entry: &Entry) {
        if self.params.tt.used && !self.stopped {
            self.shared.table.store(key, ply, entry);
        }
    }

    /// The horizon: the strategy takes over.
    pub(super) fn horizon(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        let before = self.counters.nodes;
        self.counters.horizon_calls += 1;
        let last_to = self.last_to(ply);
        if let Some(hook) = &mut self.horizon_hook {
            hook.call(&self.position, last_to);
        }
        let value = self.search_horizon(alpha, beta, ply);
        self.counters.horizon_nodes += self.counters.nodes - before;
        value
    }

    /// What every node below the horizon begins with: an end of the game or
    /// of the search, if it is one.
    pub(crate) fn enter_horizon(&mut self, ply: usize) -> Option<Value> {
        self.sel_depth = self.sel_depth.max(ply);
        self.stack(ply).pv.clear();
        if self.stopped {
            return Some(DRAW);
        }
        if let Some(value) = self.game_end(ply) {
            return Some(value);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate())
    }

    /// The value of a check below the horizon, with every answer searched by
    /// `search`.
    pub(crate) fn answer_check(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        search: impl Fn(&mut Self, Value, Value, usize) -> Value,
    ) -> Value {
        let mut picker = MovePicker::new(&self.position, None);
        let before = self.look_back(ply);
        let mut tried = 0;
        let next = |worker: &Self| {
            let order = Ordering::plain(&worker.history, before, worker.values);
            let m = picker.next(&worker.position, &order);
            tried += u32::from(m.is_some());
            m
        };
        let best = self.best_of(next, mated_in(ply), alpha, beta, ply, search);
        if tried == 0 { self.no_moves(ply) } else { best }
    }

    /// The best of some moves, if it is better than `best`, by a search after each; the
    /// rest is not tried once one reaches beta, or when the search is stopped.
    pub(super) fn best_of(
        &mut self,
        mut next: impl FnMut(&Self) -> Option<P::Move>,
        mut best: Value,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        search: impl Fn(&mut Self, Value, Value, usize) -> Value,
    ) -> Value {
        while let Some(m) = next(self) {
            self.prefetch_after(m);
            self.do_move(m, ply);
            let value = -search(self, -beta, -alpha, ply + 1);
            self.undo_move();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    self.note_pv(ply, P::to_raw(m), alpha, beta);
                    alpha = value;
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Puts a move before the best line of the next ply, if the window is open.
    pub(crate) fn note_pv(&mut self, ply: usize, raw: u16, alpha: Value, beta: Value) {
        if beta - alpha > 1 {
            self.extend_pv(ply, raw);
        }
    }

    /// The value of having no legal move.
    pub(crate) fn no_moves(&self, ply: usize) -> Value {
        if P::NO_MOVES_IS_LOSS || self.position.in_check() { mated_in(ply) } else { self.draw() }
    }

    /// The value of a draw, seen from the side to move.
    pub(super) fn draw(&self) -> Value {
        let value = self.draw_value[self.root_side];
        if self.position.side_to_move() == self.root_side { value } else { -value }
    }

    /// The value of a position that ends the game otherwise than by mate.
    pub(super) fn game_end(&self, ply: usize) -> Option<Value> {
        if ply == 0 {
            return None;
        }
        let repetition =
            if self.looks_back { self.position.repetition(ply) } else { self.position.recurrence(ply) };
        match repetition {
            Repetition::None => {}
            Repetition::Draw => return Some(self.draw()),
            Repetition::Win => return Some(WON_BY_RULE - ply as Value),
            Repetition::Loss => return Some(-WON_BY_RULE + ply as Value),
            Repetition::Superior => return Some(SUPERIOR),
            Repetition::Inferior => return Some(-SUPERIOR),
        }
        if self.position.is_rule_draw_within(ply) {
            return Some(self.draw());
        }
        if self.max_game_ply > 0 && self.position.game_ply() > self.max_game_ply {
            return Some(self.draw());
        }
        // A declaration, or the move that allows it, wins at once.
        self.position.declaration().map(|_| WON_BY_RULE - ply as Value)
    }
}

/// Late-move reductions in hundredths of a ply, by depth and move number.
fn reductions(params: &Params) -> Box<[[i32; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, cell) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            *cell = params.lmr.base + (product * 10_000.0 / f64::from(params.lmr.divisor)) as i32;
        }
    }
    table
}
