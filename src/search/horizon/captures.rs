//! The simple capture searches: one loop, and what each strategy allows in it.

use arrayvec::ArrayVec;

use crate::game::{self, Evasions, INFINITE, MAX_MOVES, MoveList, Position, Value};
use crate::search::worker::Worker;

/// More captures in a row than any line has.
const ENDLESS: i32 = i32::MAX;

/// What a capture search may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CapturePolicy {
    /// Whether a side may decline all captures: the evaluation is a lower bound.
    stands_pat: bool,
    /// Whether only captures back onto the square of the last move are tried.
    only_back: bool,
    /// Captures in a row after which the position is evaluated as it stands.
    plies: i32,
}

impl CapturePolicy {
    /// Every capture.
    pub const ALL: Self = Self { stands_pat: true, only_back: false, plies: ENDLESS };
    /// Captures back only.
    pub(crate) const BACK: Self = Self { only_back: true, ..Self::ALL };

    /// Nobody may decline, so the value is that of a game in which captures are compulsory.
    ///
    /// In chess such a line ends by itself after at most thirty captures. In shogi it ends
    /// too, as no drop is a capture, but late positions have dozens of captures at every
    /// step; hence the limit.
    pub const fn compulsory(plies: i32) -> Self {
        Self { stands_pat: false, only_back: false, plies }
    }
}

/// The position has no legal move.
struct NoMoves;

impl<P: Position> Worker<P> {
    /// Searches captures as a policy allows. Check means nothing special but that only
    /// captures which answer it are legal.
    pub(super) fn search_captures(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        policy: CapturePolicy,
    ) -> Value {
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        let Ok(mut moves) = self.capture_list() else { return self.no_moves(ply) };
        let mut best = -INFINITE;
        if policy.stands_pat || policy.plies == 0 || moves.is_empty() {
            best = self.evaluate();
            if !policy.stands_pat || best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        if policy.only_back {
            let last_to = self.last_to(ply);
            moves.retain(|&mut (_, m)| last_to == Some(self.position.parts(m).to));
        }
        let next = CapturePolicy { plies: policy.plies - 1, ..policy };
        let mut moves = moves.into_iter();
        let best = self.best_of(
            |_| moves.next().map(|(_, m)| m),
            best,
            alpha,
            beta,
            ply,
            |worker, alpha, beta, ply| worker.search_captures(alpha, beta, ply, next),
        );
        best.max(-INFINITE + 1)
    }

    /// All legal captures, the most valuable victim first, with a bonus for the cheaper
    /// attacker (MVV/LVA).
    ///
    /// # Errors
    /// In check without an answer.
    fn capture_list(&self) -> Result<ArrayVec<(Value, P::Move), MAX_MOVES>, NoMoves> {
        let position = &self.position;
        let mut list = MoveList::new();
        if position.in_check() {
            position.generate::<Evasions>(&mut list);
            if list.is_empty() {
                return Err(NoMoves);
            }
        } else {
            position.generate::<game::Captures>(&mut list);
        }
        let score = |m| {
            let parts = position.parts(m);
            let victim = parts.captured.map_or(0, |(_, pt)| self.values.board(pt));
            victim + (victim - self.values.board(parts.piece)).max(0)
        };
        let mut scored: ArrayVec<(Value, P::Move), MAX_MOVES> =
            list.into_iter().filter(|&m| position.is_capture(m)).map(|m| (score(m), m)).collect();
        scored.sort_unstable_by_key(|&(score, _)| -score);
        Ok(scored)
    }
}
