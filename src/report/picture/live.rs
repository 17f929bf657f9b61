//! Pictures and tables for a page that changes while it is looked at: a board with the places that can be clicked,
//! the parts of an explanation, and what the page must know of a game once.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Serialize;

use super::board::{CELL, HAND_STEP, Layout, bare};
use super::page::{beyond, line, reasons, search, table};
use super::pieces::{Pieces, piece};
use super::scene::Scene;
use crate::explain::{BoardReport, Explanation, TieReport};
use crate::game::{ByColor, Color, Drawing, Geometry as _, Piece, PieceType, SquareSet as _, Value};
use crate::lab::xref::Report;
use crate::lang::{self, tr};
use crate::records::either::of_game;
use crate::records::position::GameKind;
use crate::report::names::names_of_piece;

/// A board and where everything on it lies.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveBoard {
    /// The picture, an `svg` element.
    svg: String,
    #[serde(flatten)]
    places: Places,
    hands: Vec<Place>,
}

/// Where everything lies on a picture. Lengths are in its own units.
#[derive(Clone, Debug, Serialize)]
struct Places {
    width: f32,
    /// Where board and hands end, from the top; below is the legend.
    bottom: f32,
    /// How wide and high a square is.
    cell: f32,
    /// The same of a piece in hand.
    hand_cell: f32,
    /// The squares row by row, as they lie on the picture.
    squares: Vec<Place>,
}

impl Places {
    fn of<P: Drawing>(layout: Layout) -> Self {
        let all = P::Geometry::all_squares().squares();
        let mut squares: Vec<Place> =
            all.map(|sq| Place::new(P::square_text(sq), layout.middle::<P>(sq))).collect();
        squares.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        Self { width: layout.width, bottom: layout.bottom, cell: CELL, hand_cell: HAND_STEP, squares }
    }
}

/// A place that can be clicked.
#[derive(Clone, Debug, Serialize)]
struct Place {
    /// The square, or the letter of a piece in hand: a capital letter as on the board.
    name: String,
    /// Its middle, from the left.
    x: f32,
    /// Its middle, from the top.
    y: f32,
}

impl Place {
    const fn new(name: String, (x, y): (f32, f32)) -> Self {
        Self { name, x, y }
    }
}

/// A board as a side sees it, with room for both hands.
pub(crate) fn live_board<P: Drawing>(board: &BoardReport, view: Color) -> LiveBoard {
    drawn::<P>(Scene { view, ..Scene::new::<P>(board, "") })
}

/// The board of a table with one of its ties and nothing else.
pub(crate) fn live_tie<P: Drawing>(board: &BoardReport, tie: &TieReport) -> LiveBoard {
    drawn::<P>(Scene { ties: std::slice::from_ref(tie), ..Scene::new::<P>(board, "") })
}

fn drawn<P: Drawing>(scene: Scene<'_>) -> LiveBoard {
    let (board, hands) = (scene.board, ByColor([true; 2]));
    let layout = Layout::of::<P>(hands, scene.view);
    let title = tr!(
        "A board of {game}, {side} to move",
        game = lang::text(P::GAME),
        side = lang::text_of(P::GAME, board.side.name())
    );
    let scene = Scene { hands, title: &title, is_told: true, ..scene };
    let held = |c: Color| {
        let of_side = (0..).zip(&board.hands[c]);
        of_side.map(move |(number, &(pt, _))| {
            Place::new(letter::<P>(Piece::new(c, pt)), layout.in_hand(c, number))
        })
    };
    LiveBoard {
        svg: scene.draw::<P>(false).into_string(),
        places: Places::of::<P>(layout),
        hands: Color::ALL.into_iter().flat_map(held).collect(),
    }
}

/// The letter of a piece, a capital one for the side that is written so.
pub fn letter<P: Drawing>(piece: Piece) -> String {
    let text = P::piece_text(piece.piece_type());
    if piece.color() == P::CAPITALS { text.to_owned() } else { text.to_lowercase() }
}

/// What the page must know of a game once: its pieces, its empty board, where everything goes.
#[derive(Clone, Debug, Serialize)]
pub struct Kit {
    game: &'static str,
    start: String,
    /// The side at the bottom at first.
    view: &'static str,
    /// Letters of pieces, each with its picture: those of both sides.
    pieces: Vec<KitPiece>,
    /// Letters of the pieces that can be in hand, both sides.
    hand: Vec<String>,
    sides: BTreeMap<&'static str, &'static str>,
    /// Whether pieces turn around with the board.
    turns: bool,
    /// The empty board as each side sees it.
    boards: BTreeMap<&'static str, KitBoard>,
}

