//! Hands out the moves of a node, the promising ones first and no more than
//! are asked for.

use crate::game::{
    BitboardOf, Captures, Evasions, MAX_MOVES, MoveList, PieceValues, Position, Quiets, Square, SquareSet,
    see::see_ge,
};

use super::history::{CaptureKey, Earlier, History, MAX_HISTORY, QuietKey};

/// Beyond every history score.
const KILLER_BONUS: i32 = 4 * MAX_HISTORY;
/// How much the value of the victim counts against capture history.
const VICTIM_WEIGHT: i32 = 7;
/// Exchange losses that still count as good captures, as divisor of the score.
const SCORE_TO_LOSS: i32 = 64;

/// Which moves come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hash,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// What orders the moves of a node.
#[derive(Clone, Copy, Debug)]
pub struct Ordering<'a, P: Position> {
    /// What moves did before.
    pub history: &'a History,
    /// The earlier moves.
    pub before: Earlier,
    /// Quiet moves that did well at this ply.
    pub killers: [u16; 2],
    /// What captures win.
    pub values: &'a PieceValues,
    /// Where the piece stands that the opponent would take.
    pub threatened: Option<Square>,
    /// What a quiet move of that piece gets beside its history.
    pub escape_bonus: i32,
    /// What a check that loses no material gets.
    pub check_bonus: i32,
    /// The squares that the opponent attacks, as far as they count.
    pub attacked: BitboardOf<P>,
}

impl<'a, P: Position> Ordering<'a, P> {
    /// By history alone.
    pub fn plain(history: &'a History, before: Earlier, values: &'a PieceValues) -> Self {
        Self {
            history,
            before,
            killers: [0; 2],
            values,
            threatened: None,
            escape_bonus: 0,
            check_bonus: 0,
            attacked: BitboardOf::<P>::EMPTY,
        }
    }
}

/// The moves of one node.
#[derive(Debug)]
pub(crate) struct MovePicker<P: Position> {
    stage: Stage,
    hash: Option<P::Move>,
    moves: MoveList<P::Move>,
    scores: arrayvec::ArrayVec<i32, MAX_MOVES>,
    next: usize,
    bad: MoveList<P::Move>,
    next_bad: usize,
    /// Whether only captures are wanted.
    tactical_only: bool,
    /// Whether those that lose material stand among the others.
    mixed: bool,
}

impl<P: Position> MovePicker<P> {
    /// All moves.
    #[inline]
    pub fn new(position: &P, hash: Option<P::Move>) -> Self {
        Self::start(position, hash, false, false)
    }

    /// All moves, or, with `tactical_only` and unless in check, captures and
    /// promotions; with `mixed` those that lose material not after the others, for who asks for the exchange
    /// of each anyway. (One place that makes the lists, and none that moves them: they are long.)
    #[inline]
    pub fn start(position: &P, hash: Option<P::Move>, tactical_only: bool, mixed: bool) -> Self {
        let in_check = position.in_check();
        let tactical_only = tactical_only && !in_check;
        let hash = hash.filter(|&m| !tactical_only || position.is_tactical(m));
        let stage = match (hash, in_check) {
            (Some(_), _) => Stage::Hash,
            (None, true) => Stage::GenerateEvasions,
            (None, false) => Stage::GenerateCaptures,
        };
        Self {
            stage,
            hash,
            moves: MoveList::new(),
            scores: arrayvec::ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
            tactical_only,
            mixed,
        }
    }

    /// Drops the quiet moves that are still to come.
    pub(crate) const fn skip_quiets(&mut self) {
        self.tactical_only = true;
    }

