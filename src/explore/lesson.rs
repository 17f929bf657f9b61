//! Lessons: the article's table of a position, step by step. All figures and reasons are those of the table;
//! typed by hand is only what a lesson is about.

use serde_json::{Value as Json, json};

use super::http::{Refusal, bad};
use crate::explain::{BoardReport, EntryReport, Iteration, Look, TieReport, explain};
use crate::game::{Drawing, Game, Geometry as _, Value, ValuePreset};
use crate::lang::{self, tr};
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::report::names::Names;
use crate::report::picture::live_tie;

/// A lesson: a position and what is said around its tables.
struct Lesson {
    position: &'static str,
    title: &'static str,
    about: &'static str,
    end: &'static str,
}

/// The lessons in the language of now.
fn lessons() -> [Lesson; 4] {
    [
        Lesson {
            position: "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1",
            title: tr!("The article's second example"),
            about: tr!(
                "Much hangs at once: White's rook is attacked by the lance and attacks the silver, and the silver \
                 attacks the bishop. A search would try the captures one after the other. The table counts what \
                 each move does to the others."
            ),
            end: tr!(
                "The rook was lost in any case, so it took what it could. A move that loses by its own exchange may \
                 be the best, because of what it saves."
            ),
        },
        Lesson {
            position: "8k/9/4g4/3s1s3/9/9/9/3L1R3/K8 b - 1",
            title: tr!("A tie"),
            about: tr!(
                "Both silvers are attacked, and each is guarded by the same gold. Counted square by square, whatever \
                 takes one of them is taken back."
            ),
            end: tr!(
                "A piece that guards two others guards neither: it is tied to each of them. The table knows that before \
                 any move is tried."
            ),
        },
        Lesson {
            position: "8k/9/3b1s3/3p1p3/9/9/9/9/K8 b N 1",
            title: tr!("A fork with a drop"),
            about: tr!(
                "Nothing can be taken. But a knight in hand can be dropped where it attacks two pieces at once."
            ),
            end: tr!(
                "A fork is an entry that is delayed: it wins nothing at once, and its value is what is left when the \
                 other side has saved one of the two."
            ),
        },
        Lesson {
            position: "8/p4pkp/1b2p1p1/3N4/3R4/6P1/5PKP/8 w - - 0 1",
            title: tr!("Chess: one move, two answers"),
            about: tr!(
                "A pawn attacks White's knight, and a bishop attacks the rook: two threats, and one move to meet them."
            ),
            end: tr!(
                "The exchange itself is worth a tenth of a pawn. It was chosen for what it takes from the other side: \
                 one threat loses its target, the other its attacker."
            ),
        },
    ]
}

/// The lesson of a number, from 1.
pub fn answer(query: &str) -> Result<Json, Refusal> {
    let number = query.strip_prefix("number=").and_then(|text| text.parse::<usize>().ok());
    let lessons = lessons();
    let lesson = number.and_then(|number| lessons.get(number.checked_sub(1)?));
    let missing = || bad(tr!("expected number=N, from 1 to {most}", most = lessons.len()));
    let lesson = lesson.ok_or_else(missing)?;
    let titles: Vec<&str> = lessons.iter().map(|lesson| lesson.title).collect();
    let position = AnyPosition::read(lesson.position);
    let position = position.ok_or_else(|| Refusal::new(500, lesson.position))?;
    Ok(of_either!(&position, position => told(position.clone(), lesson, &titles)))
}

/// A lesson for the page: its tables one after the other, each before a move.
fn told<P: Game + Drawing>(mut position: P, lesson: &Lesson, titles: &[&str]) -> Json {
    let told = explain(&position, Look::Article, ValuePreset::Article, None);
    let mut tables = Vec::new();
    for (iteration, step) in told.iterations.iter().zip(&told.steps) {
        // None where the best is to pass.
        let chosen = position.parse_move(&iteration.chosen).ok();
        let ties = iteration.ties.iter().map(|one| tie::<P>(&iteration.board, one));
        tables.push(json!({
            "start": position.text(),
            "side": lang::text_of(P::GAME, iteration.side),
            "chosen": chosen.map(|_| &iteration.chosen),
            // For who moved first in the lesson.
            "amount": step.amount,
            "rows": rows(&position, iteration),
            "ties": ties.collect::<Vec<_>>(),
        }));
        if let Some(m) = chosen {
            position.do_move(m);
        } else {
            position.do_null_move();
        }
    }
    json!({
        "titles": titles,
        "game": P::GAME,
        "about": lesson.about,
        "end": lesson.end,
        "key": key::<P>(),
        "tables": tables,
        "net": told.net,
    })
}

/// How moves and values are to be read.
fn key<P: Game + Drawing>() -> String {
    let values = P::Geometry::values(ValuePreset::Article);
    // The cheapest piece.
    let pawn = values.rising().first().map_or(0, |&pawn| values.capture(pawn));
    if MoveNotation::of_tables(P::GAME).is_some() {
        return tr!("To take a pawn counts {pawn}.", pawn);
    }
    let side = lang::text_of(P::GAME, P::CAPITALS.name());
    tr!("Capital letters are pieces of {side}. To take a pawn counts {pawn}.", side, pawn)
}

/// The rows of a table, their moves as programs read them, and as the article writes them or, in Japanese, as people
/// do. Each has the reasons of its weight; one without an amount gives none.
fn rows<P: Game>(position: &P, iteration: &Iteration) -> Vec<Json> {
    let notation = MoveNotation::of_tables(P::GAME);
    let read = AnyPosition::read(&position.text());
    let names = notation.zip(read).map(|(notation, read)| Names::new(notation, read));
    let name = |entry: &EntryReport| match &names {
        Some(names) => names.of_entry(entry, entry.side == iteration.side),
        None => entry.described.clone(),
    };
    let reason = |with: &str, amount: Option<Value>, relation: &str, words: &str| {
        let other = iteration.entries.iter().find(|other| other.move_text == with);
        json!({
            "with": with,
            "name": other.map_or_else(|| with.to_owned(), name),
            "amount": amount,
            "relation": relation,
            "words": lang::text(words),
        })
    };
    let row = |entry: &EntryReport| {
        let credits = entry.credits.iter().map(|c| reason(&c.from, Some(c.amount), c.relation, c.reason));
        let notes = entry.notes.iter().map(|note| reason(&note.with, None, note.relation, note.reason));
        json!({
            "move": entry.move_text,
            "name": name(entry),
            "side": lang::text_of(P::GAME, entry.side),
            "own": entry.side == iteration.side,
            "kind": lang::text(entry.kind),
            "value": entry.value,
            "first": entry.first,
            "recapture": entry.recapture,
            "weight": entry.weight,
            "reasons": credits.chain(notes).collect::<Vec<_>>(),
        })
    };
    iteration.entries.iter().map(row).collect()
}

/// A tie, without an object where its piece prevents a mate.
fn tie<P: Drawing>(board: &BoardReport, tie: &TieReport) -> Json {
    let square = |text: &str| MoveNotation::current().square(P::GAME, text);
    json!({
        "piece": square(&tie.piece),
        "object": (tie.object != "mate").then(|| square(&tie.object)),
        "amount": tie.amount,
        "board": live_tie::<P>(board, tie),
    })
}
