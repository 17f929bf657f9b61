//! A game that was played: one JSON object with all that is known of it, the same as a record that other programs
//! read, and the files that both go to.
//!
//! The results are what counts. A game is written there first and then to the games; when a match is taken up again
//! the games are written anew from the results, so that whatever was half done in between is made good.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::files::Output;
use crate::game::{Board as _, Color, Notation, NotationError, Position as _, SquareSet as _, Value};
use crate::lab::record_file::RecordFile;
use crate::lang::tr;
use crate::protocol::client::MATE_CENTIPAWNS;
use crate::protocol::dialect::of_protocol;
use crate::records;
use crate::records::position::{GameKind, parse};
use crate::records::{Encoding, Form, Format, Header, Reason};

use super::game::MatchGame;

/// A player of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first one named.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both players.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Player A.
    A,
    /// Player B.
    B,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result where this player won.
    pub(crate) const fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            Self::Draw => None,
        }
    }

    /// Half points of A: 0, 1 or 2.
    pub(crate) const fn half_points(self) -> u8 {
        match self {
            Self::A => 2,
            Self::Draw => 1,
            Self::B => 0,
        }
    }
}

/// Who played, and under what limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInfo {
    /// What it is called.
    pub name: String,
    /// The spec it was made from.
    pub spec: String,
    /// Its limits, such as `nodes 1000`.
    pub limit: String,
    /// The hash of its net, if that is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

/// A game that was played. What is said of moves stands in the order of `moves`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The trial that it belongs to, in the results of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<String>,
    /// `shogi` or `chess`.
    pub game: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// The side on which a stranger sat in place of that player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stranger: Option<Side>,
    /// Player A, or the stranger.
    pub a: SideInfo,
    /// Player B, or the stranger.
    pub b: SideInfo,
    /// What held for the game, such as `max-plies 400 margin 200 win 7500,4`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// What decided about chance: `--seed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Which of them had black; in chess black moves second.
    pub black: Side,
    /// The opening's name.
    pub opening: String,
    /// The first position: `startpos`, `sfen ...` or `fen ...`.
    pub start: String,
    /// The opening's moves from there.
    pub opening_moves: Vec<String>,
    /// Which of the players made the first move after those.
    pub first: Side,
    /// The players' moves after the opening's.
    pub moves: Vec<String>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about that, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The number of `moves`.
    pub plies: usize,
    /// Time of each move in milliseconds.
    pub time_ms: Vec<f64>,
    /// Nodes of each move, where the player told.
    pub nodes: Vec<Option<u64>>,
    /// Score of each move in centipawns from the player that moved, where it told; a mate is 100000 less its distance.
    pub score: Vec<Option<i32>>,
}

impl GameRecord {
    /// A player.
    pub const fn side(&self, side: Side) -> &SideInfo {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// Who played a color.
    pub const fn player(&self, color: Color) -> Side {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// The color of the winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        let side = self.result.winner()?;
        Some(if side == self.black { Color::Black } else { Color::White })
    }

    /// The first position.
    pub(crate) fn first_position<P: Notation>(&self) -> Result<P, NotationError> {
        parse(&self.start.split_ascii_whitespace().collect::<Vec<_>>())
    }

    /// All moves, the opening's first.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening_moves.iter().chain(&self.moves).map(String::as_str)
    }

    /// The player's time for the move with this number among all moves, in milliseconds; nothing for the opening's.
    pub(crate) fn time_of(&self, number: usize) -> Option<f64> {
        self.time_ms.get(number.checked_sub(self.opening_moves.len())?).copied()
    }

    /// The player's score for the move with this number among all moves.
    pub(crate) fn score_of(&self, number: usize) -> Option<i32> {
        self.score.get(number.checked_sub(self.opening_moves.len())?).copied().flatten()
    }

    /// What was told of each move, in the order of [`all_moves`](Self::all_moves).
    pub(crate) fn told<D: MatchGame>(&self) -> Result<Vec<Option<Told>>, NotationError> {
        let mut position: D::Game = self.first_position()?;
        let mut out = Vec::new();
        for (number, text) in self.all_moves().enumerate() {
            let m = position.parse_move(text)?;
            let (mover, pieces) = (position.side_to_move(), position.occupied().len());
            out.push(self.score_of(number).map(|centipawns| {
                let score = super::player::value::<D>(centipawns);
                let points = D::WIN_RATE.points(score, pieces);
                Told { player: self.player(mover), centipawns, score, points }
            }));
            position.do_move(m);
        }
        Ok(out)
    }
}

