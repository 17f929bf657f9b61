//! B3 to B5: choose an entry, play it on the small board, and repeat until
//! both sides pass.
//!
//! With width 1 the entry with the largest weight is chosen: the article's
//! greedy iteration (Rollason 2006, section 2). With a larger width a
//! look-ahead over the table chooses (`lookahead`); the search is given that
//! look-ahead's value at the first board, and needs no iteration.
//!
//! The iteration ends because each side may drop at most `DROP_QUOTA` pieces and each piece
//! may make one quiet answer, so that every move but a pass uses up a piece
//! on the board, a promotion, a drop or an answer; in code it is bounded by
//! [`MAX_LINE`] as well.

use arrayvec::ArrayVec;

use crate::game::attack_map::{NO_SLOT, slots};
use crate::game::{AttackMap, Board, ByColor, Color, Geometry, MoveParts, PieceValues, Value};

use super::board::MiniBoard;
use super::lookahead::{Choice, Item};
use super::record::{Features, Recorder};
use super::relations::Relations;
use super::threats::{Builder, Delayed};
use super::view::View;
use super::xref::{Entry, EntryKind, MAX_ENTRIES, Xref, XrefFlags, switch_sum};
use super::{Assessment, AssessmentFlags, confidence};

/// The longest predicted line, passes included.
pub const MAX_LINE: usize = 12;
/// The width of the article's choice: only the entry with the largest weight.
pub const GREEDY: u32 = 1;
/// How many pieces each side may drop in a predicted line.
const DROP_QUOTA: u8 = 2;

/// A move of a predicted line; nothing for a pass.
pub type Step = Option<MoveParts>;

/// Watches the iteration, for those who want to print it.
pub trait Observer<G: Geometry> {
    /// Whether the table must be complete with all flags.
    const DETAIL: bool;
    /// One iteration: the table, and which entry was chosen.
    fn iteration(&mut self, view: &View<'_, G>, relations: &Relations, xref: &Xref, chosen: Option<usize>);
}

/// Watches nothing.
#[derive(Debug)]
pub struct Unobserved;

impl<G: Geometry> Observer<G> for Unobserved {
    const DETAIL: bool = false;

    fn iteration(&mut self, _: &View<'_, G>, _: &Relations, _: &Xref, _: Option<usize>) {}
}

/// The working memory of an assessment, reused from call to call.
#[derive(Debug)]
pub struct Assessor<G: Geometry> {
    values: &'static PieceValues,
    map: AttackMap<G>,
    relations: Relations,
    xref: Xref,
    recorder: Recorder<G>,
}

impl<G: Geometry> Assessor<G> {
    /// An assessor that counts with these values.
    pub fn new(values: &'static PieceValues) -> Self {
        Self {
            values,
            map: AttackMap::new(),
            relations: Relations::new(),
            xref: Xref::default(),
            recorder: Recorder::new(values, Features::default()),
        }
    }

    /// The values it counts with.
    pub const fn values(&self) -> &'static PieceValues {
        self.values
    }

    /// Assesses a board whose attacks have been scanned.
    pub fn assess<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        width: u32,
    ) -> Assessment {
        self.assess_observed(board, map, width, &mut Unobserved)
    }

