//! Depth-first proof-number search.
//!
//! CITE: Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002.
//!
//! A position of the attacker is mate if one of its checks mates, a position of
//! the defender if none of the answers saves it. The proof number of a position
//! estimates how many positions are left to be shown to be mate, the disproof
//! number how many are left to be shown not to be; the search goes where the
//! fewest are, and comes back when the thresholds say that another place has
//! become better. Departures from the plain algorithm:
//!
//! - A new position of the defender starts with the number of answers that it has
//!   (df-pn+), so that mates are found without a visit.
//! - The numbers of alternatives are not added up: what leads to the same
//!   position would be counted again and again. The largest stands for all, and
//!   each other adds one. CITE: Ueda et al., "Weak Proof-Number Search", 2008.
//! - A threshold is a little more than the second best, so that the search changes its
//!   place less often. CITE: Pawlewicz and Lew, "Improving Depth-First PN-Search: 1 +
//!   epsilon Trick", 2007.
//! - Drops that interpose on the same square are tried one after the other: most
//!   are captured with the same result.
//! - Coming back to a position of the line with nothing gained is a failure of the
//!   attacker. What was refuted with the help of that, is refuted on this line
//!   only, and is kept apart from what is refuted for good. A proof never depends on
//!   it. CITE: Kishimoto and Mueller, "A General Solution to the Graph History
//!   Interaction Problem", 2004.

use crate::game::{All, Holding, Key, Mating, MoveList};

use super::number::{INFINITE, LARGEST, Number, Plies, UNBOUNDED, later, left_after};
use super::path::{DEEPEST, FOR_GOOD, Path, Refutations};
use super::table::{Known, Table};

/// Searches for mates of one side.
pub struct Search<'a, P: Mating> {
    pub position: P,
    pub table: &'a mut Table,
    refutations: &'a mut Refutations,
    path: Path<P::Holding>,
    /// The moves of all positions of the line.
    children: Vec<Child<P>>,
    /// Moves made.
    pub nodes: u64,
    /// Moves that may be made.
    pub node_limit: u64,
    is_stopped: &'a dyn Fn() -> bool,
    /// When to ask that again.
    next_look: u64,
    /// No more is to be searched.
    pub out_of_budget: bool,
    /// Whether non-promotions are tried that are no use unless a drop may not mate.
    pub tries_all: bool,
    /// Whether a check was left out because the rules forbid that drop to mate.
    pub met_forbidden: bool,
}

/// How a position was judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged<H> {
    pub pn: Number,
    pub dn: Number,
    /// Plies to mate; plies within which there is none.
    pub plies: Plies,
    /// The attacker's need or limit.
    pub hand: H,
    /// The ply of the earliest position of the line on which a refutation relies,
    /// or [`FOR_GOOD`].
    pub relies_on: u16,
}

impl<H: Holding> Judged<H> {
    const fn proven(plies: Plies, need: H) -> Self {
        Self { pn: 0, dn: INFINITE, plies, hand: need, relies_on: FOR_GOOD }
    }

    const fn refuted(plies: Plies, limit: H, relies_on: u16) -> Self {
        Self { pn: INFINITE, dn: 0, plies, hand: limit, relies_on }
    }

    const fn open(pn: Number, dn: Number, hand: H) -> Self {
        Self { pn, dn, plies: 0, hand, relies_on: FOR_GOOD }
    }
}

/// A move, and how the position after it is judged.
#[derive(Clone, Copy, Debug)]
struct Child<P: Mating> {
    m: P::Move,
    judged: Judged<P::Holding>,
    /// Waits for the move before it, a drop on the same square, to be met.
    waits: bool,
}

/// The side whose move it is, and how it looks at the numbers: `phi` of a position
/// is what its own side wants to bring to nothing, `delta` the other's.
trait Role {
    type Other: Role<Other = Self>;
    const ATTACKS: bool;
    /// What a position's own side must still show, of the numbers of a position of this side.
    fn phi<H>(judged: &Judged<H>) -> Number {
        if Self::ATTACKS { judged.pn } else { judged.dn }
    }
    /// What the other side must still show.
    fn delta<H>(judged: &Judged<H>) -> Number {
        Self::Other::phi(judged)
    }
}

/// The side that gives check.
struct Attacker;
/// The side that answers.
struct Defender;

impl Role for Attacker {
    type Other = Defender;
    const ATTACKS: bool = true;
}

