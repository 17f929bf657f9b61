//! Text that somebody has pasted: a position, a line of moves, or records of games.

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::http::{Refusal, bad};
use super::question::{Asker, GameText, game_kind};
use crate::game::{Color, Game, Notation as _};
use crate::lang::{self, tr};
use crate::records::either::of_game;
use crate::records::input::default_id;
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::records::{GameRecord, Records};
use crate::report::game::record_file;

/// How many games of a text are listed.
const MOST_LISTED: usize = 200;
/// What stands in place of a file's name.
const NAME: &str = "text";

/// A text, and which game of it is wanted.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Pasted {
    text: String,
    /// The game of `startpos` and of moves alone.
    game: String,
    /// Which game of the text, from 0.
    #[serde(default)]
    number: usize,
}

/// Reads a text.
pub fn answer(pasted: &Pasted, asker: &Asker) -> Result<Json, Refusal> {
    let game = game_kind(&pasted.game)?;
    if pasted.text.trim().is_empty() {
        return Err(bad(tr!("there is no text: expected a position, moves or a record of a game")));
    }
    let read = games(&pasted.text, game, pasted.number, asker);
    // Moves alone: from the start of this game, or else of either.
    let alone = || {
        [game, GameKind::Shogi, GameKind::Chess].into_iter().find_map(|game| {
            let line = pasted.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let found = games(&format!("startpos moves {line}"), game, 0, asker).ok()?;
            (!found.0.moves.is_empty()).then_some(found)
        })
    };
    let (record, games) = match read {
        Ok(found) => found,
        Err(refusal) => alone().ok_or(refusal)?,
    };
    Ok(of_game!(record.game, P => tell::<P>(&record, pasted.number, &games)))
}

/// The game of a text with this number, and the names of all.
fn games(
    text: &str,
    game: GameKind,
    number: usize,
    asker: &Asker,
) -> Result<(GameRecord, Vec<String>), Refusal> {
    let (mut names, mut wanted, mut fault, mut count) = (Vec::new(), None, None, 0);
    for found in Records::of_text(NAME, text.to_owned(), game).take_while(|_| !asker.is_gone()) {
        match found {
            Ok(record) => {
                if names.len() < MOST_LISTED {
                    names.push(title(&record));
                }
                if count == number {
                    wanted = Some(record);
                }
                count += 1;
                if count > number && count >= MOST_LISTED {
                    break;
                }
            }
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    match (wanted, fault) {
        (Some(record), _) => Ok((record, names)),
        (None, Some(fault)) => Err(bad(fault.to_string())),
        (None, None) if count > 0 => Err(bad(tr!(
            "there is no game {number}: the text has {count}",
            number = number.saturating_add(1),
            count
        ))),
        (None, None) => Err(bad(tr!("the text holds no game"))),
    }
}

/// A game as its record.
pub fn text(question: &GameText) -> Result<Json, Refusal> {
    question.position()?;
    let first = GameText { moves: Vec::new(), ..question.clone() }.position()?;
    let mut record = GameRecord::of_either(&first, NAME, 1);
    record.moves = first.raw_line(&question.moves);
    Ok(record_file(&record))
}

fn title(record: &GameRecord) -> String {
    let first = of_game!(record.game, P => P::CAPITALS);
    match [first, !first].map(|side| record.names[side].as_deref()) {
        [None, None] if record.id == default_id(NAME, record.line) => {
            tr!("line {number}", number = record.line)
        }
        [None, None] => record.id.clone(),
        names => names.map(|name| name.unwrap_or("?")).join(" - "),
    }
}

/// A game for the page: one comment more than there are moves, and why the text is used no further.
fn tell<P: Game>(record: &GameRecord, number: usize, games: &[String]) -> Json {
    let mut moves = Vec::new();
    // The first position was written by ourselves.
    let _ = record.replay::<P>(|position, m| moves.push(position.move_text(m)));
    let comments: Vec<&str> = (0..=moves.len()).map(|at| record.comments.after(at)).collect();
    json!({
        "game": P::GAME,
        "start": record.start,
        "names": MoveNotation::current().line_at(&record.start, &moves),
        "moves": moves,
        "comments": comments,
        "black": record.names[Color::Black],
        "white": record.names[Color::White],
        "result": record.result.map(|result| result.name()),
        "result_text": record.result.map(|result| match result.name() {
            "draw" => tr!("drawn").to_owned(),
            winner => tr!("won by {side}", side = lang::text_of(P::GAME, winner)),
        }),
        "cut": record.cut.as_ref().map(ToString::to_string),
        "number": number,
        "games": games,
    })
}
