//! The truth about small positions: every position that checks and answers lead
//! to, and from the mates backwards. It knows no depth, no hands and no
//! repetition, and so errs in none of them.

use std::collections::HashMap;

use somatic::game::{All, Game, MoveList};

struct Node {
    /// Whether the side to move gives check.
    attacks: bool,
    next: Vec<usize>,
    is_mate: bool,
}

/// Whether the side to move mates by a chain of checks; nothing if more than so
/// many positions would have to be looked at.
pub fn is_mate<P: Game>(position: &P, most: usize) -> Option<bool> {
    let mut numbers = HashMap::from([(position.key(), 0)]);
    let mut nodes: Vec<Node> = Vec::new();
    // As text, which has no history.
    let mut waiting = vec![(position.text(), true)];
    while let Some((text, attacks)) = waiting.get(nodes.len()).cloned() {
        let mut now = P::parse(&text).expect("a position");
        let mut list = MoveList::new();
        now.generate::<All>(&mut list);
        let mut next = Vec::new();
        for &m in list.iter().filter(|&&m| !attacks || now.gives_check(m)).collect::<Vec<_>>() {
            now.do_move(m);
            let new = numbers.len();
            let number = *numbers.entry(now.key()).or_insert(new);
            if number == new {
                waiting.push((now.text(), !attacks));
            }
            next.push(number);
            now.undo_move();
        }
        if waiting.len() > most {
            return None;
        }
        nodes.push(Node { attacks, is_mate: !attacks && list.is_empty(), next });
    }
    loop {
        let mut changed = false;
        for at in 0..nodes.len() {
            let node = &nodes[at];
            let is_mate = if node.attacks {
                node.next.iter().any(|&n| nodes[n].is_mate)
            } else {
                node.next.iter().all(|&n| nodes[n].is_mate)
            };
            if is_mate && !node.is_mate {
                nodes[at].is_mate = true;
                changed = true;
            }
        }
        if !changed {
            return Some(nodes[0].is_mate);
        }
    }
}

/// Whether the side to move mates within so many plies, by plain search.
pub fn is_mate_within<P: Game>(position: &mut P, plies: usize) -> bool {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    list.iter().any(|&m| {
        if !position.gives_check(m) {
            return false;
        }
        position.do_move(m);
        let mut answers = MoveList::new();
        position.generate::<All>(&mut answers);
        let mates = answers.is_empty()
            || plies > 2
                && answers.iter().all(|&m| {
                    position.do_move(m);
                    let mates = is_mate_within(position, plies - 2);
                    position.undo_move();
                    mates
                });
        position.undo_move();
        mates
    })
}
