//! The page of a game: its moves, its curve, its mistakes, a board to play on. `web` has its parts, which the
//! page of `explore` shows as well, fed by a server; here they stand in a file with their data.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value as Json, json};

use super::review::{self, heading};
use super::{frame, picture, record, why};
use crate::game::{Notation as _, NotationError, Value, is_mate};
use crate::lab::arena::{GameRecord, MatchGame, Told, readable};
use crate::lab::review::{BOUNDS, GameReview};
use crate::lang::{self, tr};
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::records::{self, Form};

/// The board and what is beside it.
pub const BOARD: &str = include_str!("web/board.html");
/// The style of both, and of the rest of the page.
pub(crate) const STYLE: &str = include_str!("web/game.css");
pub(crate) const BOARD_MODULE: frame::Module = ("board", include_str!("web/board.js"));
pub(crate) const GAME_MODULE: frame::Module = ("game", include_str!("web/game.js"));
/// The modules that show a game on a page without a server.
pub(crate) const MODULES: [frame::Module; 3] =
    [BOARD_MODULE, GAME_MODULE, ("file", include_str!("web/file.js"))];

/// The list of moves, the curve and what is said of a move.
pub fn moves() -> String {
    let bounds = BOUNDS.map(|bound| bound.to_string()).join(" ");
    lang::filled(include_str!("web/game.html")).replace("{bounds}", &bounds)
}

/// The record of a game as a file, if it can be written: KIF in shogi, PGN in chess.
pub(crate) fn record_file(game: &records::GameRecord) -> Json {
    let (form, name) = match game.game {
        GameKind::Shogi => ("kifu", "game.kifu"),
        GameKind::Chess => ("pgn", "game.pgn"),
    };
    let text = Form::named(form).and_then(|form| form.write(game).ok());
    json!({ "name": name, "text": text.unwrap_or_default() })
}

/// What is known of a position as the script has it: what the side to move can expect, in parts of a
/// thousand, the score from its side, where a mate in n plies is 32000 - n, the line that is expected, for programs and
/// for people, and whether its first move is the only good one.
pub fn judged(
    position: Option<&AnyPosition>,
    points: u32,
    score: Value,
    best: &[String],
    only: bool,
) -> Json {
    let names = position.map(|position| MoveNotation::current().line(position, best)).unwrap_or_default();
    json!({ "points": points, "score": score, "best": best, "names": names, "only": only })
}

/// The same of the position after a move, out of what its player said of it.
fn judged_by(player: char, kind: GameKind, told: &Told) -> Json {
    // A mate is a ply nearer after the move.
    let nearer = if is_mate(told.score) { told.score.signum() } else { 0 };
    let text = match kind {
        _ if nearer != 0 => review::score(kind.name(), told.score),
        GameKind::Shogi => format!("{:+}", told.centipawns),
        GameKind::Chess => format!("{:+.2}", f64::from(told.centipawns) / 100.0),
    };
    json!({
        "points": 1000 - told.points,
        "score": -(told.score + nearer),
        "best": [],
        "names": [],
        "told": format!("{player}: {text}"),
    })
}

/// A page of reviewed games; `note` says what is to be known first.
pub fn page(games: &[GameReview], note: &str) -> String {
    let played = games.iter().filter(|game| !game.plies.is_empty());
    let games = Games(played.map(reviewed).collect());
    let content = html! {
        nav #contents-box hidden="" { details { summary #contents-title {} ol #contents.contents {} } }
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

/// The games of a page, as its script has them.
#[derive(Debug, Default)]
pub struct Games(Vec<Json>);

impl Games {
    /// Games of a match with their titles and, of each side, the letter of who sat there: as far as none is damaged.
    pub fn played<'a, D: MatchGame>(
        games: impl Iterator<Item = (Vec<String>, [char; 2], &'a GameRecord)>,
    ) -> Self {
        Self(games.map_while(|(title, seats, game)| played::<D>(&title, seats, game).ok()).collect())
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// What the `MODULES` read: nothing in it ends the element, and nothing looks like our own code.
    pub fn data(&self) -> Markup {
        let mut kinds = vec![GameKind::Shogi, GameKind::Chess];
        kinds.retain(|kind| self.0.iter().any(|game| game["game"] == kind.name()));
        let kits = picture::object(kinds.into_iter().map(|kind| (kind.name(), picture::kit(kind))));
        let text = json!({ "kits": kits, "games": self.0 })
            .to_string()
            .replace('<', "\\u003c")
            .replace('\'', "\\u0027")
            .replace('\u{2028}', "\\u2028")
            .replace('\u{2029}', "\\u2029");
        html! { script #data type="application/json" { (PreEscaped(text)) } }
    }
}

/// A game with what its players said of their moves. Some parts of its title are anybody's text.
fn played<D: MatchGame>(
    title: &[String],
    seats: [char; 2],
    game: &GameRecord,
) -> Result<Json, NotationError> {
    let start = game.first_position::<D::Game>()?.text();
    let moves: Vec<&str> = game.all_moves().collect();
    let judged = |told: Told| judged_by(seats[told.player.index()], D::KIND, &told);
    // Of each position, one more than there are moves.
    let mut all = vec![None];
    all.extend(game.told::<D>()?.into_iter().map(|told| told.map(judged)));
    Ok(json!({
        "game": game.game,
        "title": title,
        "start": start,
        "names": MoveNotation::current().line_from(AnyPosition::read(&start).as_ref(), &moves),
        "moves": moves,
        "judged": all,
        // First position and moves do.
        "texts": [],
        "record": record_file(&readable::<D>(game)?),
    }))
}

/// A game with what was seen in it: why each move that led to a position was a mistake as well.
fn reviewed(game: &GameReview) -> Json {
    let moves: Vec<&str> = game.plies.iter().filter_map(|ply| ply.played.as_deref()).collect();
    let start = &game.plies[0].position;
    let plies = &game.plies;
    let all = plies
        .iter()
        .map(|ply| judged(game.position(ply).as_ref(), ply.points, ply.score, &ply.line, ply.only));
    let mut why = vec![Vec::new()];
    why.extend(plies.iter().map(|ply| why::of_ply(game, ply)));
    // How many mistakes of each kind there are.
    let [inaccuracies, mistakes, blunders] =
        [0, 1, 2].map(|mark| plies.iter().filter(|ply| review::mistake(ply) == Some(mark)).count());
    json!({
        "game": game.game,
        "title": [heading(game)],
        "said": format!("?? {blunders}  ? {mistakes}  ?! {inaccuracies}"),
        "start": start,
        "cut": game.cut,
        "names": MoveNotation::current().line_at(start, &moves),
        "moves": moves,
        "judged": all.collect::<Vec<_>>(),
        "texts": plies.iter().map(|ply| &ply.position).collect::<Vec<_>>(),
        "record": record::of_review(game).as_ref().map(record_file),
        "why": why,
    })
}

/// The board without the options that need a server; the last one needs none.
fn without_live(board: &str) -> String {
    let parts = board.split("<option").filter(|part| !part.contains("class=\"live\""));
    parts.collect::<Vec<_>>().join("<option")
}
