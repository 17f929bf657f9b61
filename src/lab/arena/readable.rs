//! Games of a match as records that other programs read.

use crate::game::{Board as _, Color, Notation as _, NotationError, Position as _};
use crate::protocol::client::MATE_CENTIPAWNS;
use crate::records::position::GameKind;
use crate::records::{self, Encoding, Form, Format, Header};

use super::game::MatchGame;
use super::record::GameRecord;

/// Scores from here on are mates.
const MATES: i32 = MATE_CENTIPAWNS - 1_000;

/// A game as a line of moves without its scores, for programs that know no
/// more than position lines.
///
/// # Errors
/// If the record is damaged.
pub fn line<D: MatchGame>(record: &GameRecord) -> anyhow::Result<String> {
    let mut game = readable::<D>(record)?;
    game.comments.clear();
    Ok(Form { format: Format::Lines, game: D::KIND, encoding: Encoding::Utf8 }.write(&game)?)
}

/// The game with players by color, and times, scores and the reason of its end
/// as comments, in the custom of the game's formats.
///
/// # Errors
/// If the record is damaged.
pub fn readable<D: MatchGame>(record: &GameRecord) -> Result<records::GameRecord, NotationError> {
    let first: D::Game = record.first_position()?;
    let mut game = records::GameRecord::new(D::KIND, &first, "", 0);
    game.number = record.number;
    game.id = format!("game {}", record.number);
    for c in Color::ALL {
        game.names[c] = Some(records::plain(&record.side(record.player(c)).name));
    }
    game.result = Some(record.winner().map_or(records::GameResult::Draw, records::GameResult::win));
    game.reason = Some(record.reason);
    set_headers(record, &mut game);
    let mut position = first;
    for (number, text) in record.all_moves().enumerate() {
        let m = position.parse_move(text)?;
        let mover = position.side_to_move();
        position.do_move(m);
        game.moves.push(D::Game::to_raw(m));
        if let Some(said) = comment(record, number, D::KIND, mover) {
            // Scores of all moves are far fewer letters than there is room for.
            let _ = game.comments.add(number + 1, &said);
        }
        let time = record.time_of(number);
        game.times.push(time.and_then(|ms| std::time::Duration::try_from_secs_f64(ms / 1000.0).ok()));
    }
    if let Some(said) = ending(record, D::KIND) {
        let _ = game.comments.add(game.moves.len(), &said);
    }
    Ok(game)
}

fn set_headers(record: &GameRecord, game: &mut records::GameRecord) {
    const EVENT: &str = "somatic match";
    match game.game {
        GameKind::Shogi => {
            game.set_header(Header::Event, &format!("{EVENT}, game {}", record.number));
            game.set_header(Header::Opening, &record.opening);
        }
        GameKind::Chess => {
            game.set_header(Header::Event, EVENT);
            game.set_header(Header::Round, &record.number.to_string());
        }
    }
}

/// What is said of a move: in chess score and time, as match programs write
/// them; in shogi the score, seen from black, as CSA's comments begin.
fn comment(record: &GameRecord, number: usize, kind: GameKind, mover: Color) -> Option<String> {
    let score = record.score_of(number);
    match kind {
        GameKind::Shogi => {
            let score = score?;
            Some(format!("* {}", if mover == Color::Black { score } else { -score }))
        }
        GameKind::Chess => {
            let time = record.time_of(number).map(|ms| format!("{:.3}s", ms / 1000.0));
            let words: Vec<String> = score.map(score_text).into_iter().chain(time).collect();
            (!words.is_empty()).then(|| words.join(" "))
        }
    }
}

/// What is said of the end: in shogi only what its formats have no word for.
fn ending(record: &GameRecord, kind: GameKind) -> Option<String> {
    let reason = record.reason.name();
    match (&record.detail, kind) {
        (Some(detail), _) => Some(format!("{reason}: {detail}")),
        (None, GameKind::Chess) => Some(reason.to_owned()),
        (None, GameKind::Shogi) => None,
    }
}

/// A score as comments have it: pawns, or `M` and a distance.
fn score_text(centipawns: i32) -> String {
    if centipawns.abs() >= MATES {
        let sign = if centipawns < 0 { '-' } else { '+' };
        return format!("{sign}M{}", MATE_CENTIPAWNS - centipawns.abs());
    }
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
