//! The page of a game: its moves, its curve, its mistakes, a board to play on. `web` has its parts, which the
//! page of `explore` shows as well, fed by a server; here they stand in a file with their data.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::frame;
use super::picture::{self, Kit};
use super::record;
use super::review::{self, heading};
use super::why;
use crate::game::{Notation as _, NotationError, Value, is_mate};
use crate::lab::arena::{GameRecord, MatchGame, Told, readable};
use crate::lab::review::{BOUNDS, GameReview, PlyReview};
use crate::lang::{self, tr};
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::records::{self, Form};

/// The board and what is beside it.
pub const BOARD: &str = include_str!("web/board.html");
/// The style of both, and of the rest of the page.
pub(crate) const STYLE: &str = include_str!("web/game.css");
/// The module of a board on a page.
pub(crate) const BOARD_MODULE: frame::Module = ("board", include_str!("web/board.js"));
/// The module that steps through a game.
pub(crate) const GAME_MODULE: frame::Module = ("game", include_str!("web/game.js"));
/// The modules that show a game on a page without a server.
pub(crate) const MODULES: [frame::Module; 3] =
    [BOARD_MODULE, GAME_MODULE, ("file", include_str!("web/file.js"))];

/// The list of moves, the curve and what is said of a move.
pub fn moves() -> String {
    let bounds = BOUNDS.map(|bound| bound.to_string()).join(" ");
    lang::filled(include_str!("web/game.html")).replace("{bounds}", &bounds)
}

/// The games of a page, as its script has them.
#[derive(Debug, Default, Serialize)]
pub struct Games<'a> {
    kits: BTreeMap<&'a str, Kit>,
    games: Vec<GameData<'a>>,
}

/// A game, as the script has it.
#[derive(Debug, Default, Serialize)]
struct GameData<'a> {
    game: &'a str,
    /// Parts of the title; some are anybody's text.
    title: Vec<String>,
    /// What the list of games says below it.
    said: String,
    start: Cow<'a, str>,
    cut: Option<&'a str>,
    moves: Vec<&'a str>,
    names: Vec<String>,
    /// Of each position, one more than there are moves.
    judged: Vec<Option<Judged>>,
    /// The SFEN or FEN of each position; without them first position and moves do.
    texts: Vec<&'a str>,
    /// The game as its record, with what was seen.
    record: RecordText,
    /// Why the move that led to each position was a mistake, in sentences.
    why: Vec<Vec<String>>,
}

/// The record of a game as a file: KIF in shogi, PGN in chess.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct RecordText {
    /// The name of the file.
    name: &'static str,
    text: String,
}

impl RecordText {
    /// Of a game that can be written.
    pub fn new(game: &records::GameRecord) -> Self {
        let (form, name) = match game.game {
            GameKind::Shogi => ("kifu", "game.kifu"),
            GameKind::Chess => ("pgn", "game.pgn"),
        };
        let text = Form::named(form).and_then(|form| form.write(game).ok());
        Self { name, text: text.unwrap_or_default() }
    }
}

/// What is known of a position, as the script has it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Judged {
    /// What the side to move can expect, in parts of a thousand.
    points: u32,
    /// From the side to move; a mate in n plies is 32000 - n.
    score: Value,
    /// The expected line, in USI or UCI text and as people write it.
    best: Vec<String>,
    names: Vec<String>,
    /// Whether the best move is the only good one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    only: bool,
    /// Who says so and what, where it is a player of the game and not one judge of all positions.
    #[serde(skip_serializing_if = "String::is_empty")]
    told: String,
}

impl Judged {
    /// Out of what a search found in a position, an SFEN or a FEN.
    pub fn new(position: &str, points: u32, score: Value, best: &[String], only: bool) -> Self {
        let names = MoveNotation::current().line_at(position, best);
        Self { points, score, best: best.to_vec(), names, only, told: String::new() }
    }

    /// Of the position after a move, out of what its player said of it.
    fn told(by: char, kind: GameKind, told: &Told) -> Self {
        // A mate is a ply nearer after the move.
        let nearer = if is_mate(told.score) { told.score.signum() } else { 0 };
        let text = match kind {
            _ if nearer != 0 => review::score(kind.name(), told.score),
            GameKind::Shogi => format!("{:+}", told.centipawns),
            GameKind::Chess => format!("{:+.2}", f64::from(told.centipawns) / 100.0),
        };
        let (points, score) = (1000 - told.points, -(told.score + nearer));
        Self { points, score, told: format!("{by}: {text}"), ..Self::default() }
    }
}