#[derive(Clone, Debug, Serialize)]
struct KitPiece {
    letter: String,
    side: &'static str,
    name: String,
    svg: String,
}

/// An empty board, and where everything goes.
#[derive(Clone, Debug, Serialize)]
struct KitBoard {
    svg: String,
    #[serde(flatten)]
    places: Places,
    /// The middles of the pieces in the hand of each side, the first one first.
    slots: BTreeMap<&'static str, Vec<(f32, f32)>>,
}

/// What the page must know of a game.
pub fn kit(game: GameKind) -> Kit {
    of_game!(game, P => kit_of::<P>())
}

fn kit_of<P: Drawing>() -> Kit {
    let both = |types: &'static [PieceType]| {
        let sides = [P::CAPITALS, !P::CAPITALS].into_iter();
        sides.flat_map(|c| types.iter().map(move |&pt| Piece::new(c, pt)))
    };
    Kit {
        game: P::GAME,
        start: P::start().text(),
        view: P::CAPITALS.name(),
        pieces: both(P::Geometry::PIECE_TYPES).map(kit_piece::<P>).collect(),
        hand: both(P::Geometry::DROPPABLE).map(letter::<P>).collect(),
        sides: Color::ALL.into_iter().map(|c| (c.name(), lang::text_of(P::GAME, c.name()))).collect(),
        turns: !P::CHECKERED,
        boards: Color::ALL.into_iter().map(|c| (c.name(), kit_board::<P>(c))).collect(),
    }
}

fn kit_piece<P: Drawing>(of: Piece) -> KitPiece {
    let (letter, side) = (letter::<P>(of), of.color().name());
    let (_, name) = names_of_piece(&letter.to_ascii_uppercase());
    let half = CELL / 2.0;
    let svg = html! {
        svg viewBox=(format!("-{half} -{half} {CELL} {CELL}")) aria-hidden="true" {
            (piece::<P>(of, Pieces::Figures, (0.0, 0.0), P::CAPITALS))
        }
    };
    let name = lang::fill(lang::text_of(P::GAME, name), &[("side", &lang::text_of(P::GAME, side))]);
    KitPiece { letter, side, name, svg: svg.into_string() }
}

fn kit_board<P: Drawing>(view: Color) -> KitBoard {
    let layout = Layout::of::<P>(ByColor([true; 2]), view);
    let (width, bottom) = (layout.width, layout.bottom);
    let slots = |c| (0..P::Geometry::DROPPABLE.len()).map(|at| layout.in_hand(c, at)).collect();
    let svg = html! {
        svg viewBox=(format!("0 0 {width} {bottom}")) {
            rect.ground width=(width) height=(bottom) {}
            (bare::<P>(layout))
        }
    };
    KitBoard {
        svg: svg.into_string(),
        places: Places::of::<P>(layout),
        slots: Color::ALL.into_iter().map(|c| (c.name(), slots(c))).collect(),
    }
}

/// An explanation for a page, its parts as HTML.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveTable {
    /// The board with the first table and the line.
    board: LiveBoard,
    predicted: Vec<String>,
    /// What it wins for the side to move.
    net: Value,
    /// The first table with its reasons, and what only a wider look knows.
    table: String,
    /// The line with its running sum.
    line: String,
    /// What it comes to, and what the search makes of it.
    sums: String,
}

/// What is known of a position, as a side sees it.
pub(crate) fn live_table<P: Drawing>(position: &P, report: &Report, view: Color) -> LiveTable {
    let told = &report.explanation;
    let bare = BoardReport::without_pins(position);
    let first = told.iterations.first();
    let (board, entries, ties) =
        first.map_or((&bare, &[][..], &[][..]), |it| (&it.board, &it.entries, &it.ties));
    let scene = Scene { entries, ties, steps: &told.steps, view, ..Scene::new::<P>(board, "") };
    LiveTable {
        board: drawn::<P>(scene),
        predicted: told.line.clone(),
        net: told.net,
        table: first_table(told).into_string(),
        line: line(told).into_string(),
        sums: search(report).into_string(),
    }
}

fn first_table(told: &Explanation) -> Markup {
    let chosen = told.steps.first().and_then(|step| step.entry.as_deref());
    html! {
        @if let Some(first) = told.iterations.first() {
            (table(told.game, &first.entries, first.side, chosen))
            (reasons(&first.entries, &first.ties))
            @if let Some(wider) = told.wider.as_ref().filter(|wider| !wider.is_empty()) {
                details {
                    summary { (tr!("Not counted: what only a wider look knows")) }
                    (beyond(told.game, wider, first.side))
                }
            }
        }
    }
}
