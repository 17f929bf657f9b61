//! Points that agree from both sides: a move is worth what the position after it is worth to the other side,
//! whatever the search thought of it before it was played.

use super::PlyReview;
use crate::game::{Value, is_mate};

/// The moves of a line that goes on from a move that was played.
const LINE: usize = 16;

/// What a search said of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) line: Vec<String>,
    pub(super) score: Value,
    pub(super) points: u32,
}

/// What a position was searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Looks {
    /// The search of all moves.
    pub(super) all: Seen,
    /// That of the moves that were not played, if it has been made.
    pub(super) others: Option<Seen>,
}

impl Looks {
    /// Whether the move played is the best by the search of all moves.
    pub(super) fn is_best(&self, ply: &PlyReview) -> bool {
        ply.played.is_some() && ply.played.as_ref() == self.all.line.first()
    }
}

/// Says of each position what its side can expect: the most of what the move played has turned out to keep and
/// what the best other move would. Where the search took the move played for the best and nothing is known of the
/// others, the move gives nothing away; gives what it gives away by the two searches.
pub(super) fn agree(plies: &mut [PlyReview], looks: &[Looks]) -> Vec<u32> {
    let mut doubts = vec![0; plies.len()];
    let mut next: Option<Seen> = None;
    for (at, (ply, looks)) in plies.iter_mut().zip(looks).enumerate().rev() {
        let others = looks.others.as_ref().filter(|_| looks.is_best(ply));
        let (other, is_own) = (others.unwrap_or(&looks.all), looks.is_best(ply) && others.is_none());
        let kept = next.take().zip(ply.played.as_ref()).map(|(after, played)| before(&after, played));
        ply.lost = kept.as_ref().map(|kept| other.points.saturating_sub(kept.points));
        doubts[at] = ply.lost.unwrap_or(0);
        let found = match kept {
            Some(kept) if kept.points >= other.points + u32::from(others.is_none()) => kept,
            _ => other.clone(),
        };
        if is_own && ply.lost.is_some() {
            ply.lost = Some(0);
        }
        ply.best = found.line.first().cloned();
        (ply.score, ply.points) = (found.score, found.points);
        ply.line.clone_from(&found.line);
        next = Some(found);
    }
    doubts
}

/// A position by what was seen after the move that was played there.
fn before(after: &Seen, played: &str) -> Seen {
    // A mate is a ply further off before the move.
    let further = if is_mate(after.score) { after.score.signum() } else { 0 };
    let line = std::iter::once(played).chain(after.line.iter().map(String::as_str));
    Seen {
        line: line.take(LINE).map(str::to_owned).collect(),
        score: further - after.score,
        points: 1000 - after.points,
    }
}
