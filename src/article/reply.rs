//! What is left of a move's threats after the best reply.
//!
//! New gains are differences of swap-off maps against the board of the table,
//! so what hangs already counts for nothing here, and what the move saves is
//! credited elsewhere. After the reply one capture is tried, the rest is taken
//! in turns ([`switch_sum`]).

use arrayvec::ArrayVec;

use crate::game::attack_map::slots;
use crate::game::{Board, Color, Geometry, MoveParts, Square, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, is_mated, mate_in_one};
use super::moves::any_move;
use super::scanned::ScannedBoard;
use super::threats::Builder;
use crate::soma::look_ahead::switch_sum;

/// The most new gains that matter at once.
const MAX_GAINS: usize = 16;

/// Something a side can win that it could not before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) value: Value,
    /// Where.
    on: Square,
    /// With the piece on this square.
    by: Square,
}

/// A move, the reply to it, and whether that leaves us under a threat of mate.
#[derive(Clone, Copy, Debug)]
struct AfterReply<'m> {
    m: &'m MoveParts,
    reply: Option<&'m MoveParts>,
    threatened: bool,
}

pub(super) type Gains = ArrayVec<Gain, MAX_GAINS>;

impl<G: Geometry> Builder<'_, G> {
    /// What could be won of a side's piece on a square of the table's board.
    pub(super) fn level(&self, sq: Square, owner: Color) -> Value {
        if self.view.board.by_color(owner).contains(sq) { self.relations.at_risk[sq.index()] } else { 0 }
    }

    /// What a move leads to beyond its own gain when the opponent replies as
    /// well as he can; no further than to `enough`, if a reply reaches it.
    pub(super) fn after_best_reply(&self, m: &MoveParts, enough: Value) -> Value {
        let (us, them) = (self.us, !self.us);
        let board = self.view.board.after(us, m);
        let in_check = board.is_in_check(them);
        let mates = !in_check && mate_in_one(&board, us).is_some();
        let mut least = if in_check {
            Value::MAX
        } else if mates {
            MATE_GAIN
        } else {
            self.standing(board.with_turn(us), &AfterReply { m, reply: None, threatened: false })
        };
        any_move(&board, &mut |reply| {
            let next = board.after(them, reply);
            let value = if is_mated(&next) {
                -MATE_GAIN
            } else if mates && mate_in_one(&next, us).is_some() {
                MATE_GAIN
            } else {
                // A quiet move that lets us be mated is refuted by the mate; a
                // check only puts it off.
                let threatened = in_check && !next.is_in_check(us) && mate_in_one(&next, them).is_some();
                let exchange = AfterReply { m, reply: Some(reply), threatened };
                self.standing(next, &exchange) - self.reply_gain(m, reply)
            };
            least = least.min(value);
            least <= enough
        });
        if least == Value::MAX { MATE_GAIN } else { least }
    }

    /// What a reply wins at once that could not be won before. The piece that
    /// moved is at a new risk: its old one is credited to the move.
    fn reply_gain(&self, m: &MoveParts, reply: &MoveParts) -> Value {
        let values = self.view.values;
        let taken = reply.captured.map_or(0, |(sq, pt)| {
            let before = if sq == m.to { 0 } else { self.level(sq, self.us) };
            (values.capture(pt) - before).max(0)
        });
        let open = match reply.from {
            Some(from) if self.view.board.by_color(!self.us).contains(from) => {
                self.relations.promotion[from.index()]
            }
            _ => 0,
        };
        taken + (values.board(reply.becomes) - values.board(reply.piece) - open).max(0)
    }

    /// How a board stands for us, who are to move, by what has come up since
    /// the board of the table: the best capture, or a quiet move, and the
    /// rest in turns.
    fn standing(&self, board: MiniBoard<G>, exchange: &AfterReply<'_>) -> Value {
        let AfterReply { m, reply, threatened } = *exchange;
        let view = ScannedBoard::new(board, self.view.values);
        // A piece of theirs that has run takes its old level along.
        let mut own = Self::new_gains(&view, self.us, |sq| match reply {
            Some(MoveParts { from: Some(from), to, .. }) if *to == sq => self.level(*from, !self.us),
            _ => self.level(sq, !self.us),
        });
        let mut opp =
            Self::new_gains(&view, !self.us, |sq| if sq == m.to { 0 } else { self.level(sq, self.us) });
        self.add_next_promotion(&view, m, &mut own);
        if let Some(reply) = reply {
            self.add_next_promotion(&view, reply, &mut opp);
        }
        let checkers = view.checkers(self.us);
        let rest = |taken: Option<&Gain>| {
            let ours: ArrayVec<Value, MAX_GAINS> = own
                .iter()
                .filter(|g| taken.is_none_or(|t| g.on != t.on && g.by != t.by))
                .map(|g| g.value)
                .collect();
            let theirs: ArrayVec<Value, MAX_GAINS> = opp
                .iter()
                .filter(|g| taken.is_none_or(|t| g.on != t.by && g.by != t.on))
                .map(|g| g.value)
                .collect();
            (ours, theirs)
        };
        // A check or a threat of mate must be met first.
        let urgent = checkers != 0 || threatened;
        let (ours, theirs) = rest(None);
        let mut best = switch_sum(&ours, &theirs, !urgent);
        for gain in &own {
            let meets_check = slots(checkers).all(|slot| view.map.square(slot) == gain.on);
            if !meets_check || threatened && self.lets_mate(&view.board, gain) {
                continue;
            }
            let (ours, theirs) = rest(Some(gain));
            best = best.max(gain.value + switch_sum(&ours, &theirs, false));
        }
        best
    }

    /// Whether the opponent mates in one after we take this gain; a promotion
    /// is thought to let him.
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
        let before = m.from.map_or(0, |from| self.relations.promotion[from.index()]);
        if let Some((gain, _)) = view.best_promotion(m.to)
            && gain > before
        {
            let _ = gains.try_push(Gain { value: gain - before, on: m.to, by: m.to });
        }
    }

    /// What a side can newly win on a board; `before` says what could be won
    /// on a square before.
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
