//! Pictures and tables for a page that changes while it is looked at: a board with the
//! places that can be clicked, single pieces, and the parts of an explanation.

use maud::{Markup, html};
use serde::Serialize;

use super::board::{CELL, HAND_STEP, Layout};
use super::page::{Fact, beyond, line, reasons, search, table};
use super::pieces::{Pieces, piece};
use super::scene::Scene;
use crate::explain::{BoardReport, EntryReport, Explanation, Iteration, StepReport, TieReport};
use crate::game::{ByColor, Color, Drawing, Geometry as _, Piece, SquareSet as _};
use crate::lang::{self, tr};

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
pub(super) struct Places {
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
    pub fn of<P: Drawing>(layout: Layout) -> Self {
        let all = P::Geometry::all_squares().squares();
        let mut squares: Vec<Place> =
            all.map(|sq| Place::new(P::square_text(sq), layout.middle::<P>(sq))).collect();
        squares.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        Self { width: layout.width, bottom: layout.bottom, cell: CELL, hand_cell: HAND_STEP, squares }
    }
}

/// A place that can be clicked.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    /// The square, or the letter of a piece in hand: a capital letter as on the board.
    pub name: String,
    /// Its middle, from the left.
    pub x: f32,
    /// Its middle, from the top.
    pub y: f32,
}

impl Place {
    const fn new(name: String, (x, y): (f32, f32)) -> Self {
        Self { name, x, y }
    }
}

/// A board as a side sees it, with the first table and the line of an explanation if
/// there is one. There is room for both hands.
pub(crate) fn live_board<P: Drawing>(
    board: &BoardReport,
    told: Option<&Explanation>,
    view: Color,
) -> LiveBoard {
    let first = told.and_then(|told| told.iterations.first());
    let entries = first.map_or(&[][..], |first| &first.entries);
    let ties = first.map_or(&[][..], |first| &first.ties);
    drawn::<P>(board, entries, ties, told.map_or(&[], |told| &told.steps), view)
}

/// The board of a table with one of its ties, by its number, and nothing else.
pub(crate) fn live_tie<P: Drawing>(table: &Iteration, number: usize, view: Color) -> LiveBoard {
    drawn::<P>(&table.board, &[], table.ties.get(number).map_or(&[], std::slice::from_ref), &[], view)
}

fn drawn<P: Drawing>(
    board: &BoardReport,
    entries: &[EntryReport],
    ties: &[TieReport],
    steps: &[StepReport],
    view: Color,
) -> LiveBoard {
    let hands = ByColor([true; 2]);
    let layout = Layout::of::<P>(hands, view);
    let title = tr!(
        "A board of {game}, {side} to move",
        game = lang::text(P::GAME),
        side = lang::text_of(P::GAME, board.side.name())
    );
    let scene = Scene { entries, ties, steps, hands, view, is_told: true, ..Scene::new::<P>(board, &title) };
    let mut hands = Vec::new();
    for c in Color::ALL {
        for (number, &(pt, _)) in board.hands[c].iter().enumerate() {
            hands.push(Place::new(letter::<P>(Piece::new(c, pt)), layout.in_hand(c, number)));
        }
    }
    LiveBoard { svg: scene.draw::<P>(false).into_string(), places: Places::of::<P>(layout), hands }
}

/// The letter of a piece, a capital one for the side that is written so.
pub fn letter<P: Drawing>(piece: Piece) -> String {
    let text = P::piece_text(piece.piece_type());
    if piece.color() == P::CAPITALS { text.to_owned() } else { text.to_lowercase() }
}

/// A picture of a piece alone.
pub(crate) fn single_piece<P: Drawing>(of: Piece) -> String {
    let half = CELL / 2.0;
    html! {
        svg viewBox=(format!("-{half} -{half} {CELL} {CELL}")) aria-hidden="true" {
            (piece::<P>(of, Pieces::Figures, (0.0, 0.0), P::CAPITALS))
        }
    }
    .into_string()
}

/// The parts of an explanation, as HTML.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveParts {
    /// The first table with its reasons, and what only a wider look knows.
    pub table: String,
    /// The line with its running sum.
    pub line: String,
    /// What it comes to, and what the search makes of it.
    pub sums: String,
}

pub(crate) fn live_parts(told: &Explanation, facts: &[Fact]) -> LiveParts {
    LiveParts {
        table: first_table(told).into_string(),
        line: line(told).into_string(),
        sums: search(told, facts).into_string(),
    }
}

fn first_table(told: &Explanation) -> Markup {
    let chosen = told.steps.first().and_then(|step| step.entry.as_deref());
    html! {
        @if let Some(first) = told.iterations.first() {
            @if first.entries.is_empty() {
                p { (tr!("Nothing tactical.")) }
            } @else {
                (table(told.game, &first.entries, first.side, chosen))
            }
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