    /// The next move, if there is one left.
    pub fn next(&mut self, position: &P, order: &Ordering<'_, P>) -> Option<P::Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage =
                        if position.in_check() { Stage::GenerateEvasions } else { Stage::GenerateCaptures };
                    return self.hash;
                }
                Stage::GenerateCaptures => {
                    position.generate::<Captures>(&mut self.moves);
                    self.score_captures(position, order);
                    self.pad_scores();
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some((m, score)) => {
                        if self.mixed || see_ge(position, m, -score.max(0) / SCORE_TO_LOSS, order.values) {
                            return Some(m);
                        }
                        self.bad.push(m);
                    }
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    if !self.tactical_only {
                        position.generate::<Quiets>(&mut self.moves);
                        self.score_quiets(position, order);
                        self.pad_scores();
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match if self.tactical_only { None } else { self.best() } {
                    Some((m, _)) => return Some(m),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let m = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if m.is_none() {
                        self.stage = Stage::Done;
                    }
                    return m;
                }
                Stage::GenerateEvasions => {
                    position.generate::<Evasions>(&mut self.moves);
                    self.score_evasions(position, order);
                    self.pad_scores();
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    let best = self.best();
                    if best.is_none() {
                        self.stage = Stage::Done;
                    }
                    return best.map(|(m, _)| m);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether the moves handed out now are captures that lose material.
    pub(crate) fn in_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The best move left, the hash move left out; a selection sort, since
    /// most nodes want few moves.
    fn best(&mut self) -> Option<(P::Move, i32)> {
        while self.next < self.moves.len() {
            let start = self.next;
            // Whole lanes, with moves that have been handed out in the first and none in the last.
            let from = start / LANES * LANES;
            let best = from + first_of_largest(&self.scores[from..]);
            let score = self.scores[best];
            self.moves.swap(start, best);
            self.scores.swap(start, best);
            self.scores[start] = NO_SCORE;
            self.next += 1;
            if Some(self.moves[start]) != self.hash {
                return Some((self.moves[start], score));
            }
        }
        None
    }

    /// Fills the last lanes of the scores.
    fn pad_scores(&mut self) {
        while !self.scores.len().is_multiple_of(LANES) {
            self.scores.push(NO_SCORE);
        }
    }

    fn score_captures(&mut self, position: &P, order: &Ordering<'_, P>) {
        for &m in &self.moves {
            self.scores.push(capture_score(position, m, order));
        }
    }

    fn score_quiets(&mut self, position: &P, order: &Ordering<'_, P>) {
        let checks = position.check_squares();
        let history = order.history.after(order.before);
        for &m in &self.moves {
            let raw = P::to_raw(m);
            let mut score = history.quiet(QuietKey::new(position, m, order.attacked));
            if raw == order.killers[0] {
                score += KILLER_BONUS + 1;
            } else if raw == order.killers[1] {
                score += KILLER_BONUS;
            }
            if order.threatened.is_some() && P::origin(m) == order.threatened {
                score += order.escape_bonus;
            }
            if position.gives_check_from(m, &checks) && see_ge(position, m, 0, order.values) {
                score += order.check_bonus;
            }
            self.scores.push(score);
        }
    }

    fn score_evasions(&mut self, position: &P, order: &Ordering<'_, P>) {
        let history = order.history.after(order.before);
        for &m in &self.moves {
            let score = if position.is_capture(m) {
                KILLER_BONUS + capture_score(position, m, order)
            } else {
                history.quiet(QuietKey::new(position, m, order.attacked))
            };
            self.scores.push(score);
        }
    }
}

/// Scores compared at a time.
const LANES: usize = 8;
const _: () = assert!(MAX_MOVES.is_multiple_of(LANES));

/// Below every score: no move, or one that has been handed out.
const NO_SCORE: i32 = i32::MIN;

/// Where the largest of some scores, a multiple of [`LANES`], stands first. In one pass without a
/// branch an entry, so that the compiler takes a lane of entries at a time.
#[inline]
fn first_of_largest(scores: &[i32]) -> usize {
    let (lanes, _) = scores.as_chunks::<LANES>();
    let (mut most, mut at) = ([NO_SCORE; LANES], [0_i32; LANES]);
    for (number, lane) in lanes.iter().enumerate() {
        for i in 0..LANES {
            let is_more = lane[i] > most[i];
            most[i] = if is_more { lane[i] } else { most[i] };
            at[i] = if is_more { number as i32 } else { at[i] };
        }
    }
    let largest = most.into_iter().fold(NO_SCORE, i32::max);
    let place = |i: usize| if most[i] == largest { at[i] * LANES as i32 + i as i32 } else { i32::MAX };
    let first = (0..LANES).fold(i32::MAX, |first, i| first.min(place(i)));
    first as usize
}

/// Most valuable victim first, corrected by what such captures did before.
fn capture_score<P: Position>(position: &P, m: P::Move, order: &Ordering<'_, P>) -> i32 {
    let parts = position.parts(m);
    order.values.gain(&parts) * VICTIM_WEIGHT + order.history.capture(CaptureKey::new(position, m, &parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;

    #[test]
    fn the_first_of_equal_scores_is_the_best() {
        let mut rng = Rng::new(5);
        for _ in 0..1000 {
            // Few values, so that the largest stands there several times.
            let scores: Vec<i32> = (0..=rng.below(70)).map(|_| rng.below(9) as i32 - 4).collect();
            let slow = (0..scores.len()).rev().max_by_key(|&i| scores[i]);
            let mut padded = scores.clone();
            padded.resize(scores.len().next_multiple_of(LANES), NO_SCORE);
            assert_eq!(Some(first_of_largest(&padded)), slow, "{scores:?}");
        }
    }
}