impl Role for Defender {
    type Other = Attacker;
    const ATTACKS: bool = false;
}

/// What the moves of a position amount to.
struct Sum {
    phi: Number,
    delta: Number,
    /// The most promising move.
    best: usize,
    /// The `delta` of the next best.
    second: Number,
    /// What is added to the largest part.
    others: Number,
}

impl<'a, P: Mating> Search<'a, P> {
    pub fn new(
        position: P,
        table: &'a mut Table,
        refutations: &'a mut Refutations,
        node_limit: u64,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            position,
            path: Path::new(),
            table,
            refutations,
            children: Vec::new(),
            nodes: 0,
            node_limit,
            is_stopped,
            next_look: 0,
            out_of_budget: false,
            tries_all: false,
            met_forbidden: false,
        }
    }

    /// Searches for a mate by the side to move within so many plies until it is
    /// proven or refuted or the budget is used up.
    pub fn attack(&mut self, within: Plies) -> Judged<P::Holding> {
        self.search::<Attacker>(1, INFINITE, INFINITE, within)
    }

    /// The same for a mate of the side to move, which is in check.
    pub fn defend(&mut self, within: Plies) -> Judged<P::Holding> {
        self.search::<Defender>(1, INFINITE, INFINITE, within)
    }

    /// Forgets everything, for a search that tries useless non-promotions, too.
    pub(crate) fn try_all(&mut self) {
        self.table.clear();
        self.refutations.clear();
        self.tries_all = true;
    }

    pub fn do_move(&mut self, m: P::Move) {
        self.position.do_move(m);
        self.nodes += 1;
    }

    /// What the attacker holds.
    fn attacker_holds<R: Role>(&self) -> P::Holding {
        if R::ATTACKS { self.position.holding() } else { self.position.holding_of_other() }
    }

    /// Searches a position until one of its numbers has reached its threshold.
    fn search<R: Role>(
        &mut self,
        ply: u16,
        phi_limit: Number,
        delta_limit: Number,
        within: Plies,
    ) -> Judged<P::Holding> {
        let key = self.position.board_key();
        let hand = self.attacker_holds::<R>();
        let nodes = self.nodes;
        if ply >= DEEPEST {
            return Judged::refuted(0, hand, 0);
        }
        if R::ATTACKS {
            self.path.push(key, hand, ply);
        }
        let first = self.children.len();
        self.expand::<R>(hand, within);
        let mut judged = loop {
            let sum = self.sum::<R>(first);
            let decided = sum.phi == 0 || sum.delta == 0;
            if decided {
                break self.conclude::<R>(first, hand, within, sum.phi == 0);
            }
            if sum.phi >= phi_limit || sum.delta >= delta_limit || self.is_over() {
                let (pn, dn) = if R::ATTACKS { (sum.phi, sum.delta) } else { (sum.delta, sum.phi) };
                break Judged::open(pn, dn, hand);
            }
            self.go_on::<R>(ply, &sum, (phi_limit, delta_limit), within);
        };
        self.children.truncate(first);
        if R::ATTACKS {
            self.path.pop();
        }
        if judged.relies_on >= ply {
            judged.relies_on = FOR_GOOD;
        }
        self.store(key, hand, &judged, nodes, within);
        judged
    }

    /// Searches the most promising move.
    fn go_on<R: Role>(
        &mut self,
        ply: u16,
        sum: &Sum,
        (phi_limit, delta_limit): (Number, Number),
        within: Plies,
    ) {
        let at = sum.best;
        let child_phi_limit = if delta_limit >= INFINITE { INFINITE } else { delta_limit - sum.others };
        let child_delta_limit = phi_limit.min(sum.second.saturating_add(1 + sum.second / 4)).min(INFINITE);
        let m = self.children[at].m;
        self.do_move(m);
        let judged = self.search::<R::Other>(ply + 1, child_phi_limit, child_delta_limit, left_after(within));
        self.position.undo_move();
        self.children[at].judged = judged;
        if !R::ATTACKS && judged.pn == 0 {
            self.wake(at);
        }
    }

    /// Lets the next drop on the same square be tried.
    fn wake(&mut self, at: usize) {
        let mut next = at + 1;
        while let Some(child) = self.children.get_mut(next).filter(|child| child.waits) {
            child.waits = false;
            if child.judged.pn != 0 {
                return;
            }
            next += 1;
        }
    }

    /// Writes down the moves of the position, and what is known of them.
    fn expand<R: Role>(&mut self, hand: P::Holding, within: Plies) {
        if R::ATTACKS {
            if within > 0 {
                self.expand_attacker(left_after(within));
            }
        } else {
            self.expand_defender(hand, left_after(within));
        }
    }

    // Its list of moves is not to lie in every frame of the line.
    #[inline(never)]
    fn expand_attacker(&mut self, within: Plies) {
        let mut list = MoveList::new();
        if self.tries_all {
            self.position.generate_all_checks(&mut list);
        } else {
            self.met_forbidden |= self.position.generate_checks(&mut list);
        }
        for m in list {
            let key = self.position.board_key_after(m);
            let hand = self.position.holding_after(m);
            let judged = match self.table.look(key, hand, within) {
                Known::Proven(plies, need) => Judged::proven(plies, need),
                Known::Refuted(plies, limit) => Judged::refuted(plies, limit, FOR_GOOD),
                Known::Open(pn, dn) => self.open_or_refuted(key, hand, pn, dn, within),
                Known::Unknown(pn, dn) => self.first_look(m, hand, pn, dn, within),
            };
            self.children.push(Child { m, judged, waits: false });
            if judged.pn == 0 {
                break;
            }
        }
    }

    /// A position with known numbers, unless it is refuted on this line.
    fn open_or_refuted(
        &self,
        key: Key,
        hand: P::Holding,
        pn: Number,
        dn: Number,
        within: Plies,
    ) -> Judged<P::Holding> {
        match self.refutations.look(key, hand.to_bits(), self.path.key(), within) {
            Some((plies, relies_on)) => Judged::refuted(plies, hand, relies_on),
            None => Judged::open(pn, dn, hand),
        }
    }

    /// Looks at the position after a check for the first time: whether it is mate,
    /// and how many answers there are.
    fn first_look(
        &mut self,
        m: P::Move,
        hand: P::Holding,
        pn: Number,
        dn: Number,
        within: Plies,
    ) -> Judged<P::Holding> {
        self.do_move(m);
        let answers = self.position.count_answers() as Number;
        let judged = if answers == 0 {
            Judged::proven(0, self.position.need_of_answers())
        } else if within == 0 {
            Judged::refuted(0, hand, FOR_GOOD)
        } else {
            Judged::open(pn.max(answers), dn.max(1), hand)
        };
        self.position.undo_move();
        judged
    }

    // Its list of moves is not to lie in every frame of the line.
    #[inline(never)]
    fn expand_defender(&mut self, hand: P::Holding, within: Plies) {
        let mut list = MoveList::new();
        self.position.generate::<All>(&mut list);
        list.sort_unstable_by_key(|&m| (P::drop_square(m).map_or(0, |sq| 1 + sq.raw()), P::to_raw(m)));
        let mut last_drop = None;
        let mut last_open = false;
        for m in list {
            let key = self.position.board_key_after(m);
            let judged = match self.path.find(key, hand) {
                Some(ply) => Judged::refuted(UNBOUNDED, hand, ply),
                None => match self.table.look(key, hand, within) {
                    Known::Proven(plies, need) => Judged::proven(plies, need),
                    Known::Refuted(plies, limit) => Judged::refuted(plies, limit, FOR_GOOD),
                    Known::Open(pn, dn) => self.open_or_refuted(key, hand, pn, dn, within),
                    Known::Unknown(pn, dn) => Judged::open(pn.max(1), dn.max(1), hand),
                },
            };
            let square = P::drop_square(m);
            if square != last_drop {
                last_open = false;
            }
            let waits = last_open && square.is_some() && judged.dn != 0;
            last_drop = square;
            last_open |= judged.pn != 0;
            self.children.push(Child { m, judged, waits });
            if judged.dn == 0 && judged.relies_on == FOR_GOOD {
                break;
            }
        }
    }

    /// Takes the moves of a position together.
    fn sum<R: Role>(&self, first: usize) -> Sum {
        let mut sum = Sum { phi: INFINITE, delta: 0, best: first, second: INFINITE, others: 0 };
        for (i, child) in self.children.iter().enumerate().skip(first) {
            if child.waits {
                continue;
            }
            let (phi, delta) = (R::Other::phi(&child.judged), R::Other::delta(&child.judged));
            if phi > 0 {
                sum.others += 1;
                sum.delta = sum.delta.max(phi);
            }
            if delta < sum.phi {
                sum.second = sum.phi;
                sum.phi = delta;
                sum.best = i;
            } else if delta < sum.second {
                sum.second = delta;
            }
        }
        sum.others = sum.others.saturating_sub(1);
        if sum.delta > 0 && sum.delta < INFINITE {
            sum.delta = (sum.delta + sum.others).min(LARGEST);
        }
        sum
    }

    /// Judges a position whose moves decide it.
    fn conclude<R: Role>(
        &self,
        first: usize,
        hand: P::Holding,
        within: Plies,
        is_won: bool,
    ) -> Judged<P::Holding> {
        let undecided = || Judged::open(1, 1, hand);
        match (R::ATTACKS, is_won) {
            (true, true) => self.conclude_mate(first).unwrap_or_else(undecided),
            (true, false) => self.conclude_no_mate(first, within),
            (false, true) => self.conclude_saved(first).unwrap_or_else(undecided),
            (false, false) => self.conclude_mated(first),
        }
    }

    /// A check that mates.
    fn conclude_mate(&self, first: usize) -> Option<Judged<P::Holding>> {
        let mates = self.children[first..].iter().filter(|child| child.judged.pn == 0);
        let child = mates.min_by_key(|child| child.judged.plies)?;
        let need = self.position.need_before(child.m, child.judged.hand);
        Some(Judged::proven(later(child.judged.plies), need))
    }

    /// No check mates.
    fn conclude_no_mate(&self, first: usize, within: Plies) -> Judged<P::Holding> {
        if within == 0 {
            return Judged::refuted(0, self.position.holding(), FOR_GOOD);
        }
        let mut plies = UNBOUNDED;
        let mut limit = self.position.limit_of_checks();
        let mut relies_on = FOR_GOOD;
        for child in &self.children[first..] {
            let judged = &child.judged;
            plies = plies.min(later(judged.plies));
            limit = limit.intersection(self.position.limit_before(child.m, judged.hand));
            relies_on = relies_on.min(judged.relies_on);
        }
        Judged::refuted(plies, limit, relies_on)
    }

    /// An answer saves the king.
    fn conclude_saved(&self, first: usize) -> Option<Judged<P::Holding>> {
        let answers = self.children[first..].iter().filter(|child| child.judged.dn == 0);
        let child = answers.max_by_key(|child| (child.judged.relies_on, child.judged.plies))?;
        let judged = &child.judged;
        let limit = self.position.limit_before_answer(child.m, judged.hand);
        Some(Judged::refuted(later(judged.plies), limit, judged.relies_on))
    }

    /// Every answer is met by a mate.
    fn conclude_mated(&self, first: usize) -> Judged<P::Holding> {
        let mut plies = 0;
        let mut need = self.position.need_of_answers();
        for child in &self.children[first..] {
            plies = plies.max(later(child.judged.plies));
            need = need.union(child.judged.hand);
        }
        Judged::proven(plies, need)
    }

    fn store(
        &mut self,
        key: Key,
        hand: P::Holding,
        judged: &Judged<P::Holding>,
        nodes_before: u64,
        within: Plies,
    ) {
        let work = self.nodes - nodes_before;
        if judged.pn == 0 {
            debug_assert!(hand.is_at_least(judged.hand), "a need of more than is held");
            self.table.store_proof(key, judged.hand, judged.plies, work);
        } else if judged.dn > 0 {
            self.table.store_numbers(key, hand, judged.pn, judged.dn, work);
        } else if judged.relies_on == FOR_GOOD {
            debug_assert!(judged.hand.is_at_least(hand), "a limit below what is held");
            debug_assert!(judged.plies >= within, "refuted for fewer plies than asked");
            self.table.store_refutation(key, judged.hand, judged.plies, work);
        } else {
            self.refutations.store(key, hand.to_bits(), self.path.key(), judged.plies, judged.relies_on);
        }
    }

    /// Whether the budget is used up.
    fn is_over(&mut self) -> bool {
        /// Moves between two looks at the clock.
        const POLL: u64 = 256;
        self.out_of_budget |= self.nodes >= self.node_limit;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + POLL;
            self.out_of_budget |= (self.is_stopped)();
        }
        self.out_of_budget
    }
}
