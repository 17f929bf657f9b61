//! The search's own table, told: its numbers are those that play.

use super::wide::Wide;
use super::{EntryReport, Explanation, Iteration, Look, StepReport, TieReport, report};
use crate::game::attack_map::{NO_SLOT, bit};
use crate::game::{AttackMap, Color, Geometry, Notation, Value, ValuePreset};
use crate::soma::article::board::MiniBoard;
use crate::soma::article::xref::{Credit, EntryKind, Note, Xref, XrefEntry, XrefFlags};
use crate::soma::entry::{Entry, entry_bit};
use crate::soma::look_ahead::{Choice, Step};
use crate::soma::relation::Relation;
use crate::soma::{Assessor, LookAhead, TableConfig};

/// A table of the search with what it was made of.
struct Told<'a, P: Notation> {
    map: &'a AttackMap<P::Geometry>,
    assessor: &'a Assessor<P::Geometry>,
    board: MiniBoard<P::Geometry>,
    us: Color,
}

/// Tells of a position that is not in check.
pub(super) fn explain<P: Notation>(position: &P, preset: ValuePreset, width: u32) -> Explanation {
    let values = P::Geometry::values(preset);
    let mut map = AttackMap::new();
    map.build(position, values);
    let look_ahead = LookAhead { width, ..TableConfig::SEARCH.look_ahead };
    let mut assessor = Assessor::new(values);
    let found = assessor.assess(position, &map, &TableConfig { look_ahead, ..TableConfig::SEARCH });
    let (_, line) = assessor.table.solve_with_line(look_ahead);
    let us = position.side_to_move();
    let told = Told::<P> { map: &map, assessor: &assessor, board: MiniBoard::new(position), us };

    let xref = told.xref();
    let entries = told.reports(&xref);
    let mut wider = Wide::of(position, preset, super::WIDE_WIDTH).beyond(&entries);
    let steps: Vec<StepReport> = line.iter().map(|step| report_step::<P>(step, &xref)).collect();
    let mut texts: Vec<String> = steps.iter().map(StepReport::as_move).collect();
    if let Some(first) = steps.first().filter(|step| step.does == "parry")
        && let Some(answer) = wider.answer_to(first.entry.as_deref())
    {
        texts[0].clone_from(&answer);
        wider.answer = Some(answer);
    }
    if texts.is_empty() {
        texts.push("pass".to_owned());
    }
    let mut doubts = wider.doubts();
    if found.open.0.iter().any(|&open| open > 1) {
        doubts.insert(0, "several tactical moves stand open");
    }
    let overlooked = wider.overlooked(us, found.net);
    Explanation {
        game: P::GAME,
        position: position.text(),
        values: preset.name(),
        look: Look::Search.name(),
        iterations: vec![Iteration { side: us.name(), entries, ties: told.ties(), chosen: texts[0].clone() }],
        line: texts,
        steps,
        net: found.net,
        assessed: found.value,
        if_we_parry: found.if_we_parry,
        confidence: found.confidence(us, overlooked, values),
        doubts,
        wider: Some(wider),
    }
}

