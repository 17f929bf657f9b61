//! Games looked at move by move: what each move gave away, and what hung there.
//!
//! A first pass searches all positions with a part of the limit, so that the curve stands soon; where a move
//! gave something away, the positions before and after it are searched again, until the accusation stands at
//! four times the limit, or at eight times where it has more than doubled with that (`depth`). What is seen after
//! a move counts before it as well (`agree`). With a limit of depth or nodes a review repeats from run to run.
//! Then each mistake is explained ([`why`]).

mod agree;
mod depth;
pub mod tactic;
mod threat;
pub mod why;

use serde::{Deserialize, Serialize};

use super::job::Experiment;
use super::searcher::Budget;
use crate::chess;
use crate::explain::{Look, explain};
use crate::game::{Color, Game, Notation, Value, ValuePreset};
use crate::protocol::ScoreUnit;
use crate::protocol::dialect::of_protocol;
use crate::records::either::of_game;
use crate::records::input::AnyPosition;
use crate::records::position::GameKind;
use crate::records::{GameRecord, GameResult};
use crate::soma::entry::MATE_GAIN;
pub use why::Reason;

/// What is told of the moves that win something in a position: the best of each side.
const HANGING_SHOWN: usize = 3;
/// The points, in parts of a thousand, that a move must give away to count.
pub(crate) const LEAST_LOSS: u32 = 50;

/// The points, in parts of a thousand, from which a move is inaccurate (`?!`), a mistake (`?`), a blunder (`??`).
pub(crate) const BOUNDS: [u32; 3] = [LEAST_LOSS, 100, 200];

/// The points, in parts of a thousand, below which all moves lose.
pub(crate) const HOLDS: u32 = 300;

/// Whether a move is the only good one: it keeps the game, and the next best gives away what a blunder does. Both
/// are the points that the side can expect.
pub(crate) const fn is_only(best: u32, second: u32) -> bool {
    best >= HOLDS && best.saturating_sub(second) >= BOUNDS[2]
}

/// How games are looked at.
#[derive(Clone, Copy)]
pub(crate) struct ReviewSettings<'a> {
    /// What each search may use up.
    pub limit: Budget,
    /// Table of each search in MiB.
    pub hash: usize,
    /// Positions searched at the same time.
    pub threads: usize,
    /// Whether mistakes are searched once more at ten times the limit.
    pub rechecks: bool,
    /// Hears of work that has been found: positions to search, each counted by its part of the limit.
    pub on_work: &'a (dyn Fn(u64) + Sync),
    /// Hears of work done.
    pub on_done: &'a (dyn Fn(u64) + Sync),
    /// Takes what was seen of a game when the user asked to stop.
    pub on_part: &'a (dyn Fn(GameReview) + Sync),
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
    /// Table of each search in MiB.
    pub hash: usize,
    /// The positions from the first to the last.
    pub plies: Vec<PlyReview>,
    /// Why the record was used no further.
    pub cut: Option<String>,
}

/// What was seen in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The points that the side to move can expect, in parts of a thousand: a win is 1000, a draw 500. At least
    /// what the move played keeps.
    pub points: u32,
    /// How many of them the move played gives away; none at the end of the record.
    pub lost: Option<u32>,
    /// Whether the move played was the only good one: it keeps the game, and the next best would have been a
    /// blunder. A move that takes the piece that moved before it is not asked about.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only: bool,
    /// What SUPER-SOMA sees hanging: the entries of its table that win something, the best of each side.
    pub hanging: Vec<Hanging>,
    /// Plies of the search.
    #[serde(default)]
    pub depth: i32,
    /// Moves made by the search.
    pub nodes: u64,
    /// Why the move played was a mistake, if it was and the search confirms a reason.
    #[serde(default)]
    pub why: Vec<Reason>,
    /// What a mistake (`?`, `??`) gives away at ten times the limit; where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rechecked: Option<u32>,
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

impl PlyReview {
    /// Whether the move played gives away at least so much.
    fn gives_away(&self, least: u32) -> bool {
        self.lost.is_some_and(|lost| lost >= least)
    }
}

impl Hanging {
    /// Whether it mates.
    pub(crate) const fn is_mate(&self) -> bool {
        self.value > MATE_GAIN / 2
    }
}

impl GameReview {
    /// The moves that gave most away, most first, and those that missed a mate in one: at most so many.
    pub(crate) fn turning_points(&self, most: usize) -> Vec<&PlyReview> {
        let is_told = |ply: &&PlyReview| ply.gives_away(LEAST_LOSS) || !ply.why.is_empty();
        let mut found: Vec<&PlyReview> = self.plies.iter().filter(is_told).collect();
        found.sort_by_key(|ply| (std::cmp::Reverse(ply.lost), ply.ply));
        found.truncate(most);
        found
    }

