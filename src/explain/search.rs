//! The search's own table, told: its numbers are those that play.

use super::wide::{self, Wider};
use super::{
    BoardReport, CreditReport, EntryReport, Explanation, Iteration, Look, NoteReport, StepReport, TieReport,
    WIDE_WIDTH,
};
use crate::article::board::MiniBoard;
use crate::article::table::{Delayed, FullTable};
use crate::article::xref::Flags;
use crate::game::{AttackMap, Color, Geometry, MoveParts, Notation, ValuePreset};
use crate::soma::entry::{Entry, entry_bit};
use crate::soma::look_ahead::{Choice, Line};
use crate::soma::relation::Relation;
use crate::soma::{Assessor, TableConfig, WholeAssessor};

/// Everything about the table that the search makes of a position of its principal variation by these values, and below
/// it what only the wide look knows; `width` entries are tried at each ply of the look-ahead if it is given. Nothing in
/// check, where the search does not assess.
pub(super) fn explain<P: Notation>(
    position: &P,
    preset: ValuePreset,
    width: Option<u32>,
) -> Option<Explanation> {
    if position.in_check() {
        return None;
    }
    let (us, values) = (position.side_to_move(), P::Geometry::values(preset));
    let mut map = AttackMap::new();
    map.build(position, values);
    let config = TableConfig::of_game::<P::Geometry>();
    let width = width.map_or(config.width, |width| width as i32);
    let config = TableConfig { width, ..config.self_contained() };
    let mut whole = WholeAssessor::new(values);
    let (found, line) = whole.assess_with_line(&mut position.clone(), &map, &config);
    let assessor = whole.assessor;
    let (wide, first) = wide::explain(position, Look::Wide, preset, WIDE_WIDTH);
    let told = Told::<P> {
        us,
        board: MiniBoard::new(position),
        parts: assessor.table.entries().iter().map(|entry| assessor.parts(&map, entry)).collect(),
        all: assessor.table.entries(),
        map: &map,
        assessor: &assessor,
        // The wide look has a first table in every position.
        flagged: &wide.iterations[0].entries,
    };
    let (entries, ties) = (told.entries(), told.ties());
    let (steps, end) = told.steps(&line, first);
    let mut line: Vec<String> = steps.iter().map(StepReport::as_move).collect();
    if line.is_empty() {
        line.push("pass".to_owned());
    }
    let wider = Wider::beyond(&entries, &ties, wide);
    let mut doubts = wider.doubts();
    if found.open.0.iter().any(|&open| open > 1) {
        doubts.insert(0, "several tactical moves stand open");
    }
    Some(Explanation {
        game: P::GAME,
        position: position.text(),
        values: preset.name(),
        look: Look::Search.name(),
        iterations: vec![Iteration {
            side: us.name(),
            entries,
            ties,
            chosen: line[0].clone(),
            board: BoardReport::new(position, &map),
        }],
        line,
        steps,
        end,
        net: found.net,
        assessed: found.value,
        if_we_parry: found.if_we_parry,
        confidence: found.confidence(us, wider.overlooked(us, found.net), assessor.values()),
        doubts,
        wider: Some(wider),
    })
}

/// A table while it is told.
struct Told<'a, P: Notation> {
    us: Color,
    board: MiniBoard<P::Geometry>,
    all: &'a [Entry],
    map: &'a AttackMap<P::Geometry>,
    assessor: &'a Assessor<P::Geometry>,
    parts: Vec<MoveParts>,
    /// The first table of the wide look, which knows all flags.
    flagged: &'a [EntryReport],
}

