//! Why a move was a mistake, in words.

use super::names::names_of_piece;
use super::review::written;
use crate::lab::mate::distance;
use crate::lab::review::tactic::{Guard, Motif, Standing, Tactic};
use crate::lab::review::why::{Cause, Reason};
use crate::lab::review::{GameReview, LEAST_LOSS, PlyReview};
use crate::lang::{self, Language, tr, tr_of};
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;

/// Reasons in sentences, of a move that led from one position to another.
pub fn sentences(why: &[Reason], before: &AnyPosition, after: &AnyPosition) -> Vec<String> {
    let words = Words { game: before.kind().name(), before, after, notation: MoveNotation::current() };
    why.iter().flat_map(|reason| words.sentences(reason)).collect()
}

/// The same of the move that was played in a position of a game.
pub(crate) fn of_ply(game: &GameReview, ply: &PlyReview) -> Vec<String> {
    let after = game.after(ply).filter(|_| !ply.why.is_empty());
    match (game.position(ply), after.and_then(|after| game.position(after))) {
        (Some(before), Some(after)) => sentences(&ply.why, &before, &after),
        _ => Vec::new(),
    }
}

/// The same, or what comes next and what would have been better where no reason is known.
pub(crate) fn or_line(game: &GameReview, ply: &PlyReview) -> Vec<String> {
    const SHOWN: usize = 6;
    let mut said = of_ply(game, ply);
    if said.is_empty()
        && ply.lost.is_some_and(|lost| lost >= LEAST_LOSS)
        && let Some(after) = game.after(ply)
    {
        let line = |ply: &PlyReview| written(game, ply, &ply.line[..ply.line.len().min(SHOWN)]);
        let (answer, better) = (line(after), line(ply));
        if !answer.is_empty() {
            said.push(tr!("The answer: {line}.", line = answer));
        }
        if !better.is_empty() && ply.best != ply.played {
            said.push(tr!("Better was: {line}.", line = better));
        }
    }
    said
}

/// Sentences one after the other.
pub(crate) fn joined(said: &[String]) -> String {
    // Japanese has no blanks.
    said.join(if lang::current() == Language::Japanese { "" } else { " " })
}

struct Words<'a> {
    game: &'a str,
    before: &'a AnyPosition,
    after: &'a AnyPosition,
    notation: MoveNotation,
}

