//! Points that agree from both sides: a move is worth what the position after it is worth to the other side,
//! whatever the search thought of it before it was played.

use super::PlyReview;
use super::depth::Level;
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

/// What a position was searched for, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Looks {
    /// How much it has been searched.
    pub(super) level: Level,
    /// The search of all moves.
    pub(super) all: Seen,
    /// That of the moves that were not played, if it has been made.
    pub(super) others: Option<Seen>,
    /// What the move played loses by the searches before and after it.
    pub(super) doubt: u32,
    /// The same when both positions had been searched with the whole limit.
    pub(super) whole: u32,
}

impl Looks {
    /// Whether the move played is the best by the search of all moves.
    pub(super) fn is_best(&self, ply: &PlyReview) -> bool {
        ply.played.is_some() && ply.played.as_ref() == self.all.line.first()
    }
}

/// Says of each position what its side can expect: the most of what the move played has turned out to keep and
/// what the best other move would. Where the search took the move played for the best and nothing is known of the
/// others, the move gives nothing away: what it does by the two searches is a doubt.
pub(super) fn agree(plies: &mut [PlyReview], looks: &mut [Looks]) {
    let mut next: Option<Seen> = None;
    for (ply, looks) in plies.iter_mut().zip(looks).rev() {
        let others = looks.others.as_ref().filter(|_| looks.is_best(ply));
        let (other, is_own) = (others.unwrap_or(&looks.all), looks.is_best(ply) && others.is_none());
        let kept = next.take().zip(ply.played.as_ref()).map(|(after, played)| before(&after, played));
        ply.lost = kept.as_ref().map(|kept| other.points.saturating_sub(kept.points));
        let doubt = ply.lost.unwrap_or(0);
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
        looks.doubt = doubt;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MATE;

    /// A game of two moves, `a` and `b`, and what searches said: lines by their first move, with points.
    #[track_caller]
    fn check(
        all: [(&str, u32); 3],
        others: [Option<(&str, u32)>; 2],
        expected: [(&str, u32, Option<u32>); 3],
    ) {
        let seen = |(best, points): (&str, u32)| Seen {
            line: vec![best.to_owned()],
            score: points as Value - 500,
            points,
        };
        let others = |at: usize| others.get(at).copied().flatten().map(seen);
        let mut looks =
            [0, 1, 2].map(|at| Looks { all: seen(all[at]), others: others(at), ..Looks::default() });
        let mut plies = [Some("a"), Some("b"), None]
            .map(|played| PlyReview { played: played.map(str::to_owned), ..PlyReview::default() });
        agree(&mut plies, &mut looks);
        let found =
            plies.each_ref().map(|ply| (ply.best.as_deref().unwrap_or_default(), ply.points, ply.lost));
        assert_eq!(found, expected);
    }

    /// The search took the move for the best, and sees only after it that it loses; another would not have.
    #[test]
    fn a_mistake_that_the_search_would_have_made_is_one() {
        let all = [("a", 550), ("b", 820), ("c", 180)];
        check(all, [Some(("x", 500)), None], [("x", 500, Some(320)), ("b", 820, Some(0)), ("c", 180, None)]);
        // As long as nothing is known of the others, it is none.
        check(all, [None, None], [("a", 550, Some(0)), ("b", 820, Some(0)), ("c", 180, None)]);
    }

    /// All moves lose: the move before was the mistake, or there was none.
    #[test]
    fn a_lost_position_is_lost_from_both_sides() {
        let all = [("x", 550), ("b", 500), ("c", 900)];
        check(all, [None, Some(("y", 50))], [("a", 900, Some(0)), ("b", 100, Some(0)), ("c", 900, None)]);
    }

    /// A move that turns out better than what the search wanted was the best.
    #[test]
    fn what_a_move_keeps_its_side_had() {
        let all = [("x", 500), ("y", 600), ("c", 100)];
        check(all, [None, None], [("x", 500, Some(400)), ("b", 900, Some(0)), ("c", 100, None)]);
    }

    #[test]
    fn a_mate_is_a_ply_further_off_before_the_move() {
        let seen = |score, points| Seen { line: Vec::new(), score, points };
        assert_eq!(
            before(&seen(-MATE, 0), "a"),
            Seen { line: vec!["a".into()], score: MATE - 1, points: 1000 }
        );
        assert_eq!(before(&seen(MATE - 3, 1000), "a").score, 4 - MATE);
        assert_eq!(before(&seen(70, 600), "a").score, -70);
    }

    #[test]
    fn the_only_good_move_keeps_what_others_lose() {
        use crate::lab::review::{HOLDS, is_only};
        assert!(is_only(700, 450) && is_only(HOLDS, 50));
        assert!(!is_only(700, 550), "others are as good");
        assert!(!is_only(HOLDS - 1, 0), "it loses as well");
    }
}
