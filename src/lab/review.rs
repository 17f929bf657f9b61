//! Games looked at move by move: what each move gave away, and what hung there.
//!
//! Every position of a game is searched on its own and from an empty table, so
//! that with a limit of depth or nodes a review repeats from run to run.

use serde::{Deserialize, Serialize};

use super::batch;
use super::job::{Experiment, Named, Row, read_named, write_named};
use super::searcher::{Budget, Searchers};
use crate::explain::{Look, explain};
use crate::game::{Color, Game, MATE, Notation, SquareSet as _, Value, ValuePreset};
use crate::protocol::WinRate;
use crate::records::bad_line::LineError;
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

/// The points, in parts of a thousand, from which a move is inaccurate (`?!`), a mistake (`?`), a blunder (`??`).
pub const BOUNDS: [u32; 3] = [LEAST_LOSS, 100, 200];

/// How games are looked at.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct ReviewSettings<'a> {
    /// What each search may use up.
    pub limit: Budget,
    /// Table of each search in MiB.
    pub hash: usize,
    /// Positions searched at the same time.
    pub threads: usize,
    /// Hears of every position done.
    pub on_position: &'a (dyn Fn() + Sync),
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

/// The positions of a game, one after the other, each with the moves before it and the move played in it. Only
/// those that are being looked at are in memory: a position holds the game that led to it.
struct Walk<'a, P> {
    record: &'a GameRecord,
    next: Option<P>,
    moves: usize,
}

impl<P: Game> Iterator for Walk<'_, P> {
    type Item = (u32, P, Option<P::Move>);

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.next.take()?;
        let ply = self.record.first_ply + self.moves as u32;
        let played = self.record.moves.get(self.moves).and_then(|&raw| position.from_raw(raw));
        self.moves += 1;
        if let Some(m) = played {
            let mut next = position.clone();
            next.do_move(m);
            self.next = Some(next);
        }
        Some((ply, position, played))
    }
}

impl ReviewSettings<'_> {
    /// What is seen in the positions of a game; nothing if the user asked to stop on the way.
    fn look<P: Game>(&self, record: &GameRecord, rate: WinRate) -> Option<Vec<PlyReview>>
    where
        AnyPosition: From<P>,
    {
        let mut plies: Vec<PlyReview> = Vec::with_capacity(record.moves.len() + 1);
        let walk = Walk { record, next: P::parse(&record.start).ok(), moves: 0 };
        let is_whole = batch::run(
            walk,
            self.threads,
            || Searchers::new(self.hash, Params::default()),
            |searchers, (ply, position, played)| self.look_at(searchers, ply, position, played, rate),
            |ply| {
                plies.push(ply);
                (self.on_position)();
                Ok(())
            },
        );
        if !is_whole.unwrap_or(false) {
            return None;
        }
        for at in 1..plies.len() {
            let (next, ply) = (plies[at].points, &mut plies[at - 1]);
            let is_best = ply.played == ply.best;
            ply.lost = Some(if is_best { 0 } else { ply.points.saturating_sub(1000 - next) });
        }
        Some(plies)
    }

    fn look_at<P: Game>(
        &self,
        searchers: &mut Searchers,
        ply: u32,
        position: P,
        played: Option<P::Move>,
        rate: WinRate,
    ) -> Option<PlyReview>
    where
        AnyPosition: From<P>,
    {
        let (side, pieces) = (position.side_to_move(), position.occupied().len());
        let is_lost = P::NO_MOVES_IS_LOSS || position.in_check();
        let played = played.map(|m| position.move_text(m));
        let hanging = hanging(&position);
        let position = AnyPosition::from(position);
        let found = if position.is_open() {
            Some(searchers.search(Tactics::DEFAULT, &position, self.limit)?)
        } else {
            None
        };
        let score = found.as_ref().map_or(if is_lost { -MATE } else { 0 }, |found| found.score);
        let [win, draw, _] = rate.per_mille(score, pieces);
        let nodes = found.as_ref().map_or(0, |found| found.nodes);
        let line = found.map_or_else(Vec::new, |found| found.line);
        Some(PlyReview {
            ply,
            position: position.text(),
            side: side.name().to_owned(),
            played,
            best: line.first().cloned(),
            line,
            score,
            points: win + draw / 2,
            lost: None,
            hanging,
            nodes,
        })
    }
}

impl Experiment for ReviewSettings<'_> {
    type Input = GameRecord;
    type Job = GameRecord;
    type Record = GameReview;
    type Context = ();

    const INPUTS: &'static str = "games";

    fn context(&self) {}

    fn prepare(&self, input: &GameRecord) -> Result<GameRecord, LineError> {
        Ok(input.clone())
    }

    fn work(&self, (): &mut (), record: GameRecord) -> Option<GameReview> {
        let plies = match record.game {
            GameKind::Shogi => self.look::<shogi::Position>(&record, WinRate::SHOGI),
            GameKind::Chess => self.look::<chess::Position>(&record, WinRate::CHESS),
        };
        Some(GameReview {
            id: record.id,
            game: record.game.name().to_owned(),
            black: record.names[Color::Black].clone(),
            white: record.names[Color::White].clone(),
            result: record.result,
            limit: self.limit,
            hash: self.hash,
            plies: plies?,
            cut: record.cut.map(|bad| bad.reason.in_english()),
        })
    }

    fn is_ours(&self, review: &GameReview) -> bool {
        (review.limit, review.hash) == (self.limit, self.hash)
    }

    fn is_of(&self, review: &GameReview, record: &GameRecord) -> bool {
        fn texts<P: Game>(record: &GameRecord) -> Vec<String> {
            let mut texts = Vec::with_capacity(record.moves.len());
            let played = record.replay(|position: &P, m| texts.push(position.move_text(m)));
            played.map_or_else(|_| Vec::new(), |_| texts)
        }
        let played = review.plies.iter().filter_map(|ply| ply.played.as_deref());
        review.game == record.game.name()
            && match record.game {
                GameKind::Shogi => played.eq(texts::<shogi::Position>(record).iter().map(String::as_str)),
                GameKind::Chess => played.eq(texts::<chess::Position>(record).iter().map(String::as_str)),
            }
    }

    fn write(&self, row: &Row<GameReview>) -> serde_json::Result<String> {
        write_named(row)
    }

    fn read(&self, line: &str) -> serde_json::Result<Row<GameReview>> {
        read_named(line)
    }
}

impl Named for GameReview {
    fn id(&self) -> &str {
        &self.id
    }
}
