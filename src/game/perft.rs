//! Counting the leaves of the tree of legal moves.

use super::{All, MoveList, Position};

/// Leaves `depth` plies away, the last ply counted as the length of its move
/// list. CITE: Chess Programming Wiki, "Perft" (bulk counting).
///
/// ```
/// use somatic::game::Notation;
/// use somatic::game::perft::perft;
/// use somatic::{chess, shogi};
///
/// assert_eq!([1, 2, 3].map(|depth| perft(&mut shogi::Position::start(), depth)), [30, 900, 25_470]);
/// assert_eq!([1, 2, 3].map(|depth| perft(&mut chess::Position::start(), depth)), [20, 400, 8_902]);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => {
            let mut list = MoveList::new();
            position.generate::<All>(&mut list);
            let mut leaves = 0;
            for &m in &list {
                position.do_move(m);
                leaves += perft(position, depth - 1);
                position.undo_move();
            }
            leaves
        }
    }
}

/// The same count with a `do_move` for every leaf.
pub fn perft_made<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let mut leaves = 0;
    for &m in &list {
        position.do_move(m);
        // A leaf is not worth a call.
        leaves += if depth == 1 { 1 } else { perft_made(position, depth - 1) };
        position.undo_move();
    }
    leaves
}