impl<P: Notation> Told<'_, P> {
    fn entries(&self) -> &[Entry] {
        self.assessor.table.entries()
    }

    fn owner(&self, entry: &Entry) -> Color {
        if entry.is_ours { self.us } else { !self.us }
    }

    /// The entries in words, those that wait for something last.
    fn reports(&self, xref: &Xref) -> Vec<EntryReport> {
        let mut numbers: Vec<usize> = (0..xref.entries.len()).collect();
        numbers.sort_by_key(|&i| (waits(&self.entries()[i]), -xref.entries[i].weight));
        let told = |i: usize| EntryReport {
            waits_for: self.waited_for(&self.entries()[i], xref),
            ..report::<P>(&xref.entries[i], xref)
        };
        numbers.into_iter().map(told).collect()
    }

    /// The move after which an entry can be played, or the square of the piece
    /// that must leave.
    fn waited_for(&self, entry: &Entry, xref: &Xref) -> Option<String> {
        if entry.waits_for != 0 {
            return Some(P::square_text(self.map.square(entry.waits_for.trailing_zeros() as usize)));
        }
        let before = self.entries().iter().position(|other| entry.after != 0 && other.tag == entry.after)?;
        Some(P::parts_text(&xref.entries[before].parts))
    }

    /// The table with its relations, each entry under its own number.
    fn xref(&self) -> Xref {
        let mut xref = Xref::default();
        for number in 0..self.entries().len() {
            xref.entries.push(self.entry(number));
        }
        xref
    }

    fn entry(&self, number: usize) -> XrefEntry {
        let entry = &self.entries()[number];
        let parts = self.assessor.parts(self.map, entry);
        let kind = if entry.target != NO_SLOT {
            EntryKind::Capture
        } else if parts.is_promotion() {
            EntryKind::Promotion
        } else {
            EntryKind::Fork
        };
        let mut told = XrefEntry::new(self.owner(entry), kind, parts, self.map);
        (told.mover, told.target) = (entry.mover, entry.target);
        (told.value, told.first, told.weight) = (entry.value, entry.first, entry.value);
        self.add_relations(number, &mut told);
        self.add_flags(entry, &mut told);
        told
    }

    /// Credits by what it removes of the other side's open gains; of the other
    /// relations one of each rule is noted.
    fn add_relations(&self, number: usize, told: &mut XrefEntry) {
        let table = &self.assessor.table;
        for (other, it) in self.entries().iter().enumerate() {
            let Some(relation) = table.relation(number, other) else { continue };
            let is_threat = table.alive() & table.counting() & entry_bit(other) != 0;
            let is_credit = it.is_ours != self.entries()[number].is_ours && relation != Relation::DutyBroken;
            if is_credit {
                if is_threat
                    && told.credits.try_push(Credit { from: other as u8, amount: it.value, relation }).is_ok()
                {
                    told.weight += it.value;
                }
            } else if !told.notes.iter().any(|note| note.relation == relation) {
                let _ = told.notes.try_push(Note { with: other as u8, relation });
            }
        }
    }

    /// What the table knows of the article's flags. A check is read off the
    /// board.
    fn add_flags(&self, entry: &Entry, told: &mut XrefEntry) {
        let is_open = !waits(entry);
        told.flags.set(XrefFlags::ACTIVE, is_open);
        let by = told.side;
        let at_risk = |slot: u8| {
            let slot = slot as usize;
            self.map.present & bit(slot) != 0 && self.risk(slot) > 0
        };
        told.flags.set(XrefFlags::DESPERADO, at_risk(entry.mover));
        told.flags.set(XrefFlags::DELAYED, told.kind == EntryKind::Fork);
        // The exchange ends with the starter to move if every capture is answered.
        let mut replies = 0;
        let mut tag = entry.tag;
        while let Some(next) = self.entries().iter().find(|other| tag != 0 && other.after == tag) {
            replies += 1;
            tag = next.tag;
        }
        told.flags.set(XrefFlags::SENTE, replies % 2 == 1);
        if is_open && entry.counts && entry.value > 0 && entry.target != NO_SLOT {
            let runs = Assessor::can_run(self.map, entry.target as usize, self.map.pinned);
            told.flags.set(XrefFlags::CAN_RUN, runs);
            told.flags.set(XrefFlags::IMMOBILE, !runs);
            told.flags.set(XrefFlags::STOPPABLE, entry.residue == 0);
        }
        if entry.target != NO_SLOT {
            let tied = |other: &&Entry| other.waits_for == bit(entry.target as usize);
            let loses = self.entries().iter().filter(tied).any(|other| self.owner(other) == by);
            told.flags.set(XrefFlags::TARGET_TIED, loses);
        }
        if is_open {
            told.flags.set(XrefFlags::CHECK, self.board.after(by, &told.parts).is_in_check(!by));
        }
    }

    /// What the exchange on a piece's square wins of it.
    fn risk(&self, slot: usize) -> Value {
        let is_attacked =
            self.map.attackers(self.map.square(slot)) & self.map.side[!self.map.piece(slot).color()];
        if is_attacked == 0 { 0 } else { self.assessor.at_risk[slot] }
    }

    /// What comes loose when a piece leaves what it guards.
    fn ties(&self) -> Vec<TieReport> {
        let ties = self.entries().iter().filter(|entry| entry.waits_for != 0);
        let of_other = ties.filter(|entry| {
            let piece = entry.waits_for.trailing_zeros() as usize;
            self.map.piece(piece).color() != self.owner(entry)
        });
        of_other
            .map(|entry| TieReport {
                piece: P::square_text(self.map.square(entry.waits_for.trailing_zeros() as usize)),
                object: P::square_text(self.map.square(entry.target as usize)),
                amount: entry.value - self.risk(entry.target as usize),
            })
            .collect()
    }
}

/// Whether an entry is not open yet.
const fn waits(entry: &Entry) -> bool {
    entry.after != 0 || entry.waits_for != 0
}

fn report_step<P: Notation>(step: &Step, xref: &Xref) -> StepReport {
    let (does, number) = match step.choice {
        Choice::Play(number) => ("play", Some(number)),
        Choice::Parry(number) => ("parry", Some(number)),
        Choice::Pass => ("pass", None),
    };
    let entry = number.map(|number| P::parts_text(&xref.entries[number as usize].parts));
    StepReport { does, entry, amount: step.amount }
}