    /// Assesses a board and shows each iteration to an observer.
    pub fn assess_observed<B: Board<Geometry = G>, O: Observer<G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        width: u32,
        observer: &mut O,
    ) -> Assessment {
        let mut board = MiniBoard::new(board);
        let mut play = Play::new();
        let mut result = Assessment::default();
        while play.passes < 2 && result.line.len() < MAX_LINE {
            let first = result.line.is_empty();
            if !first {
                self.map.build(&board, self.values);
            }
            let map = if first { map } else { &self.map };
            let view = View::new(&board, map, self.values);
            self.relations.find(&view);
            let delayed = if first { Delayed::All } else { Delayed::None };
            let builder = Builder::new(&view, &self.relations, delayed, O::DETAIL);
            builder.build(&mut self.xref);
            let in_check = builder.checkers() != 0;
            if first {
                result.look_at(&self.xref, &self.relations, &view, in_check);
            }
            let chosen = if width > GREEDY && !in_check {
                let record = self.recorder.record(&board, map, width);
                if first {
                    result.record = Some(record);
                }
                play.follow(record.choice, self.recorder.table.items(), &self.xref)
            } else {
                play.choose(&self.xref, &view, in_check)
            };
            observer.iteration(&view, &self.relations, &self.xref, chosen);
            match chosen.map(|number| &self.xref.entries[number]) {
                Some(entry) => {
                    if first {
                        result.note_choice(&self.xref, entry, &self.relations);
                    }
                    result.net += play.sign * entry.first;
                    result.note_step(entry);
                    let parts = entry.parts;
                    play.note(entry);
                    board.play(&parts);
                    result.line.push(Some(parts));
                }
                None if in_check => {
                    // Mated on the predicted line: nothing a static look may
                    // decide.
                    result.flags |= AssessmentFlags::UNSTABLE;
                    break;
                }
                None => {
                    board.pass();
                    play.pass();
                    result.line.push(None);
                }
            }
        }
        if play.passes < 2 && result.line.len() == MAX_LINE {
            result.flags |= AssessmentFlags::TRUNCATED;
        }
        result.finish(self.values);
        result
    }
}

/// What the iteration must remember to end.
#[derive(Debug)]
struct Play {
    /// +1 when the side to move at the root is to move.
    sign: Value,
    passes: u8,
    drops: ByColor<u8>,
    /// Squares of pieces that have made their quiet answer.
    spent: ArrayVec<crate::game::Square, MAX_LINE>,
}

impl Play {
    fn new() -> Self {
        Self { sign: 1, passes: 0, drops: ByColor([0; 2]), spent: ArrayVec::new() }
    }

    /// B3: the best entry that may be played, or nothing for a pass.
    fn choose<G: Geometry>(&self, xref: &Xref, view: &View<'_, G>, in_check: bool) -> Option<usize> {
        let us = view.board.side_to_move();
        let best = xref.best(us, |e| self.may_answer(e))?;
        (in_check || xref.entries[best].weight > 0).then_some(best)
    }

    /// Whether an entry may still be played: a quiet answer only by a piece
    /// that has not made one, and no more drops than the quota.
    fn may_answer(&self, e: &Entry) -> bool {
        e.kind != EntryKind::Neutralise
            || match e.parts.from {
                None => self.drops[e.side] < DROP_QUOTA,
                Some(from) => !self.spent.contains(&from),
            }
    }

    /// The entry that a look-ahead over the table chose, or nothing for a pass.
    fn follow(&self, choice: Choice, items: &[Item], xref: &Xref) -> Option<usize> {
        let item_of = |number: u8| items.get(number as usize);
        match choice {
            Choice::Pass => None,
            Choice::Play(number) => {
                let item = item_of(number)?;
                xref.entries.iter().position(|e| {
                    e.mover == item.mover
                        && e.target == item.target
                        && e.is_gain()
                        && e.parts.to.raw() == item.to
                })
            }
            Choice::Parry(number) => {
                let item = item_of(number)?;
                let answers = |e: &Entry| {
                    e.neutralises.is_some_and(|threat| {
                        let threat = &xref.entries[threat as usize];
                        if item.target == NO_SLOT {
                            threat.mover == item.mover
                        } else {
                            threat.target == item.target
                        }
                    })
                };
                let us = xref.entries.iter().find(|e| answers(e))?.side;
                xref.best(us, |e| answers(e) && self.may_answer(e))
            }
        }
    }

    fn note(&mut self, entry: &Entry) {
        self.sign = -self.sign;
        self.passes = 0;
        if let Some(from) = entry.parts.from {
            // A piece keeps its mark wherever it goes, and loses it when taken.
            let was_spent = self.spent.iter().position(|&sq| sq == from);
            if let Some(at) = was_spent {
                self.spent.remove(at);
            }
            self.spent.retain(|sq| *sq != entry.parts.to);
            if was_spent.is_some() || entry.kind == EntryKind::Neutralise {
                self.spend(entry.parts.to);
            }
        } else {
            self.drops[entry.side] += 1;
            self.spend(entry.parts.to);
        }
    }

    fn spend(&mut self, sq: crate::game::Square) {
        let _ = self.spent.try_push(sq);
    }

