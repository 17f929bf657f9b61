//! What the table holds: one file a kind of entry, read off one attack map.
//!
//! All of them are cheap. What takes longer (answers, evasions, checks and
//! threats of mate, forks with every reply tried) is in
//! [`article`](crate::article).

mod captures;
mod follow_ups;
pub(crate) mod forks;
pub(crate) mod promotions;
pub(crate) mod ties;

use super::Assessor;
use super::config::TableConfig;
use super::entry::{Entry, EntryKind, PLAYED};
use super::exchange::{Chain, Exchange};
use crate::game::attack_map::Slots;
use crate::game::{AttackMap, Board, ByColor, Color, Geometry, PieceValues, Value};

/// What is known about a board while its table is built.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, G: Geometry, B> {
    pub(super) board: &'a B,
    pub(super) map: &'a AttackMap<G>,
    /// The side to move.
    pub(super) us: Color,
    config: &'a TableConfig,
}

impl<'a, G: Geometry, B: Board<Geometry = G>> Context<'a, G, B> {
    /// A board whose attacks have been scanned.
    pub(crate) fn new(board: &'a B, map: &'a AttackMap<G>, config: &'a TableConfig) -> Self {
        Self { board, map, us: board.side_to_move(), config }
    }

    /// The pieces that may not leave their line.
    pub(super) fn pinned(&self) -> Slots {
        if self.config.pins { self.map.pinned } else { 0 }
    }

    /// The exchanges of the board.
    pub(super) fn exchange(&self, values: &'a PieceValues) -> Exchange<'a, G> {
        Exchange::new(self.map, values, self.pinned())
    }
}

impl<G: Geometry> Assessor<G> {
    /// Fills the table with the entries of both sides.
    pub(crate) fn fill<B: Board<Geometry = G>>(&mut self, context: &Context<'_, G, B>) {
        self.table.clear();
        self.next_tag = 0;
        let mut attackers_of_threats = ByColor([0; 2]);
        let mut threatened = ByColor([0; 2]);
        let promotes = context.config.promotions;
        let able = if promotes { self.able_to_promote(context) } else { 0 };
        for by in Color::ALL {
            self.add_exchanges(context, by, &mut threatened, &mut attackers_of_threats);
            self.add_promotions(context, by, able & context.map.side[by]);
        }
        if self.table.is_empty() {
            return;
        }
        if context.config.desperados {
            for by in Color::ALL {
                self.add_desperados(context, by, threatened[by], attackers_of_threats[!by]);
            }
        }
        if context.config.ties {
            self.add_ties(context);
        }
        if context.config.follow_ups {
            self.add_follow_ups(context);
        }
    }

    /// Adds an exchange as entries: each capture waits for the one before it.
    #[expect(clippy::too_many_arguments, reason = "all of them describe the one exchange")]
    pub(super) fn add_chain<B: Board<Geometry = G>>(
        &mut self,
        context: &Context<'_, G, B>,
        by: Color,
        target: usize,
        chain: &Chain,
        counts: bool,
        residue: Value,
        waits_for: Slots,
    ) {
        let square = context.map.square(target);
        let mut after = 0;
        let mut taken = target as u8;
        for (number, capture) in chain.iter().enumerate() {
            if number > 0 && capture.value <= 0 {
                break;
            }
            let goes_on = chain.get(number + 1).is_some_and(|next| next.value > 0);
            let tag = if goes_on { self.new_tag() } else { 0 };
            self.table.add(Entry {
                kind: EntryKind::Capture,
                value: capture.value,
                first: capture.gain,
                residue: if number == 0 { residue } else { 0 },
                is_ours: (by == context.us) == (number % 2 == 0),
                mover: capture.slot,
                target: taken,
                to: square.raw(),
                after,
                tag,
                waits_for: if number == 0 { waits_for } else { 0 },
                saves: 0,
                counts: counts || number > 0,
                ..Entry::default()
            });
            after = tag;
            taken = capture.slot;
        }
    }

    pub(super) const fn new_tag(&mut self) -> u8 {
        self.next_tag = self.next_tag.wrapping_add(1);
        if self.next_tag == 0 || self.next_tag == PLAYED {
            self.next_tag = 1;
        }
        self.next_tag
    }
}
