//! What is seen in a position: the table, each strategy's verdict, each piece's worth.

use std::sync::Mutex;
use std::thread::Builder;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::http::{Refusal, bad};
use super::question::{Asker, GameText};
use super::search::BestLine;
use crate::eval::{Evaluation, EvaluationKind, worth};
use crate::explain::Look;
use crate::game::{
    AttackMap, Board as _, Drawing, Game, Geometry as _, MATE, SquareSet as _, Value, ValuePreset,
};
use crate::lab::batch::lock;
use crate::lab::review::is_only;
use crate::lab::review::why::{Searched, reasons};
use crate::lab::searcher::{Budget, Searchers};
use crate::lab::xref::Report;
use crate::lang::{self, tr};
use crate::protocol::Dialect as _;
use crate::protocol::dialect::of_protocol;
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::report::game::judged;
use crate::report::names::named;
use crate::report::picture::{letter, live_table};
use crate::report::why::sentences;
use crate::search::horizon::Tactics;
use crate::search::{STACK_BYTES, SearchConfig};

/// Nodes of each strategy's search.
const VERDICT_NODES: u64 = 10_000;
/// Table of each in MiB.
const VERDICT_HASH: usize = 1;

/// Nodes of the search of each position of a game that is reviewed, of those around a move that seems to be a
/// mistake, and its table in MiB.
const REVIEW_NODES: u64 = 20_000;
const AGAIN_NODES: u64 = 4 * REVIEW_NODES;
const REVIEW_HASH: usize = 8;

/// The table of a position as the search sees it.
pub fn table(question: &GameText) -> Result<Json, Refusal> {
    of_either!(&question.position()?, position => {
        let report = named(&Report::new(position, Look::Search, ValuePreset::Default, None));
        Ok(live_table(position, &report, question.view(position)?))
    })
}

/// Each strategy's verdict within the same number of nodes, from an empty table, one after the other. `turn` lets one
/// question be answered at a time: each keeps a core busy.
pub fn verdicts(question: &GameText, turn: &Mutex<()>, asker: &Asker) -> Result<Json, Refusal> {
    let position = question.position()?;
    if !position.is_open() {
        return Ok(json!({ "nodes": VERDICT_NODES, "verdicts": [] }));
    }
    let _turn = lock(turn);
    // Others may have left while they waited for their turn.
    let asked = |&tactics: &Tactics| if asker.is_gone() { None } else { verdict(tactics, &position) };
    let verdicts = on_own_thread("verdicts", || Tactics::ALL.iter().map(asked).collect::<Option<Vec<_>>>())?;
    Ok(json!({ "nodes": VERDICT_NODES, "verdicts": verdicts }))
}

#[derive(Clone, Debug, Serialize)]
struct Verdict {
    strategy: &'static str,
    /// What it does where the depth runs out.
    about: &'static str,
    nodes: u64,
    #[serde(flatten)]
    line: BestLine,
}

fn verdict(tactics: Tactics, position: &AnyPosition) -> Option<Verdict> {
    let mut searchers = Searchers::new(VERDICT_HASH, SearchConfig::default());
    let found = searchers.search(tactics, position, Budget::Nodes(VERDICT_NODES))?;
    Some(Verdict {
        strategy: tactics.name(),
        about: lang::text(about(tactics)),
        nodes: found.nodes,
        line: BestLine::new(position, found.depth, found.score, found.line),
    })
}

/// What a search finds, whose thread needs a stack of its own size.
fn on_own_thread<T: Send>(name: &str, search: impl FnOnce() -> Option<T> + Send) -> Result<T, Refusal> {
    let found = std::thread::scope(|scope| {
        let thread = Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, search).ok()?.join().ok().flatten()
    });
    found.ok_or_else(|| Refusal::new(503, tr!("the search was ended")))
}

/// A position of a game that is reviewed.
#[derive(Debug, Deserialize)]
pub(crate) struct ReviewedText {
    #[serde(flatten)]
    game: GameText,
    /// A move that is not searched: the one that was played, where the search would have played it as well.
    without: Option<String>,
    /// Whether it is looked at again, for longer.
    #[serde(default)]
    again: bool,
}

