//! A4, the second half: what is left of a move's threats after the best reply.
//!
//! Of a move that wins nothing at once, such as a fork, every legal reply is tried, and after
//! it one capture of ours; the rest is taken in turns ([`switch_sum`]).
//!
//! Only what is *new* counts: gains are differences against the board of the table. What
//! hangs there already counts for nothing here, and what the move saves is credited elsewhere (B2).

use arrayvec::ArrayVec;

use crate::game::attack_map::slots;
use crate::game::{Board, Color, Geometry, MoveParts, Square, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, is_mated, mate_in_one};
use super::moves::any_move;
use super::scan::ScannedBoard;
use super::table::Builder;
use crate::soma::look_ahead::switch_sum;

/// The most new gains that matter at once.
const MAX_GAINS: usize = 16;

/// Something a side can win that it could not before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) value: Value,
    on: Square,
    /// With the piece on this square: the same in a promotion.
    by: Square,
}

pub(super) type Gains = ArrayVec<Gain, MAX_GAINS>;

/// What both sides can newly win.
#[derive(Debug)]
struct NewGains {
    own: Gains,
    opp: Gains,
}

impl NewGains {
    /// What they come to for us, taken in turns; we or they begin.
    fn in_turns(&self, we_begin: bool) -> Value {
        let values = |gains: &Gains| gains.iter().map(|gain| gain.value).collect::<ArrayVec<_, MAX_GAINS>>();
        switch_sum(&values(&self.own), &values(&self.opp), we_begin)
    }

    /// What is left of them when we have taken one: the piece that took takes nothing else and
    /// is taken no more where it was; the piece that it took neither takes nor is taken again.
    fn without(&self, taken: &Gain) -> Self {
        let own = self.own.iter().filter(|gain| gain.on != taken.on && gain.by != taken.by);
        let opp = self.opp.iter().filter(|gain| gain.on != taken.by && gain.by != taken.on);
        Self { own: own.copied().collect(), opp: opp.copied().collect() }
    }
}

