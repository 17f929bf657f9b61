//! A game with what a review saw in it, as its record: scores, lines and sentences in the comments, in the
//! form that the programs of the game read.

use crate::game::{ByColor, MATE, Value, is_mate};
use crate::lab::review::{GameReview, LEAST_LOSS, PlyReview};
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::records::{Format, GameRecord, Variation};

use super::review::mistake;
use super::why;

/// What the engine is called in a record.
const ENGINE: &str = "Somatic";
/// The glyphs of PGN for `?!`, `?` and `??` (PGN standard, 10).
const GLYPHS: [u8; 3] = [6, 2, 4];

/// The record of a game with what was seen after each move: in PGN as lichess writes it (`[%eval]`, glyphs,
/// the better line as a variation), in CSA as Floodgate does (`** score line`), else as ShogiHome does
/// (`#評価値=`, `#読み筋=`). Scores are centipawns, seen by the side that moves first.
pub(crate) fn annotated(record: &GameRecord, review: &GameReview, format: Format) -> GameRecord {
    let mut out = record.clone();
    out.glyphs = vec![0; record.moves.len()];
    let mut why: Vec<String> = Vec::new();
    for (number, ply) in review.plies.iter().enumerate() {
        let mut said = match format {
            Format::Pgn => eval(review, ply).into_iter().collect(),
            // Readers know comments of CSA behind a move only; cshogi ends at one before.
            Format::Csa if number == 0 => Vec::new(),
            Format::Csa => floodgate(review, ply).unwrap_or_default(),
            _ => shogi_home(review, ply).unwrap_or_default(),
        };
        said.append(&mut why);
        if !said.is_empty() && out.comments.add(number, &said.join("\n")).is_err() {
            break;
        }
        // Other formats tell the line anyway.
        why = match format {
            Format::Pgn => why::or_line(review, ply),
            _ => why::of_ply(review, ply),
        };
        if ply.lost.unwrap_or(0) < LEAST_LOSS {
            continue;
        }
        if let (Some(own), Some(mark)) = (out.glyphs.get_mut(number), mistake(ply)) {
            *own = GLYPHS[mark];
        }
        let position = AnyPosition::read(&ply.position);
        let moves = position.map_or_else(Vec::new, |position| position.raw_line(&ply.line));
        if !moves.is_empty() && ply.best != ply.played {
            out.variations.push(Variation { after: number, moves, ..Variation::default() });
        }
    }
    out
}

/// The record of a game that was reviewed, made of what the review kept of it.
pub(crate) fn of_review(review: &GameReview) -> Option<GameRecord> {
    let first = AnyPosition::read(&review.plies.first()?.position)?;
    let moves: Vec<String> = review.plies.iter().filter_map(|ply| ply.played.clone()).collect();
    let mut record = GameRecord::of_either(&first, &review.id, 1);
    let format = match record.game {
        GameKind::Shogi => Format::Kif,
        GameKind::Chess => Format::Pgn,
    };
    record.id.clone_from(&review.id);
    record.moves = first.raw_line(&moves);
    record.names = ByColor([review.black.clone(), review.white.clone()]);
    record.result = review.result;
    Some(annotated(&record, review, format))
}

/// A score by the side that moves first, out of centipawns or plies to a mate; nothing where the game is over.
fn score(
    review: &GameReview,
    ply: &PlyReview,
    centipawns: impl Fn(i32) -> String,
    mate: impl Fn(Value) -> String,
) -> Option<String> {
    let first = if review.game == "chess" { "white" } else { "black" };
    let sign = if ply.side == first { 1 } else { -1 };
    if !is_mate(ply.score) {
        return Some(centipawns(sign * review.centipawns(ply.score)));
    }
    let plies = MATE - ply.score.abs();
    (plies > 0).then(|| mate(sign * ply.score.signum() * plies))
}

fn eval(review: &GameReview, ply: &PlyReview) -> Option<String> {
    let mate_in = |plies: Value| format!("#{}", plies.signum() * ((plies.abs() + 1) / 2));
    let score = score(review, ply, |score| format!("{:.2}", f64::from(score) / 100.0), mate_in)?;
    Some(format!("[%eval {score},{}]", ply.depth))
}

fn floodgate(review: &GameReview, ply: &PlyReview) -> Option<Vec<String>> {
    let mate = |plies: Value| (plies.signum() * (MATE - plies.abs())).to_string();
    let score = score(review, ply, |score| score.to_string(), mate)?;
    let line = AnyPosition::read(&ply.position).map(|position| position.csa_line(&ply.line));
    let said = [vec![format!("* {score}")], line.unwrap_or_default()].concat().join(" ");
    Some(vec![said, format!("#深さ={}", ply.depth)])
}

fn shogi_home(review: &GameReview, ply: &PlyReview) -> Option<Vec<String>> {
    let winner = |plies: Value| if plies > 0 { "先手" } else { "後手" };
    let mate = |plies: Value| format!("#詰み={}勝ち:{}手", winner(plies), plies.abs());
    let mut said = vec![score(review, ply, |score| format!("#評価値={score}"), mate)?];
    let line = review.position(ply).map(|position| MoveNotation::Japanese.line(&position, &ply.line));
    let line = line.unwrap_or_default();
    if !line.is_empty() {
        said.push(format!("#読み筋={}", line.concat()));
    }
    said.push(format!("#深さ={}\n#ノード数={}\n#エンジン={ENGINE}", ply.depth, ply.nodes));
    Some(said)
}
