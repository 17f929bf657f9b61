//! The search's own table, told: its numbers are those that play.

use super::wide::{self, Wider};
use super::{
    BoardReport, CreditReport, EntryReport, Explanation, Iteration, Look, NoteReport, StepReport, TieReport,
};
use crate::article::board::MiniBoard;
use crate::article::threats::{Delayed, FullTable};
use crate::article::xref::{EntryKind, XrefFlags};
use crate::game::attack_map::NO_SLOT;
use crate::game::{AttackMap, Color, Geometry, MoveParts, Notation, PieceValues, Value, ValuePreset};
use crate::soma::entry::{Entry, entry_bit};
use crate::soma::look_ahead::{Choice, Line};
use crate::soma::relation::Relation;
use crate::soma::{Assessor, TableConfig};

/// A table of the search with what it was made of.
struct Told<'a, P: Notation> {
    map: &'a AttackMap<P::Geometry>,
    assessor: &'a Assessor<P::Geometry>,
    board: MiniBoard<P::Geometry>,
    us: Color,
    /// The moves of the entries.
    parts: Vec<MoveParts>,
    /// The first table of the wide look, which knows all flags.
    flagged: &'a [EntryReport],
}

/// Tells of a position that is not in check.
pub(super) fn explain<P: Notation>(position: &P, preset: ValuePreset, width: u32) -> Explanation {
    let values = P::Geometry::values(preset);
    let mut map = AttackMap::new();
    map.build(position, values);
    let config = TableConfig::of_game::<P::Geometry>();
    let config = TableConfig { width: width as i32, ..config };
    let mut assessor = Assessor::new(values);
    let found = assessor.assess(position, &map, &config);
    let (_, line) = assessor.table.solve_with_line(config.look_ahead());
    let us = position.side_to_move();
    let wide = wide::explain(position, Look::Wide, preset, super::WIDE_WIDTH);
    let told = Told::<P> {
        map: &map,
        assessor: &assessor,
        board: MiniBoard::new(position),
        us,
        parts: assessor.table.entries().iter().map(|entry| assessor.parts(&map, entry)).collect(),
        flagged: &wide.iterations[0].entries,
    };

    let entries = told.reports();
    let (steps, end) = told.steps(&line, values);
    let mut texts: Vec<String> = steps.iter().map(StepReport::as_move).collect();
    if texts.is_empty() {
        texts.push("pass".to_owned());
    }
    let ties = told.ties();
    let wider = Wider::beyond(&entries, &ties, wide);
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
        iterations: vec![Iteration {
            side: us.name(),
            entries,
            ties,
            chosen: texts[0].clone(),
            board: BoardReport::new(position, &map),
        }],
        line: texts,
        steps,
        end,
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

    fn text(&self, number: usize) -> String {
        P::parts_text(&self.parts[number])
    }

    /// The entries in words, those that wait for something last.
    fn reports(&self) -> Vec<EntryReport> {
        let mut told: Vec<EntryReport> = (0..self.parts.len()).map(|number| self.report(number)).collect();
        told.sort_by_key(|e| (e.waits_for.is_some(), -e.weight));
        told
    }

    fn report(&self, number: usize) -> EntryReport {
        let (entry, parts) = (&self.entries()[number], &self.parts[number]);
        let side = self.owner(entry);
        let kind = if entry.target != NO_SLOT {
            EntryKind::Capture
        } else if parts.is_promotion() {
            EntryKind::Promotion
        } else {
            EntryKind::Fork
        };
        let waits_for = self.waited_for(entry);
        let mut flags = XrefFlags::empty();
        flags.set(XrefFlags::ACTIVE, waits_for.is_none());
        flags.set(XrefFlags::DROP, parts.from.is_none());
        let checks = waits_for.is_none() && self.board.after(side, parts).is_in_check(!side);
        flags.set(XrefFlags::CHECK, checks);
        let numbers = [entry.value, entry.first, entry.value];
        let mut told = EntryReport { waits_for, ..EntryReport::new::<P>(side, kind, parts, numbers, flags) };
        let same = |e: &&EntryReport| (e.side, &e.move_text) == (told.side, &told.move_text);
        if told.waits_for.is_none()
            && let Some(known) = self.flagged.iter().find(same)
        {
            told.flags.clone_from(&known.flags);
            told.columns.clone_from(&known.columns);
        }
        self.add_relations(number, &mut told);
        told
    }

    /// The move after which an entry can be played, or the square of the piece
    /// that must leave.
    fn waited_for(&self, entry: &Entry) -> Option<String> {
        if entry.waits_for != 0 {
            return Some(P::square_text(self.map.square(entry.waits_for.trailing_zeros() as usize)));
        }
        let before = self.entries().iter().position(|other| entry.after != 0 && other.tag == entry.after)?;
        Some(self.text(before))
    }

    /// Credits by what it removes of the other side's open gains; of the other
    /// relations one of each rule is noted. The same move, when it waits for
    /// something, is no other entry.
    fn add_relations(&self, number: usize, told: &mut EntryReport) {
        let table = &self.assessor.table;
        for (other, it) in self.entries().iter().enumerate() {
            let Some(relation) = table.relation(number, other) else { continue };
            let is_own = it.is_ours == self.entries()[number].is_ours;
            if is_own && self.text(other) == told.move_text {
                continue;
            }
            if !is_own && relation != Relation::DutyBroken {
                if table.alive() & table.counting() & entry_bit(other) != 0 {
                    told.weight += it.value;
                    told.credits.push(CreditReport::new(self.text(other), it.value, relation));
                }
            } else if !told.notes.iter().any(|note| note.relation == relation.name()) {
                told.notes.push(NoteReport::new(self.text(other), relation));
            }
        }
    }

    /// What each step of the line does. A parry is named by the best quiet answer on
    /// the board on which all before it has been played, as far as it can be. The board
    /// at the end comes with them.
    fn steps(&self, line: &Line, values: &'static PieceValues) -> (Vec<StepReport>, Option<BoardReport>) {
        let mut board = Some(self.board.clone());
        let mut told = Vec::new();
        for step in line {
            let (does, number) = match step.choice {
                Choice::Play(number) => ("play", Some(number as usize)),
                Choice::Parry(number) => ("parry", Some(number as usize)),
                Choice::Pass => ("pass", None),
            };
            let parts = number.map(|number| &self.parts[number]);
            let delayed = if told.is_empty() { Delayed::All } else { Delayed::None };
            let answer = match (&board, parts) {
                (Some(board), Some(threat)) if does == "parry" => {
                    FullTable::new(board.clone(), values, delayed, false).answer_to(threat)
                }
                _ => None,
            };
            let played = if does == "play" { parts } else { answer.as_ref() };
            let before = board.as_ref().map(BoardReport::without_pins);
            board = board.and_then(|board| board.after_if_possible(played));
            told.push(StepReport {
                does,
                entry: number.map(|number| self.text(number)),
                answer: answer.as_ref().map(P::parts_text),
                amount: step.amount,
                parts: played.copied(),
                before,
            });
        }
        (told, board.as_ref().map(BoardReport::without_pins))
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
            .map(|entry| {
                let piece = self.map.square(entry.waits_for.trailing_zeros() as usize);
                let object = self.map.square(entry.target as usize);
                TieReport {
                    piece: P::square_text(piece),
                    object: P::square_text(object),
                    amount: entry.value - self.risk(entry.target as usize),
                    between: (piece, object),
                }
            })
            .collect()
    }
}