impl<P: Notation> Told<'_, P> {
    fn owner(&self, entry: &Entry) -> Color {
        if entry.is_ours { self.us } else { !self.us }
    }

    fn text(&self, number: usize) -> String {
        P::parts_text(&self.parts[number])
    }

    /// The entries in words, those that wait for something last.
    fn entries(&self) -> Vec<EntryReport> {
        let mut told: Vec<EntryReport> = (0..self.parts.len()).map(|number| self.entry(number)).collect();
        told.sort_by_key(|e| (e.waits_for.is_some(), -e.weight));
        told
    }

    fn entry(&self, number: usize) -> EntryReport {
        let (entry, parts) = (&self.all[number], &self.parts[number]);
        let side = self.owner(entry);
        let waits_for = self.waited_for(entry);
        let is_open = waits_for.is_none();
        let mut flags = Flags::empty();
        flags.set(Flags::ACTIVE, is_open);
        flags.set(Flags::DROP, parts.from.is_none());
        flags.set(Flags::CHECK, is_open && self.board.after(side, parts).is_in_check(!side));
        let mut told = EntryReport::new::<P>(side, entry, parts, entry.value, flags);
        let same = |e: &&EntryReport| (e.side, &e.move_text) == (told.side, &told.move_text);
        if let Some(known) = self.flagged.iter().find(same).filter(|_| is_open) {
            told.flags.clone_from(&known.flags);
            told.columns.clone_from(&known.columns);
        }
        told.waits_for = waits_for;
        self.add_relations(number, &mut told);
        told
    }

    /// The move after which an entry can be played, or the square of the piece that must leave.
    fn waited_for(&self, entry: &Entry) -> Option<String> {
        if entry.waits_for != 0 {
            let piece = entry.waits_for.trailing_zeros() as usize;
            return Some(P::square_text(self.map.square(piece)));
        }
        let before = |other: &Entry| entry.after != 0 && other.tag == entry.after;
        self.all.iter().position(before).map(|number| self.text(number))
    }

    /// Credits by what it removes of the other side's open gains; of the other relations one of each rule is noted. The
    /// same move, when it waits for something, is no other entry.
    fn add_relations(&self, number: usize, told: &mut EntryReport) {
        let table = &self.assessor.table;
        let is_open = |other: usize| table.alive() & table.counting() & entry_bit(other) != 0;
        for (other, it) in table.entries().iter().enumerate() {
            let Some(relation) = table.relation(number, other) else { continue };
            let is_own = it.is_ours == table.entries()[number].is_ours;
            if is_own && self.text(other) == told.move_text {
                continue;
            }
            if is_own || relation == Relation::DutyBroken {
                if !told.notes.iter().any(|note| note.relation == relation.name()) {
                    told.notes.push(NoteReport::new(self.text(other), relation));
                }
            } else if is_open(other) {
                told.weight += it.value;
                told.credits.push(CreditReport::new(self.text(other), it.value, relation));
            }
        }
    }

    /// What each step of the line does, and the board after it as far as it can be played. A parry is named by the best
    /// quiet answer on its board; the wide look has made the table of the `first` one.
    fn steps(
        &self,
        line: &Line,
        mut first: Option<FullTable<P::Geometry>>,
    ) -> (Vec<StepReport>, Option<BoardReport>) {
        let mut board = Some(self.board.clone());
        let mut told = Vec::new();
        for step in line {
            let wide = first.take();
            let (does, number) = match step.choice {
                Choice::Play(number) => ("play", Some(number as usize)),
                Choice::Parry(number) => ("parry", Some(number as usize)),
                Choice::Pass => ("pass", None),
            };
            let parts = number.map(|number| &self.parts[number]);
            let answer = match (&board, parts) {
                (Some(board), Some(threat)) if does == "parry" => {
                    let values = self.assessor.values();
                    let later = || FullTable::new(board.clone(), values, Delayed::None, false);
                    wide.unwrap_or_else(later).answer_to(threat)
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

    /// What comes loose when a piece leaves what it guards.
    fn ties(&self) -> Vec<TieReport> {
        let map = self.map;
        let waiting = self.all.iter().filter(|entry| entry.waits_for != 0);
        let ties = waiting.filter_map(|entry| {
            let (piece, target) = (entry.waits_for.trailing_zeros() as usize, entry.target as usize);
            let (from, object) = (map.square(piece), map.square(target));
            // What the exchange on its square wins of what is guarded.
            let is_attacked = map.attackers(object) & map.side[!map.piece(target).color()] != 0;
            let risk = if is_attacked { self.assessor.at_risk[target] } else { 0 };
            (map.piece(piece).color() != self.owner(entry)).then(|| TieReport {
                piece: P::square_text(from),
                object: P::square_text(object),
                amount: entry.value - risk,
                between: (from, object),
            })
        });
        ties.collect()
    }
}
