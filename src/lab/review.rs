//! Games looked at move by move: what each move gave away, and what hung there.
//!
//! Every position of a game is searched on its own and from an empty table, so
//! that with a limit of depth or nodes a review repeats from run to run.

use serde::{Deserialize, Serialize};

use super::batch::{self, is_interrupted};
use super::searcher::{Budget, Found, Searchers};
use crate::explain::{Look, explain};
use crate::game::{Color, Game, MATE, Notation, SquareSet as _, Value, ValuePreset};
use crate::protocol::WinRate;
use crate::records::input::AnyPosition;
use crate::records::position::GameKind;
use crate::records::{GameRecord, GameResult};
use crate::search::Params;
use crate::search::horizon::Tactics;
use crate::{chess, shogi};

/// What is told of the moves that win something in a position: the best of each side.
const HANGING_SHOWN: usize = 3;
/// The points, in parts of a thousand, that a move must give away to count.
pub const LEAST_LOSS: u32 = 50;

/// How games are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewSettings {
    /// What each search may use up.
    pub limit: Budget,
    /// Table of each search in MiB.
    pub hash: usize,
    /// Positions searched at the same time.
    pub threads: usize,
}

/// What was seen in a game: the fields of `review --jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReview {
    /// The game's name: its `id`, or file and line.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// Who played black.
    pub black: Option<String>,
    /// Who played white.
    pub white: Option<String>,
    /// `black`, `white` or `draw`, if it is known.
    pub result: Option<GameResult>,
    /// What each search was given: `depth`, `nodes` or `movetime`.
    pub limit: Budget,
    /// The positions from the first to the last.
    pub plies: Vec<PlyReview>,
    /// Why the record was used no further.
    pub cut: Option<String>,
}

/// What was seen in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlyReview {
    /// The moves before it.
    pub ply: u32,
    /// The SFEN or FEN.
    pub position: String,
    /// The side to move: `black` or `white`.
    pub side: String,
    /// The move that was played; none at the end of the record.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The best move by the search; `win` for a declaration, none where the game is over.
    pub best: Option<String>,
    /// The expected line, the best move first.
    pub line: Vec<String>,
    /// Its score, from the side to move, in the engine's units; a mate in n plies is 32000 - n.
    pub score: Value,
    /// The points that the side to move can expect, in parts of a thousand: a win is 1000,
    /// a draw 500.
    pub points: u32,
    /// How many of them the move played gives away; none at the end of the record.
    pub lost: Option<u32>,
    /// What SUPER-SOMA sees hanging: the entries of its table that win something, the best
    /// of each side.
    pub hanging: Vec<Hanging>,
    /// Moves made by the search.
    pub nodes: u64,
}

/// An entry of the table that wins something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hanging {
    /// Whose it is: `black` or `white`.
    pub side: String,
    /// The move.
    #[serde(rename = "move")]
    pub move_text: String,
    /// What it does: `capture`, `promotion`, ...
    pub kind: String,
    /// What its exchange wins.
    pub value: Value,
}

impl GameReview {
    /// The moves that gave most away, most first: at most so many.
    pub fn turning_points(&self, most: usize) -> Vec<&PlyReview> {
        let mut found: Vec<&PlyReview> =
            self.plies.iter().filter(|ply| ply.lost.is_some_and(|lost| lost >= LEAST_LOSS)).collect();
        found.sort_by_key(|ply| (std::cmp::Reverse(ply.lost), ply.ply));
        found.truncate(most);
        found
    }

    /// What a side gave away in the mean of its moves, in parts of a thousand of a point;
    /// nothing if it has no move.
    pub fn mean_loss(&self, side: Color) -> Option<f64> {
        let moves = self.plies.iter().filter(|ply| ply.side == side.name());
        let lost: Vec<u32> = moves.filter_map(|ply| ply.lost).collect();
        (!lost.is_empty()).then(|| f64::from(lost.iter().sum::<u32>()) / lost.len() as f64)
    }

    /// The position after that of a ply.
    pub fn after(&self, ply: &PlyReview) -> Option<&PlyReview> {
        self.plies.iter().find(|next| next.ply == ply.ply + 1)
    }
}

/// A position to be looked at.
struct Job {
    ply: u32,
    position: AnyPosition,
    side: Color,
    played: Option<String>,
    hanging: Vec<Hanging>,
    /// The score where there is no move to play.
    over: Option<Value>,
    pieces: u32,
}

