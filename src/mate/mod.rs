//! Mates by a chain of checks (tsume), proven or refuted by df-pn.
//!
//! A [`Solver`] has a table of its own and knows no evaluation, no other search
//! and no protocol. `dfpn` is the search, `table` what it remembers, `path` what
//! holds on one line only, and `line` turns a proof into moves and checks them.
//! Works for every game that says what [`Mating`] asks.

mod number;
mod table;
mod path;
mod dfpn;
mod line;

pub use line::is_mate;

use crate::game::{Mating, MoveList};

use dfpn::{Judged, Search};
use number::{Plies, UNBOUNDED};
use path::{FOR_GOOD, Refutations};
use table::Table;

/// Table of a solver in MiB where nothing else is said.
pub(crate) const DEFAULT_MEBIBYTES: usize = 64;

/// What a search for mate may use up.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct Budget<'a> {
    /// Moves that may be made.
    pub nodes: u64,
    /// Asked now and then: whether to end without a decision.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The side to move mates with this line: its moves give check, the answers put
    /// the mate off as long as the proof lets them.
    Mate(Vec<M>),
    /// There is no mate by a chain of checks.
    NoMate,
    /// Not decided within the budget.
    Open,
}

/// A verdict, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The verdict.
    pub verdict: Verdict<M>,
    /// Moves made.
    pub nodes: u64,
    /// Whether a mate is proven to be the shortest.
    pub is_shortest: bool,
}

/// Verdicts on all moves that may begin a mate, and what they cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves<M> {
    /// Each legal check with its verdict; the line of a mate begins with the check.
    pub verdicts: Vec<(M, Verdict<M>)>,
    /// Moves made.
    pub nodes: u64,
}

/// Finds mates. Makes its table when it is made; nothing is allocated for each
/// position of a search.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    refutations: Refutations,
}

impl Solver {
    /// A solver with a table of this many MiB, or of as many as there is memory for.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: Table::new(mebibytes), refutations: Refutations::new() }
    }

    /// Whether the side to move can mate by a chain of checks.
    ///
    /// ```
    /// use somatic::game::Notation as _;
    /// use somatic::mate::{Budget, Solver, Verdict};
    /// use somatic::shogi::Position;
    ///
    /// // A gold is dropped before the king, guarded by the pawn.
    /// let position = Position::parse("4k4/9/4P4/9/9/9/9/9/9 b G 1")?;
    /// let budget = Budget { nodes: 1_000, is_stopped: &|| false };
    /// let answer = Solver::new(1).solve(&position, budget);
    /// assert_eq!(answer.verdict, Verdict::Mate(vec![position.parse_move("G*5b")?]));
    /// # Ok::<(), somatic::game::NotationError>(())
    /// ```
    pub fn solve<P: Mating>(&mut self, position: &P, budget: Budget<'_>) -> Solved<P::Move> {
        let mut search = self.search(position, budget);
        let judged = attack(&mut search, UNBOUNDED);
        let verdict = verdict(&mut search, position, &judged);
        Solved { verdict, nodes: search.nodes, is_shortest: false }
    }

    /// The same, and then shorter mates as long as there are any.
    pub fn solve_shortest<P: Mating>(&mut self, position: &P, budget: Budget<'_>) -> Solved<P::Move> {
        let mut search = self.search(position, budget);
        let mut judged = attack(&mut search, UNBOUNDED);
        let mut answer = Solved { verdict: Verdict::Open, nodes: 0, is_shortest: false };
        loop {
            let next = verdict(&mut search, position, &judged);
            let Verdict::Mate(line) = &next else {
                if matches!(answer.verdict, Verdict::Mate(_)) {
                    answer.is_shortest = next == Verdict::NoMate;
                } else {
                    answer.verdict = next;
                }
                break;
            };
            let plies = line.len();
            answer.verdict = next;
            if plies <= 1 {
                answer.is_shortest = true;
                break;
            }
            // A line that was proven is no shorter than its proof.
            let within = Plies::try_from(plies - 2).unwrap_or(UNBOUNDED - 1);
            judged = attack(&mut search, within);
        }
        answer.nodes = search.nodes;
        answer
    }

    /// A verdict on each legal check of the side to move; the budget is shared out among them.
    pub fn solve_all<P: Mating>(&mut self, position: &P, budget: Budget<'_>) -> FirstMoves<P::Move> {
        let mut checks = MoveList::new();
        if position.has_target() {
            position.generate_all_checks(&mut checks);
        }
        let mut search = self.search(position, budget);
        let mut verdicts = Vec::with_capacity(checks.len());
        for (i, &m) in checks.iter().enumerate() {
            let left = budget.nodes.saturating_sub(search.nodes) / (checks.len() - i) as u64;
            search.node_limit = search.nodes + left;
            search.out_of_budget = false;
            search.do_move(m);
            let judged = decide(&mut search, Search::defend, UNBOUNDED);
            let line = (judged.pn == 0).then(|| line::after_check(&mut search, judged.plies)).flatten();
            search.position.undo_move();
            let verdict = match line {
                Some(mut line) => {
                    line.insert(0, m);
                    if is_mate(position, &line) { Verdict::Mate(line) } else { Verdict::Open }
                }
                None if judged.dn == 0 && judged.relies_on == FOR_GOOD => Verdict::NoMate,
                None => Verdict::Open,
            };
            verdicts.push((m, verdict));
        }
        FirstMoves { verdicts, nodes: search.nodes }
    }

    /// A search that knows nothing yet.
    fn search<'a, P: Mating>(&'a mut self, position: &P, budget: Budget<'a>) -> Search<'a, P> {
        self.table.clear();
        self.refutations.clear();
        let (table, refutations) = (&mut self.table, &mut self.refutations);
        Search::new(position.clone(), table, refutations, budget.nodes, budget.is_stopped)
    }
}

/// Searches for a mate of the side to move.
fn attack<P: Mating>(search: &mut Search<'_, P>, within: Plies) -> Judged<P::Holding> {
    decide(search, Search::attack, within)
}

/// Searches, and again with moves that do not promote where only they may mate.
fn decide<'a, P: Mating>(
    search: &mut Search<'a, P>,
    run: impl Fn(&mut Search<'a, P>, Plies) -> Judged<P::Holding>,
    within: Plies,
) -> Judged<P::Holding> {
    let judged = run(search, within);
    if judged.dn == 0 && search.met_forbidden && !search.tries_all {
        search.try_all();
        return run(search, within);
    }
    judged
}

/// What a judgement of the root says, a mate with its line, which is replayed.
fn verdict<P: Mating>(search: &mut Search<'_, P>, root: &P, judged: &Judged<P::Holding>) -> Verdict<P::Move> {
    if judged.pn == 0 {
        let line = line::of_attacker(search, judged.plies);
        return line.filter(|line| is_mate(root, line)).map_or(Verdict::Open, Verdict::Mate);
    }
    if judged.dn == 0 && judged.relies_on == FOR_GOOD { Verdict::NoMate } else { Verdict::Open }
}
