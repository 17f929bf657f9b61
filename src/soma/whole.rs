//! The table where it decides: beside what every node is asked for, what takes longer.
//!
//! At nodes of the principal variation the search makes this table. It holds all that
//! [`TableConfig::self_contained`] switches on, and mates in one of both sides. Then it is played on
//! the board (B4, B5): what the look-ahead chooses, its forks, captures in passing, and captures that
//! win nothing by the exchange on their square, each with every recapture or answer to its check, and
//! the table made anew. So a recapture by a piece that is tied or overloaded is no recapture.

use arrayvec::ArrayVec;

use super::Assessment;
use super::assessor::Assessor;
use super::config::TableConfig;
use super::entry::{Entry, EntryKind, MATE_GAIN};
use super::exchange::Chain;
use super::look_ahead::Line;
use super::providers::Context;
use super::static_eval::StaticEval;
use crate::game::attack_map::{MapOf, NO_SLOT, slots};
use crate::game::{
    AttackMap, Captures, Evasions, Geometry, MoveList, PieceValues, Position, Square, SquareSet, Value,
    is_mated,
};

/// The most moves that are played in one position.
const MAX_PLAYED: usize = 6;

/// Builds such tables; the working memory is reused.
#[derive(Debug)]
pub struct WholeAssessor<G: Geometry> {
    /// With the table of the last position.
    pub assessor: Assessor<G>,
    /// That of a position after moves, and its attacks.
    next: Assessor<G>,
    map: AttackMap<G>,
}

/// A move that is worth playing on the board, with its entry; `gain` is what it wins at once.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    m: M,
    entry: Entry,
    gain: Value,
}

impl<G: Geometry> WholeAssessor<G> {
    /// An assessor that counts with these values.
    pub fn new(values: &'static PieceValues) -> Self {
        Self { assessor: Assessor::new(values), next: Assessor::new(values), map: AttackMap::new() }
    }

    /// The static evaluation of a position that is not in check and whose attacks have been scanned,
    /// over its quiet evaluation.
    pub fn static_eval<P: Position<Geometry = G>>(
        &mut self,
        position: &mut P,
        map: &AttackMap<G>,
        config: &TableConfig,
        eval: Value,
    ) -> StaticEval {
        self.solve(position, map, config);
        self.assessor.believed(map, config, eval)
    }

    /// The assessment of such a position, with the line that the look-ahead predicts.
    pub fn assess_with_line<P: Position<Geometry = G>>(
        &mut self,
        position: &mut P,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) -> (Assessment, Line) {
        self.solve(position, map, config);
        (self.assessor.assessed(position, map, config), self.assessor.line(config))
    }

    /// Makes the table and chooses from it: what the look-ahead would play and its rivals are
    /// played, until the choice stands.
    fn solve<P: Position<Geometry = G>>(
        &mut self,
        position: &mut P,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) {
        self.assessor.fill_all(position, map, config);
        let in_danger = self.add_mates(position, map);
        self.assessor.table.relate();
        self.assessor.look_ahead(config);
        if self.assessor.chooses_mate() {
            return;
        }
        let mut best: Option<(Candidate<P::Move>, Value)> = None;
        for candidate in self.candidates(position, map, config) {
            let value = self.play(position, config, &candidate, in_danger);
            if best.as_ref().is_none_or(|&(_, best)| value > best) {
                best = Some((candidate, value));
            }
        }
        if let Some((candidate, value)) = best {
            let to = P::destination(candidate.m).raw();
            self.assessor.choose(Entry { to, first: candidate.gain, value, ..candidate.entry });
        }
    }