impl Job {
    fn new<P: Game>(ply: u32, position: &P, boxed: AnyPosition, played: Option<u16>) -> Self {
        let played = played.and_then(|raw| position.from_raw(raw)).map(|m| position.move_text(m));
        let is_lost = P::NO_MOVES_IS_LOSS || position.in_check();
        Self {
            ply,
            side: position.side_to_move(),
            played,
            hanging: hanging(position),
            over: (!boxed.is_open()).then_some(if is_lost { -MATE } else { 0 }),
            pieces: position.occupied().len(),
            position: boxed,
        }
    }

    fn review(&self, found: Option<Found>, rate: WinRate) -> PlyReview {
        let score = self.over.or_else(|| found.as_ref().map(|found| found.score)).unwrap_or(0);
        let [win, draw, _] = rate.per_mille(score, self.pieces);
        let line = found.as_ref().map_or_else(Vec::new, |found| found.line.clone());
        PlyReview {
            ply: self.ply,
            position: self.position.text(),
            side: self.side.name().to_owned(),
            played: self.played.clone(),
            best: line.first().cloned(),
            line,
            score,
            points: win + draw / 2,
            lost: None,
            hanging: self.hanging.clone(),
            nodes: found.map_or(0, |found| found.nodes),
        }
    }
}

/// What hangs in a position, the best of each side first.
fn hanging<P: Notation>(position: &P) -> Vec<Hanging> {
    let told = explain(position, Look::Search, ValuePreset::Default, None);
    let entries = told.iterations.into_iter().next().map_or_else(Vec::new, |table| table.entries);
    let mut out = Vec::new();
    for side in [position.side_to_move(), !position.side_to_move()] {
        let is_open = |waits_for: &Option<String>| waits_for.is_none();
        let mut own: Vec<_> = entries
            .iter()
            .filter(|entry| entry.side == side.name() && entry.value > 0 && is_open(&entry.waits_for))
            .collect();
        own.sort_by_key(|entry| -entry.value);
        out.extend(own.into_iter().take(HANGING_SHOWN).map(|entry| Hanging {
            side: entry.side.to_owned(),
            move_text: entry.move_text.clone(),
            kind: entry.kind.to_owned(),
            value: entry.value,
        }));
    }
    out
}

/// The positions of a game.
fn jobs(record: &GameRecord) -> Vec<Job> {
    fn collect<P: Game>(record: &GameRecord, boxed: impl Fn(P) -> AnyPosition) -> Vec<Job> {
        let mut jobs = Vec::new();
        record.for_each_position::<P>(|ply, position| {
            let played = record.moves.get(jobs.len()).copied();
            jobs.push(Job::new(ply, position, boxed(position.clone()), played));
        });
        jobs
    }
    match record.game {
        GameKind::Shogi => collect::<shogi::Position>(record, |p| AnyPosition::Shogi(Box::new(p))),
        GameKind::Chess => collect::<chess::Position>(record, |p| AnyPosition::Chess(Box::new(p))),
    }
}

/// Looks at a game; `each` hears of every position done. Nothing if the user asked to
/// stop on the way.
///
/// # Errors
/// If threads cannot be started.
pub fn review(
    record: &GameRecord,
    settings: &ReviewSettings,
    mut each: impl FnMut(),
) -> anyhow::Result<Option<GameReview>> {
    let rate = match record.game {
        GameKind::Shogi => WinRate::SHOGI,
        GameKind::Chess => WinRate::CHESS,
    };
    let work = |searchers: &mut Searchers, job: Job| {
        let found = match job.over {
            Some(_) => None,
            None => Some(searchers.search(Tactics::DEFAULT, &job.position, settings.limit)?),
        };
        Some(job.review(found, rate))
    };
    let mut plies: Vec<PlyReview> = Vec::new();
    batch::run(
        jobs(record).into_iter(),
        settings.threads,
        || Searchers::new(settings.hash, Params::default()),
        work,
        |ply| {
            plies.push(ply);
            each();
            Ok(())
        },
    )?;
    if is_interrupted() {
        return Ok(None);
    }
    for at in 1..plies.len() {
        let (next, ply) = (plies[at].points, &mut plies[at - 1]);
        let is_best = ply.played == ply.best;
        ply.lost = Some(if is_best { 0 } else { ply.points.saturating_sub(1000 - next) });
    }
    Ok(Some(GameReview {
        id: record.id.clone(),
        game: record.game.name().to_owned(),
        black: record.names[Color::Black].clone(),
        white: record.names[Color::White].clone(),
        result: record.result,
        limit: settings.limit,
        plies,
        cut: record.cut.as_ref().map(|bad| bad.reason.to_string()),
    }))
}
