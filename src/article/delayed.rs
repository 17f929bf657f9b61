//! A4: moves that win nothing at once and threaten more than one answer can
//! meet: forks by moves and by drops, the king among the targets or not;
//! skewers; attacks on pieces that cannot leave; discovered attacks; checks;
//! threats of mate.
//!
//! All of them are one question: what can be won after the move that could
//! not be won before, and how much of it is left after the best reply? A first
//! look at every quiet move is taken on the board after it; the promising ones are then
//! tried against every legal reply (`reply`).

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::game::{Board, Geometry, MoveParts, SquareSet, Value};

use super::credits::through;
use super::mate::{MATE_GAIN, mate_in_one};
use super::moves::{any_move, drops};
use super::scan::ScannedBoard;
use super::table::{Builder, Delayed};
use super::ties::Stakes;
use super::xref::{Credit, Flags, OWN_NUMBER, Xref, XrefRow};
use crate::soma::entry::{Entry, EntryKind};
use crate::soma::relation::Relation;

/// How many moves are tried against every reply.
const TRIED: usize = 24;
/// How many of them the table keeps.
const KEPT: usize = 8;
/// How many checks that win nothing the table shows.
const SHOWN_CHECKS: i32 = 4;
/// How many moves that only promote next.
const SHOWN_PROMOTIONS: i32 = 2;

/// What a first look at a move shows.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    parts: MoveParts,
    most: Value,
    /// What could still be won when the largest gain is saved: the second
    /// largest, or the largest if the move gives check.
    second: Value,
    /// How many pieces it attacks newly, those behind them on a line included.
    targets: u32,
    checks: bool,
    threatens_mate: bool,
}

impl Candidate {
    /// What is tried first: checks before all but mate threats, as they leave few replies.
    const fn rank(&self) -> (bool, bool, Value) {
        (self.threatens_mate, self.checks, self.most)
    }

    /// Whether it attacks nothing and only promotes next.
    const fn only_promotes(&self) -> bool {
        self.targets == 0 && !self.checks && !self.threatens_mate
    }
}