/// What a player told of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who.
    pub player: Side,
    /// The score in centipawns, seen from there; a mate is 100000 less its distance.
    pub centipawns: i32,
    /// The same in this engine's units; a mate in n plies is 32000 - n.
    pub score: Value,
    /// What the player could expect by it, in parts of a thousand: a win is 1000, a draw 500.
    pub points: u32,
}

/// Scores from here on are mates.
const MATES: i32 = MATE_CENTIPAWNS - super::player::MATES;

/// A game as a line of moves without its scores, for programs that know no more than position lines.
pub(crate) fn line(record: &GameRecord, kind: GameKind) -> Result<String> {
    let mut game = of_protocol!(kind, D => readable::<D>(record))?;
    game.comments.clear();
    Ok(Form { format: Format::Lines, game: kind, encoding: Encoding::Utf8 }.write(&game)?)
}

/// The game with players by color, and times, scores and why it ended as comments, in the custom of its formats.
pub(crate) fn readable<D: MatchGame>(record: &GameRecord) -> Result<records::GameRecord, NotationError> {
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
        // Whole seconds, as clocks of games count: parts differ from run to run.
        game.times.push(time.map(|ms| std::time::Duration::from_secs((ms / 1000.0) as u64)));
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

/// What is said of a move: in chess score and time, as match programs write them; in shogi the score, seen from
/// black, as CSA's comments begin.
fn comment(record: &GameRecord, number: usize, kind: GameKind, mover: Color) -> Option<String> {
    let score = record.score_of(number);
    match kind {
        GameKind::Shogi => {
            score.map(|score| format!("* {}", if mover == Color::Black { score } else { -score }))
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

/// Where a match is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The results, one JSON object a game.
    pub results: Option<PathBuf>,
    /// The games, and how they are written.
    pub games: Option<(PathBuf, Form)>,
    /// Whether to go on with what the results hold.
    pub resume: bool,
}

/// What every line of results begins with: more than one field can be the first.
const BEGINS: &str = "{\"";

impl Files {
    /// Opens both files; `look` sees each game that the results hold already, and may refuse it. None of them is
    /// kept in memory.
    pub(super) fn open(
        &self,
        mut look: impl FnMut(&GameRecord) -> Result<()>,
    ) -> Result<(Option<Output>, Option<RecordFile>)> {
        ensure!(self.results.is_some() || !self.resume, tr!("--resume needs --jsonl FILE to go on with"));
        let (mut number, mut again) = (0, None);
        let mut write_again = |record: &GameRecord| {
            look(record)?;
            let Some((path, form)) = &self.games else { return Ok(()) };
            let again = match &mut again {
                None => again.insert(RecordFile::create_beside(path, *form)?),
                Some(games) => games,
            };
            again.append_game(record)
        };
        let results = match &self.results {
            None => None,
            Some(path) if self.resume => Some(Output::resume_lines(path, BEGINS, |line| {
                number += 1;
                let place = || format!("{}:{number}", path.display());
                let record = serde_json::from_str(line).with_context(place)?;
                write_again(&record).with_context(place)
            })?),
            Some(path) => Some(Output::create(path)?),
        };
        if let Some(games) = &mut again {
            games.take_place()?;
        } else if let Some((path, form)) = &self.games {
            again = Some(RecordFile::create(path, *form)?);
        }
        Ok((results, again))
    }
}

/// The form that the name of a file of games tells.
pub(crate) fn form_of(path: &Path, kind: GameKind) -> Result<Form> {
    let form = Form::of_file(path).filter(|form| form.game == kind);
    form.with_context(|| {
        let (file, ending) = (path.display(), Form::names(Some(kind)).join(" or ."));
        tr!("--record {file}: expected a name that ends in .{ending}", file, ending)
    })
}

impl RecordFile {
    /// Appends a game of a match, or nothing.
    pub(crate) fn append_game(&mut self, record: &GameRecord) -> Result<()> {
        let Form { game, format, .. } = self.form;
        let read = of_protocol!(game, D => readable::<D>(record));
        let mut game = read.with_context(|| format!("game {} is damaged", record.number))?;
        // A line is for programs: position, moves, players and result.
        if format == Format::Lines {
            game.comments.clear();
        }
        // A name in letters of the world is no reason to lose a game.
        self.append(&game).map(|_| ())
    }
}