    /// What the look-ahead would play, forks, captures that win nothing by the exchange on their
    /// square, by the piece that would begin it, and captures in passing.
    fn candidates<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) -> ArrayVec<Candidate<P::Move>, MAX_PLAYED> {
        let us = position.side_to_move();
        let values = self.assessor.values;
        let exchange = Context::new(position, map, config).exchange(values);
        let mut chain = Chain::new();
        let mut found = ArrayVec::new();
        let mut add = |entry: &Entry| {
            if let Some(m) = self.assessor.legal_move(position, map, entry)
                && !found.is_full()
            {
                found.push(Candidate { m, entry: *entry, gain: values.gain(&position.parts(m)) });
            }
        };
        self.assessor.own_rivals().for_each(&mut add);
        let capture = |mover: usize, target: usize, to: Square| Entry {
            is_ours: true,
            mover: mover as u8,
            target: target as u8,
            to: to.raw(),
            ..Entry::default()
        };
        if let Some((to, stands)) = position.en_passant() {
            let target = map.slot_on(stands);
            for mover in slots(map.side[us] & map.of_type(map.piece(target).piece_type())) {
                if map.attacks(mover).contains(to) {
                    add(&capture(mover, target, to));
                }
            }
        }
        for sq in (position.by_color(!us) & map.attacked[us]).squares() {
            let target = map.slot_on(sq);
            let pt = map.piece(target).piece_type();
            if pt == G::KING || self.assessor.at_risk[target] > 0 {
                continue;
            }
            exchange.chain(sq, pt, us, map.attackers(sq), None, &mut chain);
            if let Some(first) = chain.first() {
                add(&capture(first.slot as usize, target, sq));
            }
        }
        found
    }

    /// What a move comes to, for the side to move: it is played, and the table made anew after
    /// every recapture or answer to its check, and for all else that the other side may do, which
    /// may be to mate if we are `in_danger`.
    fn play<P: Position<Geometry = G>>(
        &mut self,
        position: &mut P,
        config: &TableConfig,
        candidate: &Candidate<P::Move>,
        in_danger: bool,
    ) -> Value {
        let on = P::destination(candidate.m);
        position.do_move(candidate.m);
        let mut replies = MoveList::new();
        let reply = if position.in_check() {
            position.generate::<Evasions>(&mut replies);
            replies.into_iter().fold(-MATE_GAIN, |best, m| best.max(self.reply(position, config, m)))
        } else {
            self.map.build(position, self.next.values);
            if in_danger && mate_in_one(position, &self.map).is_some() {
                MATE_GAIN
            } else {
                let other = self.next.net_without(position, &self.map, config, on);
                position.generate::<Captures>(&mut replies);
                let recaptures = replies.into_iter().filter(|&m| P::destination(m) == on);
                recaptures.fold(other, |best, m| best.max(self.reply(position, config, m)))
            }
        };
        position.undo_move();
        candidate.gain - reply
    }

    /// What a reply comes to, for who plays it.
    fn reply<P: Position<Geometry = G>>(
        &mut self,
        position: &mut P,
        config: &TableConfig,
        m: P::Move,
    ) -> Value {
        let gain = self.next.values.gain(&position.parts(m));
        position.do_move(m);
        let next = if position.in_check() {
            0
        } else {
            self.map.build(position, self.next.values);
            match mate_in_one(position, &self.map) {
                Some(_) => MATE_GAIN,
                None => self.next.assess(position, &self.map, config).net,
            }
        };
        position.undo_move();
        gain - next
    }

    /// Adds the mates in one of both sides; whether the other side has one.
    fn add_mates<P: Position<Geometry = G>>(&mut self, position: &mut P, map: &AttackMap<G>) -> bool {
        let mut add = |position: &P, m: P::Move, is_ours: bool| {
            let parts = position.parts(m);
            let mover = match parts.from {
                Some(from) => map.slot_on(from) as u8,
                None if is_ours => map.free_slot(parts.piece) as u8,
                None => NO_SLOT,
            };
            let mate = Entry {
                kind: EntryKind::MateThreat,
                value: MATE_GAIN,
                first: MATE_GAIN,
                is_ours,
                mover,
                dropped: parts.piece.raw(),
                target: parts.captured.map_or(NO_SLOT, |(at, _)| map.slot_on(at) as u8),
                to: parts.to.raw(),
                counts: true,
                ..Entry::default()
            };
            // The move may be there already, for less; others may wait for it.
            let table = &mut self.assessor.table;
            let same = |e: &Entry| {
                (e.is_ours, e.mover, e.to, e.after, e.waits_for) == (is_ours, mover, mate.to, 0, 0)
            };
            match table.entries().iter().position(same) {
                Some(number) => {
                    let entry = table.entry_mut(number);
                    *entry = Entry { tag: entry.tag, ..mate };
                }
                None => table.add(mate),
            }
        };
        if let Some(m) = mate_in_one(position, map) {
            add(position, m, true);
        }
        // Without a move nobody passes.
        if position.count_legal() == 0 || !position.do_null_move() {
            return false;
        }
        let mate = mate_in_one(position, map);
        if let Some(m) = mate {
            add(position, m, false);
        }
        position.undo_null_move();
        mate.is_some()
    }
}

/// A mate in one of the side to move, which is not in check: of all its checks, if the other king
/// has no more flights than one piece may cover.
fn mate_in_one<P: Position>(position: &mut P, map: &MapOf<P>) -> Option<P::Move> {
    /// More free squares around a king than that are hardly ever covered by one move.
    const MOST_FLIGHTS: u32 = 3;
    let us = position.side_to_move();
    let king = map.king[!us];
    if king == NO_SLOT {
        return None;
    }
    let flights = map.attacks(king as usize) & !position.by_color(!us) & !map.attacked[us];
    if flights.len() > MOST_FLIGHTS {
        return None;
    }
    let (mut moves, mut quiets) = (MoveList::new(), MoveList::new());
    position.generate::<Captures>(&mut moves);
    position.generate_quiet_checks(&mut quiets);
    moves.into_iter().chain(quiets).find(|&m| {
        position.gives_check(m) && {
            position.do_move(m);
            let mates = is_mated(position);
            position.undo_move();
            mates
        }
    })
}