impl<G: Geometry> Builder<'_, G> {
    /// Adds the moves that win nothing at once.
    pub(super) fn add_delayed(&self, xref: &mut Xref) {
        if self.delayed == Delayed::None {
            return;
        }
        let mut found: ArrayVec<Candidate, TRIED> = ArrayVec::new();
        any_move(&self.view.board, &mut |m| {
            if let Some(candidate) = self.candidate(m) {
                keep_best(&mut found, candidate);
            }
            false
        });
        found.sort_unstable_by_key(|p| Reverse(p.rank()));
        let mut rows: ArrayVec<XrefRow, TRIED> = ArrayVec::new();
        let mut checks = 0;
        let mut promotions = 0;
        for candidate in &found {
            let after = self.view.after(self.us, &candidate.parts);
            let mut row = self.delayed_row(candidate, &after);
            let wins = row.entry.value >= self.least();
            let shown = if wins {
                promotions += i32::from(candidate.only_promotes());
                !candidate.only_promotes() || promotions <= SHOWN_PROMOTIONS
            } else {
                row.entry.kind = EntryKind::Check;
                let safe = candidate.checks && row.entry.value >= 0;
                checks += i32::from(safe);
                safe && checks <= SHOWN_CHECKS
            };
            if !shown {
                continue;
            }
            row.add_credits(self.credits(xref, &row, &after));
            rows.push(row);
        }
        rows.sort_unstable_by_key(|row| Reverse(row.weight));
        for row in rows.into_iter().take(KEPT) {
            xref.add(row);
        }
    }

    /// The least new gain that counts: a pawn on the board.
    fn least(&self) -> Value {
        self.view.values.board(self.view.values.rising()[0])
    }

    /// R12: credits an own move with the new threats it makes besides.
    pub(super) fn add_new_threats(&self, row: &mut XrefRow, after: &ScannedBoard<G>) {
        if self.delayed != Delayed::All || row.is_mate() || row.side != self.us {
            return;
        }
        let Entry { value, first, .. } = row.entry;
        let mut amount = self.drop_after_exchange(after, row);
        if self.first_look(after, &row.parts).is_some() {
            let all = first + self.after_best_reply(&row.parts, value - first);
            amount = amount.max(all - value);
        }
        if amount >= self.least() {
            row.add_credits([Credit { from: OWN_NUMBER, amount, relation: Relation::NewThreats }]);
        }
    }

    /// What a drop of the piece just won threatens once it has been retaken, if that ends the exchange.
    fn drop_after_exchange(&self, after: &ScannedBoard<G>, row: &XrefRow) -> Value {
        let (us, them, to) = (self.us, !self.us, row.parts.to);
        let Some((_, won)) = row.parts.captured.filter(|_| G::DROPS) else { return 0 };
        let attackers = after.map.attackers(to);
        let Some(taker) = after.exchange().capturer(None, them, to, attackers) else { return 0 };
        if !row.flags.contains(Flags::SENTE) || (attackers & after.map.side[us]) != 0 {
            return 0;
        }
        let (taker, from) = (after.map.piece(taker), after.map.square(taker));
        let retakes = MoveParts::of_piece::<G>(taker, from, to, Some((to, row.parts.becomes)));
        let view = after.after(them, &retakes);
        let stakes = Stakes::of(&view);
        let builder = Builder::new(&view, &stakes, Delayed::None);
        drops(&view.board, us, G::base(won))
            .squares()
            .filter_map(|to| builder.candidate(&MoveParts::drop_on(G::base(won), to)))
            .map(|found| found.second)
            .max()
            .unwrap_or(0)
    }

    /// The row of a move that promises something.
    fn delayed_row(&self, candidate: &Candidate, after: &ScannedBoard<G>) -> XrefRow {
        let kind = match candidate {
            Candidate { threatens_mate: true, .. } => EntryKind::MateThreat,
            Candidate { targets: 2.., .. } | Candidate { targets: 1, checks: true, .. } => EntryKind::Fork,
            _ => EntryKind::Immobile,
        };
        let mut row = self.valued(kind, candidate.parts, after);
        row.flags |= Flags::DELAYED;
        row.entry.value = self.after_best_reply(&candidate.parts, -1);
        row.weight = row.entry.value;
        row
    }

    /// Whether a quiet move is worth trying.
    fn candidate(&self, m: &MoveParts) -> Option<Candidate> {
        if m.captured.is_some() || m.is_promotion() {
            return None;
        }
        let after = self.view.after(self.us, m);
        let found = self.first_look(&after, m)?;
        let bold = self.view.values.capture(self.view.values.rising()[0]);
        (after.swap_off(m.to, !self.us) <= bold).then_some(found)
    }

    /// What can be won after a move that was safe before.
    fn first_look(&self, after: &ScannedBoard<G>, m: &MoveParts) -> Option<Candidate> {
        let them = after.board.by_color(!self.us);
        let attacks = after.map.attacks(after.map.slot_on(m.to));
        let checks = after.checkers(!self.us) != 0;
        let threatens_mate =
            !checks && self.nears_king(attacks) && mate_in_one(&after.board, self.us).is_some();
        let mut gains = Self::new_gains(after, self.us, |sq| self.risk_before(sq, !self.us));
        let targets = gains.len() as u32;
        self.add_next_promotion(after, m, &mut gains);
        gains.sort_unstable_by_key(|gain| Reverse(gain.value));
        // What stands behind the first piece on a line of a slider (skewers).
        let behind = (attacks & them)
            .squares()
            .fold(G::Bitboard::EMPTY, |behind, first| behind | through(after, m.to, first) & them);
        let worth = |sq| {
            let pt = after.piece_at(sq).piece_type();
            if pt == G::KING { 0 } else { self.view.values.capture(pt) }
        };
        let mate = if threatens_mate { MATE_GAIN } else { 0 };
        let most = gains.iter().map(|gain| gain.value).chain(behind.squares().map(worth)).sum::<Value>();
        let found = Candidate {
            parts: *m,
            most: most + mate,
            second: gains.get(usize::from(!checks)).map_or(0, |gain| gain.value),
            targets: targets + behind.len(),
            checks,
            threatens_mate,
        };
        (found.most > 0 || checks).then_some(found)
    }

    /// Whether these attacks reach the other king or a square beside it.
    fn nears_king(&self, attacks: G::Bitboard) -> bool {
        self.view.board.king(!self.us).is_some_and(|king| {
            let zone = G::steps_from(G::KING, self.us, king) | G::Bitboard::of(king);
            !(attacks & zone).is_empty()
        })
    }
}

/// Adds a candidate, in the place of the poorest if there is no room.
fn keep_best(found: &mut ArrayVec<Candidate, TRIED>, candidate: Candidate) {
    if let Err(full) = found.try_push(candidate)
        && let Some(poorest) = found.iter_mut().min_by_key(|p| p.rank())
        && poorest.rank() < full.element().rank()
    {
        *poorest = full.element();
    }
}