    /// Of the mistakes checked at ten times the limit, how many still lose at least half as much, and how many there are.
    pub fn standing(&self) -> (usize, usize) {
        let checked = self.plies.iter().filter_map(|ply| Some((ply.lost?, ply.rechecked?)));
        checked.fold((0, 0), |(hold, all), (lost, again)| (hold + usize::from(2 * again >= lost), all + 1))
    }

    /// What a side gave away in the mean of its moves, in parts of a thousand of a point; nothing if it has no move.
    pub(crate) fn mean_loss(&self, side: Color) -> Option<f64> {
        let moves = self.plies.iter().filter(|ply| ply.side == side.name());
        let lost: Vec<u32> = moves.filter_map(|ply| ply.lost).collect();
        (!lost.is_empty()).then(|| f64::from(lost.iter().sum::<u32>()) / lost.len() as f64)
    }

    /// A score in centipawns, as programs of the game tell it.
    pub fn centipawns(&self, score: Value) -> i32 {
        let kind = if self.game == chess::Position::GAME { GameKind::Chess } else { GameKind::Shogi };
        of_protocol!(kind, D => ScoreUnit::Gui.centipawns::<D>(score))
    }

    /// The position of a ply, which knows the move that led to it: what takes there is written by that in Japanese.
    pub fn position(&self, ply: &PlyReview) -> Option<AnyPosition> {
        let number = ply.ply.checked_sub(self.plies.first()?.ply)?;
        let last = number.checked_sub(1).and_then(|number| self.plies.get(number as usize));
        let by_move = last.and_then(|last| AnyPosition::read(&last.position)?.after(last.played.as_deref()?));
        by_move.or_else(|| AnyPosition::read(&ply.position))
    }

    /// The position after that of a ply.
    pub fn after(&self, ply: &PlyReview) -> Option<&PlyReview> {
        let number = ply.ply.checked_sub(self.plies.first()?.ply)?;
        self.plies.get(number as usize + 1)
    }
}

/// What hangs in a position, the best of each side first.
fn hanging<P: Notation>(position: &P) -> Vec<Hanging> {
    let told = explain(position, Look::Search, ValuePreset::Default, None);
    let entries = told.iterations.into_iter().next().map_or_else(Vec::new, |table| table.entries);
    let mut out = Vec::new();
    for side in [position.side_to_move(), !position.side_to_move()] {
        let wins = entries.iter().filter(|entry| entry.value > 0 && entry.waits_for.is_none());
        let mut own: Vec<_> = wins.filter(|entry| entry.side == side.name()).collect();
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

impl Experiment for ReviewSettings<'_> {
    type Input = GameRecord;
    type Record = GameReview;
    type Context = ();

    const INPUTS: &'static str = "games";

    fn context(&self) {}

    fn work(&self, (): &mut (), record: GameRecord) -> Option<GameReview> {
        let (plies, is_whole) = of_protocol!(record.game, D => depth::look_at_game::<D>(self, &record));
        let review = GameReview {
            id: record.id,
            game: record.game.name().to_owned(),
            black: record.names[Color::Black].clone(),
            white: record.names[Color::White].clone(),
            result: record.result,
            limit: self.limit,
            hash: self.hash,
            plies,
            cut: record.cut.map(|bad| bad.reason.in_english()),
        };
        if is_whole {
            return Some(review);
        }
        (self.on_part)(review);
        None
    }

    fn is_ours(&self, review: &GameReview) -> bool {
        let is_checked = |ply: &PlyReview| ply.rechecked.is_some() || !ply.gives_away(BOUNDS[1]);
        (review.limit, review.hash) == (self.limit, self.hash)
            && (!self.rechecks || review.plies.iter().all(is_checked))
    }

    fn is_of(&self, review: &GameReview, record: &GameRecord) -> bool {
        fn texts<P: Game>(record: &GameRecord) -> Vec<String> {
            let mut texts = Vec::with_capacity(record.moves.len());
            let played = record.replay(|position: &P, m| texts.push(position.move_text(m)));
            played.map_or_else(|_| Vec::new(), |_| texts)
        }
        let played = review.plies.iter().filter_map(|ply| ply.played.as_deref());
        review.game == record.game.name()
            && played.eq(of_game!(record.game, P => texts::<P>(record)).iter().map(String::as_str))
    }
}