/// A page of reviewed games; `note` says what is to be known first.
pub fn page(games: &[GameReview], note: &str) -> String {
    let played = games.iter().filter(|game| !game.plies.is_empty());
    let games = Games::new(played.map(reviewed).collect());
    let content = html! {
        nav #contents-box hidden="" {
            details {
                summary #contents-title {}
                ol #contents.contents {}
            }
        }
        (viewer())
    };
    let body = html! { (frame::report(tr!("Review"), note, &content)) (games.data()) };
    frame::page(tr!("Review"), &[picture::STYLE, STYLE], &MODULES, &body)
}

/// The board, the moves and what is said of them, for a page that has [`Games::data`] and the `MODULES`.
pub fn viewer() -> Markup {
    html! {
        p #problem.problem role="alert" hidden="" {}
        noscript { p { (tr!("This page works with JavaScript only.")) } }
        div.explore {
            section.left aria-label=(tr!("Board")) { (PreEscaped(without_live(&lang::filled(BOARD)))) }
            section.right aria-label=(tr!("Game")) { (PreEscaped(moves())) }
        }
    }
}

impl<'a> Games<'a> {
    fn new(games: Vec<GameData<'a>>) -> Self {
        let kinds = [GameKind::Shogi, GameKind::Chess].into_iter();
        let kinds = kinds.filter(|kind| games.iter().any(|game| game.game == kind.name()));
        Self { kits: kinds.map(|kind| (kind.name(), picture::kit(kind))).collect(), games }
    }

    /// Games of a match with their titles and, of each side, the letter of who sat there: as far as
    /// none is damaged.
    pub fn played<D: MatchGame>(
        games: impl Iterator<Item = (Vec<String>, [char; 2], &'a GameRecord)>,
    ) -> Self {
        Self::new(games.map_while(|(title, seats, game)| played::<D>(title, seats, game).ok()).collect())
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.games.len()
    }

    /// What the `MODULES` read: nothing in it ends the element, and nothing looks like our own code.
    pub fn data(&self) -> Markup {
        let text = serde_json::to_string(self).unwrap_or_default();
        let text = text
            .replace('<', "\\u003c")
            .replace('\'', "\\u0027")
            .replace('\u{2028}', "\\u2028")
            .replace('\u{2029}', "\\u2029");
        html! { script #data type="application/json" { (PreEscaped(text)) } }
    }
}

/// A game with what its players said of their moves.
fn played<D: MatchGame>(
    title: Vec<String>,
    seats: [char; 2],
    game: &GameRecord,
) -> Result<GameData<'_>, NotationError> {
    let start = game.first_position::<D::Game>()?.text();
    let moves: Vec<&str> = game.all_moves().collect();
    let judged =
        |told: Option<Told>| told.map(|told| Judged::told(seats[told.player.index()], D::KIND, &told));
    Ok(GameData {
        game: &game.game,
        title,
        names: MoveNotation::current().line_from(&start, &moves),
        start: start.into(),
        moves,
        judged: std::iter::once(None).chain(game.told::<D>()?.into_iter().map(judged)).collect(),
        record: RecordText::new(&readable::<D>(game)?),
        ..GameData::default()
    })
}

fn reviewed(game: &GameReview) -> GameData<'_> {
    let moves: Vec<&str> = game.plies.iter().filter_map(|ply| ply.played.as_deref()).collect();
    let judged =
        |ply: &PlyReview| Some(Judged::new(&ply.position, ply.points, ply.score, &ply.line, ply.only));
    let start = &game.plies[0].position;
    GameData {
        game: &game.game,
        title: vec![heading(game)],
        said: said(game),
        start: start.into(),
        cut: game.cut.as_deref(),
        names: MoveNotation::current().line_at(start, &moves),
        moves,
        judged: game.plies.iter().map(judged).collect(),
        texts: game.plies.iter().map(|ply| ply.position.as_str()).collect(),
        record: record::of_review(game).as_ref().map(RecordText::new).unwrap_or_default(),
        why: std::iter::once(Vec::new()).chain(game.plies.iter().map(|ply| why::of_ply(game, ply))).collect(),
    }
}

/// How many mistakes of each kind a game has.
fn said(game: &GameReview) -> String {
    let count = |from: u32, to: u32| {
        game.plies.iter().filter(|ply| ply.lost.is_some_and(|lost| (from..to).contains(&lost))).count()
    };
    let [inaccurate, mistake, blunder] = BOUNDS;
    format!(
        "?? {}  ? {}  ?! {}",
        count(blunder, u32::MAX),
        count(mistake, blunder),
        count(inaccurate, mistake)
    )
}

/// The board without the options that need a server; the last one needs none.
fn without_live(board: &str) -> String {
    let parts = board.split("<option").filter(|part| !part.contains("class=\"live\""));
    parts.collect::<Vec<_>>().join("<option")
}