/// What is known of a position when a game is reviewed; `turn` as for [`verdicts`].
pub fn judge(question: &ReviewedText, turn: &Mutex<()>) -> Result<Json, Refusal> {
    let position = question.game.position()?;
    if !position.is_open() {
        let score = position.score_without_moves();
        return Ok(judged(Some(&position), points(&position, score), score, &[], false));
    }
    let left_out = question.without.as_ref().map(|text| position.move_text(text)).transpose();
    let left_out = left_out.map_err(|error| bad(error.to_string()))?;
    let _turn = lock(turn);
    let (score, line, only) = on_own_thread("review", || {
        let mut searchers = Searchers::new(REVIEW_HASH, SearchConfig::default());
        let nodes = if question.again { AGAIN_NODES } else { REVIEW_NODES };
        let limit = Budget::Nodes(nodes);
        if let Some(left_out) = left_out {
            let found = searchers.without(&position, &left_out, limit)?;
            return Some((found.score, found.line, false));
        }
        let found = searchers.search(Tactics::DEFAULT, &position, limit)?;
        let second = searchers.without(&position, &found.best, Budget::Nodes(nodes / 4))?.score;
        // Where there is no other move, none was found.
        let only = second != -MATE && is_only(points(&position, found.score), points(&position, second));
        Some((found.score, found.line, only))
    })?;
    Ok(judged(Some(&position), points(&position, score), score, &line, only))
}

/// A move of a game, and what a search found before and after it.
#[derive(Debug, Deserialize)]
pub(crate) struct MoveText {
    /// The game up to the move.
    #[serde(flatten)]
    game: GameText,
    played: String,
    #[serde(flatten)]
    found: Searched,
}

/// Why a move was a mistake, in sentences.
pub fn why(question: &MoveText) -> Result<Vec<String>, Refusal> {
    let before = question.game.position()?;
    let mut moves = question.game.moves.clone();
    moves.push(question.played.clone());
    let after = GameText { moves, ..question.game.clone() }.position()?;
    let why = reasons(&before, &question.played, &question.found);
    Ok(sentences(&why, &before, &after))
}

const fn about(tactics: Tactics) -> &'static str {
    match tactics {
        Tactics::StandPat => "the evaluation alone",
        Tactics::Recapture => "captures back on the square of the last move",
        Tactics::Captures => "every capture, or none",
        Tactics::CapturesOnly => "captures until none is left",
        Tactics::Quiescence => "quiescence search, the conventional way",
        Tactics::Soma => "one exchange for each square",
        Tactics::SuperSoma => "the whole board assessed; searched where that cannot decide",
        Tactics::SuperSomaStatic => "the same from tables alone",
    }
}

/// The points that the side to move can expect at a score, in parts of a thousand.
pub fn points(position: &AnyPosition, score: Value) -> u32 {
    let rate = of_protocol!(position.kind(), D => D::WIN_RATE);
    rate.points(score, of_either!(position, position => position.occupied().len()))
}

/// What each piece but kings is worth to the built-in evaluation and to its owner, the most valuable first: the value
/// with it, less the value without it. The total is the side's to move.
pub fn worth(question: &GameText) -> Result<Json, Refusal> {
    fn of<P: Game + Drawing>(position: &P) -> Json {
        let kind = EvaluationKind::BuiltIn;
        let evaluation = Evaluation::<P>::new(&kind);
        let mut map = AttackMap::new();
        map.build(position, P::Geometry::values(ValuePreset::Default));
        let mut pieces = worth::pieces(position, &evaluation);
        pieces.sort_by_key(|(_, worth)| -worth);
        let told = pieces.into_iter().filter_map(|(sq, worth)| {
            let letter = letter::<P>(position.piece_on(sq)?);
            Some(json!({ "square": P::square_text(sq), "letter": letter, "worth": worth }))
        });
        json!({
            "evaluation": kind.describe::<P::Geometry>(),
            "total": evaluation.evaluate(position, &map),
            "pieces": told.collect::<Vec<_>>(),
        })
    }
    Ok(of_either!(&question.position()?, position => of(position)))
}