    const fn pass(&mut self) {
        self.sign = -self.sign;
        self.passes += 1;
    }
}

impl Assessment {
    /// Notes what the first table shows: what stands open for both sides.
    fn look_at<G: Geometry>(
        &mut self,
        xref: &Xref,
        relations: &Relations,
        view: &View<'_, G>,
        in_check: bool,
    ) {
        let us = view.board.side_to_move();
        let own = open_gains(relations, us);
        let opp = open_gains(relations, !us);
        self.if_we_pass = switch_sum(&own, &opp, false);
        self.own = xref.threats(us).count() as u8;
        self.opp = xref.threats(!us).count() as u8;
        self.flags.set(AssessmentFlags::IN_CHECK, in_check);
        let threat = xref.threats(!us).max_by_key(|(_, e)| e.value);
        self.threat = threat.map(|(_, e)| (e.parts, e.value));
        self.upper = self.if_we_pass;
        for entry in xref.entries.iter().filter(|e| e.side == us) {
            self.upper = self.upper.max(outlook(entry, xref, relations));
        }
    }

    /// Notes how the first choice was made.
    fn note_choice(&mut self, xref: &Xref, chosen: &Entry, relations: &Relations) {
        let second = xref
            .entries
            .iter()
            .filter(|e| e.side == chosen.side && e.parts != chosen.parts)
            .map(|e| e.weight)
            .max()
            .unwrap_or(0);
        self.margin = chosen.weight - second;
        self.outlook = outlook(chosen, xref, relations);
    }

    /// Notes what makes a step uncertain.
    fn note_step(&mut self, entry: &Entry) {
        if entry.flags.contains(XrefFlags::PARTIAL) {
            self.flags |= AssessmentFlags::PARTIAL;
        }
        if entry.flags.contains(XrefFlags::CHECK) {
            self.flags |= AssessmentFlags::CHECK;
        }
        if entry.flags.contains(XrefFlags::DROP) {
            self.drops += 1;
        }
    }

    /// The value handed to the search: the plain net, but not below what
    /// declining everything keeps (the guard), and not above what the best
    /// entry promises together with what remains after it (the clamp).
    fn finish(&mut self, values: &PieceValues) {
        self.assessed = self.net;
        if !self.flags.contains(AssessmentFlags::IN_CHECK) {
            let pawn = values.capture(values.rising()[0]);
            self.assessed = self.net.max(self.if_we_pass).min(self.upper + pawn);
        }
        self.confidence = confidence::of(self, values);
        if let Some(record) = &self.record {
            self.assessed = record.net;
            self.confidence = record.confidence;
        }
    }
}

/// What stands open for a side: what it could take on each square, and its
/// promotions.
fn open_gains(relations: &Relations, side: Color) -> ArrayVec<Value, MAX_ENTRIES> {
    let taken = slots(relations.threatened[!side]).map(|slot| relations.at_risk[slot]);
    let promoted = slots(relations.promoters[side]).map(|slot| relations.promotion[slot]);
    taken.chain(promoted).take(MAX_ENTRIES).collect()
}

/// What an own entry leads to if the rest of the table is then settled in
/// turns: its value, and the sum of switches over what its relations leave.
fn outlook(entry: &Entry, xref: &Xref, relations: &Relations) -> Value {
    let us = entry.side;
    let mut own: ArrayVec<Value, MAX_ENTRIES> = ArrayVec::new();
    let mut seen = entry.target;
    for (_, other) in xref.threats(us) {
        let same_piece = other.mover == entry.mover;
        let same_target = other.target != NO_SLOT && (other.target == entry.target || other.target == seen);
        if !same_piece && !same_target {
            own.push(other.value);
            seen = other.target;
        }
    }
    let mut opp: ArrayVec<Value, MAX_ENTRIES> = ArrayVec::new();
    for (number, threat) in xref.threats(!us) {
        let saved = entry.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount);
        let gone = entry.target == threat.mover;
        if threat.value > saved && !gone {
            opp.push(threat.value - saved);
        }
    }
    debug_assert!(relations.tied != 0 || relations.ties.is_empty());
    // With an odd number of captures behind the first the turn is ours again.
    entry.value + switch_sum(&own, &opp, entry.flags.contains(XrefFlags::SENTE))
}