impl<G: Geometry> Builder<'_, G> {
    /// What a move leads to beyond its own gain when the opponent replies as
    /// well as he can; no further than to `enough`, if a reply reaches it.
    pub(super) fn after_best_reply(&self, m: &MoveParts, enough: Value) -> Value {
        let board = self.view.board.after(self.us, m);
        let checks = board.is_in_check(!self.us);
        let mates = !checks && mate_in_one(&board, self.us).is_some();
        // The opponent may pass, unless he is in check.
        let mut least = match (checks, mates) {
            (true, _) => Value::MAX,
            (_, true) => MATE_GAIN,
            _ => self.standing(board.with_turn(self.us), m, None, false),
        };
        any_move(&board, &mut |reply| {
            let next = board.after(!self.us, reply);
            least = least.min(self.after_reply(next, m, reply, checks, mates));
            least <= enough
        });
        // A check without an answer mates.
        if least == Value::MAX { MATE_GAIN } else { least }
    }

    /// What a reply leaves of a move that gives check, threatens mate, or does neither.
    /// `next` is the board after both.
    fn after_reply(
        &self,
        next: MiniBoard<G>,
        m: &MoveParts,
        reply: &MoveParts,
        checks: bool,
        mates: bool,
    ) -> Value {
        if is_mated(&next) {
            return -MATE_GAIN;
        }
        if mates && mate_in_one(&next, self.us).is_some() {
            return MATE_GAIN;
        }
        // A quiet move that lets us be mated is refuted by the mate; a check only puts it off.
        let threatened = checks && !next.is_in_check(self.us) && mate_in_one(&next, !self.us).is_some();
        self.standing(next, m, Some(reply), threatened) - self.gain_of_reply(m, reply)
    }

    /// What a reply wins at once that could not be won before. The piece that
    /// moved is at a new risk: its old one is credited to the move.
    fn gain_of_reply(&self, m: &MoveParts, reply: &MoveParts) -> Value {
        let values = self.view.values;
        let taken = reply.captured.map_or(0, |(sq, pt)| {
            let before = if sq == m.to { 0 } else { self.risk_before(sq, self.us) };
            (values.capture(pt) - before).max(0)
        });
        let open = match reply.from {
            Some(from) if self.view.board.by_color(!self.us).contains(from) => {
                self.stakes.promotion[from.index()]
            }
            _ => 0,
        };
        taken + (values.board(reply.becomes) - values.board(reply.piece) - open).max(0)
    }

    /// How a board stands for us, who are to move, by what has come up since
    /// the board of the table: the best of taking one gain, or nothing, and then the
    /// rest in turns. `threatened` is said of a mate.
    fn standing(
        &self,
        board: MiniBoard<G>,
        m: &MoveParts,
        reply: Option<&MoveParts>,
        threatened: bool,
    ) -> Value {
        let view = ScannedBoard::new(board, self.view.values);
        let gains = self.gains_since(&view, m, reply);
        let checkers = view.checkers(self.us);
        // A check or a threat of mate must be met first.
        let mut best = gains.in_turns(checkers == 0 && !threatened);
        for gain in &gains.own {
            let meets_check = slots(checkers).all(|slot| view.map.square(slot) == gain.on);
            if meets_check && !(threatened && self.lets_mate(&view.board, gain)) {
                best = best.max(gain.value + gains.without(gain).in_turns(false));
            }
        }
        best
    }

    /// What both sides can win after a move and a reply that they could not win on the board of the table.
    fn gains_since(&self, view: &ScannedBoard<G>, m: &MoveParts, reply: Option<&MoveParts>) -> NewGains {
        // A piece of theirs that has run takes its old risk along.
        let theirs_before = |sq| match reply {
            Some(MoveParts { from: Some(from), to, .. }) if *to == sq => self.risk_before(*from, !self.us),
            _ => self.risk_before(sq, !self.us),
        };
        let ours_before = |sq| if sq == m.to { 0 } else { self.risk_before(sq, self.us) };
        let mut own = Self::new_gains(view, self.us, theirs_before);
        let mut opp = Self::new_gains(view, !self.us, ours_before);
        self.add_next_promotion(view, m, &mut own);
        if let Some(reply) = reply {
            self.add_next_promotion(view, reply, &mut opp);
        }
        NewGains { own, opp }
    }

    /// What could be won of a side's piece on a square of the table's board.
    pub(super) fn risk_before(&self, sq: Square, owner: Color) -> Value {
        if self.view.board.by_color(owner).contains(sq) { self.stakes.at_risk[sq.index()] } else { 0 }
    }

    /// Whether the opponent mates in one after we take this gain; a promotion is thought to let him.
    fn lets_mate(&self, board: &MiniBoard<G>, gain: &Gain) -> bool {
        if gain.on == gain.by {
            return true;
        }
        let (Some(taker), Some(victim)) = (board.piece_on(gain.by), board.piece_on(gain.on)) else {
            return false;
        };
        let captured = Some((gain.on, victim.piece_type()));
        let parts = MoveParts::of_piece::<G>(taker, gain.by, gain.on, captured);
        mate_in_one(&board.after(self.us, &parts), !self.us).is_some()
    }

    /// Adds what a piece that has just moved gains by promoting next, if it
    /// could not before and still stands there.
    pub(super) fn add_next_promotion(&self, view: &ScannedBoard<G>, m: &MoveParts, gains: &mut Gains) {
        if !view.map.occupied.contains(m.to) || view.piece_at(m.to).piece_type() != m.becomes {
            return;
        }
        let before = m.from.map_or(0, |from| self.stakes.promotion[from.index()]);
        if let Some((gain, _)) = view.best_promotion(m.to)
            && gain > before
        {
            let _ = gains.try_push(Gain { value: gain - before, on: m.to, by: m.to });
        }
    }

    /// What a side can newly win on a board; `before` says what could be won on a square before.
    pub(super) fn new_gains(view: &ScannedBoard<G>, side: Color, before: impl Fn(Square) -> Value) -> Gains {
        let mut gains = Gains::new();
        for on in (view.board.by_color(!side) & view.map.attacked[side]).squares() {
            let value = view.swap_off(on, side) - before(on);
            if value > 0
                && let Some(slot) = view.exchange().capturer(None, side, on, view.map.attackers(on))
            {
                let _ = gains.try_push(Gain { value, on, by: view.map.square(slot) });
            }
        }
        gains
    }
}