impl Words<'_> {
    fn sentences(&self, reason: &Reason) -> Vec<String> {
        match reason {
            Reason::AllowsMate { line, was_threatened } => {
                let (game, count, line) = self.mate(self.after, line);
                vec![if *was_threatened {
                    tr_of!(game, "It does not stop the threat of mate in {count}: {line}.", count, line)
                } else {
                    tr_of!(game, "It allows mate in {count}: {line}.", count, line)
                }]
            }
            Reason::MissesMate { line } => {
                let (game, count, line) = self.mate(self.before, line);
                vec![tr_of!(game, "There was mate in {count}: {line}.", count, line)]
            }
            Reason::Allows { tactic, cause } => {
                let effect = self.effect(self.after, tactic);
                let first = match cause {
                    Some(cause) => self.cause(cause, &effect),
                    None => tr!("It allows this: {effect}.", effect),
                };
                // That it has none is said already.
                let is_said = matches!(cause, Some(Cause::LeftGuard { .. } | Cause::Exchange { .. }));
                let guard = self.guard(tactic).filter(|_| !is_said);
                std::iter::once(first).chain(guard).collect()
            }
            Reason::Misses { tactic } => {
                let first = tr!("It misses this: {effect}.", effect = self.effect(self.before, tactic));
                std::iter::once(first).chain(self.guard(tactic)).collect()
            }
            Reason::Leaves { line } => {
                let line = self.notation.line(self.after, line).join(" ");
                vec![tr!("It does not stop what was threatened: {line}.", line)]
            }
            Reason::Answer { best, relation } => {
                answer(relation, &self.notation.one(self.before, best)).into_iter().collect()
            }
        }
    }

    /// A mate: the game, how long its players say that it is, and its moves.
    fn mate(&self, position: &AnyPosition, line: &[String]) -> (&str, usize, String) {
        (self.game, distance(self.game, line.len()), self.notation.line(position, line).join(" "))
    }

    fn piece(&self, standing: &Standing) -> String {
        if standing.piece == "K" {
            return tr_of!(self.game, "the king").to_owned();
        }
        let (piece, square) = (self.name(&standing.piece), self.square(&standing.square));
        tr!("the {piece} on {square}", piece, square)
    }

    fn square(&self, square: &str) -> String {
        self.notation.square(self.game, square)
    }

    fn name(&self, letters: &str) -> &'static str {
        lang::text_of(self.game, names_of_piece(letters).0)
    }

    /// Pieces with their numbers: `a rook and 2 pawns`.
    fn pieces(&self, letters: &[String]) -> String {
        let tell = |same: &[String]| match (self.name(&same[0]), same.len()) {
            (piece, 1) => tr!("a {piece}", piece),
            (piece, count) => tr_of!(self.game, "{count} {piece}s", count, piece),
        };
        let told: Vec<String> = letters.chunk_by(|one, next| one == next).map(tell).collect();
        // `\u{3068}` may be the name of a piece.
        if lang::current() == Language::Japanese { told.join("\u{30fb}") } else { and(&told) }
    }

    /// What a tactic does, as a clause; with what it wins: `a rook for a gold`.
    fn effect(&self, position: &AnyPosition, tactic: &Tactic) -> String {
        let names = self.notation.line(position, &tactic.line);
        let key = names.get(tactic.key).map_or("", String::as_str);
        let (wins, gives) = (self.pieces(&tactic.wins), self.pieces(&tactic.gives));
        let wins = if gives.is_empty() { wins } else { tr!("{wins} for {gives}", wins, gives) };
        // Before the move that matters others may have to be played.
        let first = names.get(..tactic.key).unwrap_or_default().join(" ");
        let effect = match &tactic.motif {
            Motif::Capture { .. } => tr!("{key} wins {wins}", key, wins),
            Motif::Promotion { piece } => {
                let piece = self.name(&piece.piece);
                if tactic.wins.is_empty() {
                    tr!("{key} makes a {piece}", key, piece)
                } else {
                    tr!("{key} makes a {piece}, which wins {wins}", key, piece, wins)
                }
            }
            Motif::Fork { targets } => {
                let targets = and(&targets.iter().map(|target| self.piece(target)).collect::<Vec<_>>());
                if tactic.wins.is_empty() {
                    tr!("{key} attacks {targets} at once", key, targets)
                } else {
                    tr!("{key} attacks {targets} at once and wins {wins}", key, targets, wins)
                }
            }
            Motif::Discovered { by, target } => {
                let (by, target) = (self.piece(by), self.piece(target));
                tr!("{key} uncovers the attack of {by} on {target} and wins {wins}", key, by, target, wins)
            }
            Motif::Skewer { front, behind } => {
                let (front, behind) = (self.piece(front), self.piece(behind));
                tr!(
                    "{key} attacks {front} and through it {behind}, and wins {wins}",
                    key,
                    front,
                    behind,
                    wins
                )
            }
            Motif::Attack { target, is_trapped: true } => {
                let target = self.piece(target);
                tr!("{key} attacks {target}, which cannot get away, and wins {wins}", key, target, wins)
            }
            Motif::Attack { target, is_trapped: false } => {
                tr!("{key} attacks {target} and wins {wins}", key, target = self.piece(target), wins)
            }
            Motif::GuardTaken { guard, target } => {
                let (guard, target) = (self.piece(guard), self.piece(target));
                tr!("{key} takes {guard}, which guards {target}, and wins {wins}", key, guard, target, wins)
            }
            Motif::GuardDrawn { guard, target } => {
                let (guard, target) = (self.piece(guard), self.piece(target));
                tr!(
                    "{key} draws {guard} away, which guards {target}, and wins {wins}",
                    key,
                    guard,
                    target,
                    wins
                )
            }
            Motif::Check { target } => {
                let (game, target) = (self.game, self.piece(target));
                tr_of!(game, "{key} gives check, and {target} falls; it wins {wins}", key, target, wins)
            }
            Motif::Checks { target } => tr_of!(
                self.game,
                "{key} begins a series of checks in which the {piece} falls on {square}, and wins {wins}",
                key,
                piece = self.name(&target.piece),
                square = self.square(&target.square),
                wins
            ),
            Motif::Threat { threat } => position.passed(&tactic.line).map_or(key.to_owned(), |passed| {
                tr!("{key} makes a threat: {effect}", key, effect = self.effect(&passed, threat))
            }),
            Motif::Plan { line } => position.passed(&tactic.line).map_or(key.to_owned(), |passed| {
                tr!("{key} threatens {line}", key, line = self.notation.line(&passed, line).join(" "))
            }),
            Motif::MateThreat if tactic.wins.is_empty() => tr_of!(self.game, "{key} threatens mate", key),
            Motif::MateThreat => tr_of!(self.game, "{key} threatens mate and wins {wins}", key, wins),
            Motif::Line => return tr!("{line} wins {wins}", line = names.join(" "), wins),
        };
        if first.is_empty() { effect } else { tr!("after {first}, {effect}", first, effect) }
    }

    /// What the move has to do with it, and what follows.
    fn cause(&self, cause: &Cause, effect: &str) -> String {
        match cause {
            Cause::MovedThere { piece } => {
                tr!("{piece} can be taken: {effect}.", piece = capital(&self.piece(piece)), effect)
            }
            Cause::Exchange { square } => {
                tr!("The exchange on {square} loses: {effect}.", square = self.square(square), effect)
            }
            Cause::LeftGuard { piece, target } => {
                let (target, piece) = (capital(&self.piece(target)), self.piece(piece));
                tr!("{target} has lost its guard, {piece}: {effect}.", target, piece, effect)
            }
            Cause::LeftSquare { piece, square } => {
                let (square, piece) = (self.square(square), self.piece(piece));
                tr!("{square} has lost its guard, {piece}: {effect}.", square, piece, effect)
            }
            Cause::OpenedLine { by } => {
                tr!("It opens the line of {by}: {effect}.", by = self.piece(by), effect)
            }
            Cause::Unanswered { target } => {
                tr!(
                    "It does not answer the threat to {target}: {effect}.",
                    target = self.piece(target),
                    effect
                )
            }
        }
    }

    /// Why what is taken could not be held.
    fn guard(&self, tactic: &Tactic) -> Option<String> {
        let Motif::Capture { target, guard } = &tactic.motif else { return None };
        Some(match guard {
            Guard::None => tr!("Nothing guards {target}.", target = self.piece(target)),
            Guard::Pinned { piece, by, to: None } => {
                let (piece, by) = (self.piece(piece), self.piece(by));
                tr!("Its guard, {piece}, is pinned by {by}.", piece, by)
            }
            Guard::Pinned { piece, by, to: Some(to) } => {
                let (piece, by, to) = (self.piece(piece), self.piece(by), self.piece(to));
                tr!("Its guard, {piece}, is pinned to {to} by {by}.", piece, to, by)
            }
            Guard::Tied { piece, object: Some(object) } => {
                let (piece, object) = (self.piece(piece), self.piece(object));
                tr!("Its guard, {piece}, has to guard {object} as well.", piece, object)
            }
            Guard::Tied { piece, object: None } => {
                tr!("Its guard, {piece}, has a mate to prevent.", piece = self.piece(piece))
            }
            Guard::Outweighed => return None,
        })
    }
}

/// How the best move would have met the threat.
fn answer(relation: &str, best: &str) -> Option<String> {
    Some(match relation {
        "R1" => tr!("{best} moves the piece away.", best),
        "R2" => tr!("{best} takes the attacker.", best),
        "R3" => tr!("{best} closes the line.", best),
        "R4" => tr!("{best} guards it.", best),
        "R6" => tr!("{best} pins the attacker.", best),
        "R11" => tr!("{best} gives check first.", best),
        _ => return None,
    })
}

/// Several things: `one, two and three`.
fn and(told: &[String]) -> String {
    match told.split_last() {
        Some((last, first)) if !first.is_empty() => {
            tr!("{first} and {last}", first = first.join(tr!(", ")), last)
        }
        _ => told.concat(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
