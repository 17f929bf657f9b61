//! The moves of a proof.

use crate::game::{All, Mating, MoveList, Repetition};

use super::dfpn::Search;
use super::number::{Plies, left_after};
use super::table::Known;

/// A line of mate by the side to move, proven to need at most so many plies.
/// Nothing if the table has lost the proof and it cannot be found again.
pub(crate) fn of_attacker<P: Mating>(search: &mut Search<'_, P>, plies: Plies) -> Option<Vec<P::Move>> {
    line(search, |search, line| attacker_moves(search, plies, line))
}

/// A line of mate of the side to move, which is in check.
pub(crate) fn after_check<P: Mating>(search: &mut Search<'_, P>, plies: Plies) -> Option<Vec<P::Move>> {
    line(search, |search, line| defender_moves(search, plies, line))
}

/// Follows a line and takes it back.
fn line<P: Mating>(
    search: &mut Search<'_, P>,
    follow: impl Fn(&mut Search<'_, P>, &mut Vec<P::Move>) -> Option<()>,
) -> Option<Vec<P::Move>> {
    // What the table has lost may be searched for again, at as much as it cost.
    let node_limit = search.node_limit;
    search.node_limit = search.nodes.saturating_add(search.nodes.max(REPAIR_NODES));
    search.out_of_budget = false;
    let mut line = Vec::new();
    let found = follow(search, &mut line);
    search.node_limit = node_limit;
    for _ in &line {
        search.position.undo_move();
    }
    found.map(|()| line)
}

/// Moves that may at least be made to find a lost part of a proof.
const REPAIR_NODES: u64 = 100_000;

/// Plays the quickest known mates and the answers to them.
fn attacker_moves<P: Mating>(
    search: &mut Search<'_, P>,
    mut plies: Plies,
    line: &mut Vec<P::Move>,
) -> Option<()> {
    loop {
        let (m, left) = quickest_mate(search, plies)?;
        search.do_move(m);
        line.push(m);
        let Some((answer, left)) = longest_answer(search, left)? else { return Some(()) };
        search.do_move(answer);
        line.push(answer);
        plies = left;
    }
}

/// The same from a position of the defender.
fn defender_moves<P: Mating>(
    search: &mut Search<'_, P>,
    plies: Plies,
    line: &mut Vec<P::Move>,
) -> Option<()> {
    match longest_answer(search, plies)? {
        None => Some(()),
        Some((answer, left)) => {
            search.do_move(answer);
            line.push(answer);
            attacker_moves(search, left, line)
        }
    }
}

/// The check that mates in the fewest plies, of those within so many, and how
/// many are left after it.
fn quickest_mate<P: Mating>(search: &mut Search<'_, P>, plies: Plies) -> Option<(P::Move, Plies)> {
    if let Some(found) = known_mate(search, plies) {
        return Some(found);
    }
    let judged = search.attack(plies);
    if judged.pn != 0 { None } else { known_mate(search, plies) }
}

/// The same as far as the table knows.
fn known_mate<P: Mating>(search: &mut Search<'_, P>, plies: Plies) -> Option<(P::Move, Plies)> {
    let mut list = MoveList::new();
    if search.tries_all {
        search.position.generate_all_checks(&mut list);
    } else {
        search.position.generate_checks(&mut list);
    }
    let within = left_after(plies);
    let mut best: Option<(P::Move, Plies)> = None;
    for m in list {
        let key = search.position.board_key_after(m);
        let hand = search.position.holding_after(m);
        let known = match search.table.shortest(key, hand) {
            Some(plies) => plies,
            None if is_mate_at_once(search, m) => 0,
            None => continue,
        };
        if known <= within && best.is_none_or(|(_, plies)| known < plies) {
            best = Some((m, known));
        }
    }
    best
}

/// Whether a check mates.
fn is_mate_at_once<P: Mating>(search: &mut Search<'_, P>, m: P::Move) -> bool {
    search.do_move(m);
    let mates = search.position.count_answers() == 0;
    search.position.undo_move();
    mates
}

/// The answer that is mated last, and in how many plies after it; nothing if there
/// is no answer.
#[expect(clippy::option_option, reason = "no answer, and no answer found")]
fn longest_answer<P: Mating>(search: &mut Search<'_, P>, plies: Plies) -> Option<Option<(P::Move, Plies)>> {
    let mut list = MoveList::new();
    search.position.generate::<All>(&mut list);
    if list.is_empty() {
        return Some(None);
    }
    let within = left_after(plies);
    let hand = search.position.holding_of_other();
    let mut longest: Option<(P::Move, Plies)> = None;
    for m in list {
        let key = search.position.board_key_after(m);
        let known = match search.table.look(key, hand, within) {
            Known::Proven(plies, _) => search.table.shortest(key, hand).unwrap_or(plies),
            _ => proven_again(search, m, within)?,
        };
        if longest.is_none_or(|(_, plies)| known > plies) {
            longest = Some((m, known));
        }
    }
    Some(longest)
}

/// In how many plies an answer is mated that the table has lost.
fn proven_again<P: Mating>(search: &mut Search<'_, P>, m: P::Move, within: Plies) -> Option<Plies> {
    search.do_move(m);
    let judged = search.attack(within);
    search.position.undo_move();
    (judged.pn == 0).then_some(judged.plies)
}

/// Whether a line mates by the rules: the first, third and every other move gives
/// check, all are legal, no position ends the game before the last, and the last
/// is mate.
pub fn is_mate<P: Mating>(position: &P, line: &[P::Move]) -> bool {
    let mut position = position.clone();
    if line.len().is_multiple_of(2) {
        return false;
    }
    for (i, &m) in line.iter().enumerate() {
        let is_over = position.repetition(0) != Repetition::None || position.is_rule_draw();
        let is_check = i % 2 == 0;
        if i > 0 && is_over || !position.is_legal(m) || is_check && !position.gives_check(m) {
            return false;
        }
        position.do_move(m);
    }
    position.in_check() && position.count_legal() == 0
}
