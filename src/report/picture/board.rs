//! The board, its coordinates, and the hands. Lengths are in pixels.

use maud::{Markup, html};

use super::pieces::{Pieces, figure_name, piece};
use crate::explain::BoardReport;
use crate::game::{ByColor, Color, Drawing, Geometry as _, Piece, Square};
use crate::lang::{self, tr};
use crate::records::notation::MoveNotation;

/// The width and height of a square.
pub const CELL: f32 = 48.0;
/// Around the board, for coordinates.
const MARGIN: f32 = 22.0;
/// The same where there are none.
const EDGE: f32 = 8.0;
/// The height of a hand, and of what is said where there is none.
const HAND: f32 = 50.0;
const NO_HAND: f32 = 24.0;

/// Where the parts of a picture are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub width: f32,
    /// Where the board begins, from the top.
    top: f32,
    hands: ByColor<f32>,
    /// Where everything ends, from the top.
    pub bottom: f32,
    size: (f32, f32),
    /// The side that sits at the bottom.
    pub view: Color,
}

impl Layout {
    /// The layout of a game's boards as this side sees them, with room for the hands of these sides.
    pub fn of<P: Drawing>(holds: ByColor<bool>, view: Color) -> Self {
        let size = (f32::from(P::FILES) * CELL, f32::from(P::RANKS) * CELL);
        let height = |holds: bool| match (P::Geometry::DROPS, holds) {
            (false, _) => 0.0,
            (true, false) => NO_HAND,
            (true, true) => HAND,
        };
        let hands = ByColor(holds.0.map(height));
        let top = hands[!view] + if P::CHECKERED { EDGE } else { MARGIN };
        let below = hands[view] + if P::CHECKERED { MARGIN } else { EDGE };
        Self { width: size.0 + 2.0 * MARGIN, top, hands, bottom: top + size.1 + below, size, view }
    }

    pub fn middle<P: Drawing>(&self, sq: Square) -> (f32, f32) {
        let (column, row) = self.turned::<P>(P::cell(sq));
        (MARGIN + (f32::from(column) + 0.5) * CELL, self.top + (f32::from(row) + 0.5) * CELL)
    }

    /// A column and a row as they are on the picture, or back.
    fn turned<P: Drawing>(&self, (column, row): (u8, u8)) -> (u8, u8) {
        if self.view == P::CAPITALS { (column, row) } else { (P::FILES - 1 - column, P::RANKS - 1 - row) }
    }

    /// The middle of the place of a side's pieces in hand with this number, from 0: the hand of the lower side begins
    /// at the right, that of the upper at the left, as its owner sees it.
    pub(crate) fn in_hand(&self, c: Color, number: usize) -> (f32, f32) {
        let (from_edge, half) = (MARGIN + HAND_STEP * (number as f32 + 0.5), self.hands[c] / 2.0);
        if c == self.view { (self.width - from_edge, self.bottom - half) } else { (from_edge, half) }
    }
}

/// Draws the board with all that lies on it and in the hands.
pub fn draw<P: Drawing>(board: &BoardReport, layout: Layout, pieces: Pieces) -> Markup {
    html! {
        @if pieces == Pieces::Shared {
            use href={ "#" (P::GAME) "-squares" } y=(layout.top) {}
        } @else { (squares::<P>(layout)) }
        @for &(sq, found) in &board.pieces { (piece::<P>(found, pieces, layout.middle::<P>(sq), layout.view)) }
        @if P::Geometry::DROPS {
            @for c in Color::ALL { (hand::<P>(board, c, layout, pieces)) }
        }
    }
}

/// The squares, their names and whose hands are where: what never changes.
pub fn bare<P: Drawing>(layout: Layout) -> Markup {
    html! {
        (squares::<P>(layout))
        @if P::Geometry::DROPS {
            @for c in Color::ALL { (beside_hand(c, layout, lang::text_of(P::GAME, c.name()))) }
        }
    }
}

/// What is said beside a hand, from the edge on.
fn beside_hand(c: Color, layout: Layout, said: &str) -> Markup {
    let (x, anchor) = if c == layout.view { (MARGIN, "start") } else { (layout.width - MARGIN, "end") };
    html! { text.label x=(x) y=(layout.in_hand(c, 0).1 + 4.0) text-anchor=(anchor) { (said) } }
}

/// The squares and the pieces of both sides, for a page that holds them once.
pub fn figures<P: Drawing>() -> Markup {
    let layout = Layout { top: 0.0, ..Layout::of::<P>(ByColor([false; 2]), P::CAPITALS) };
    let each = |c: Color| P::Geometry::PIECE_TYPES.iter().map(move |&pt| Piece::new(c, pt));
    html! {
        svg.unseen aria-hidden="true" {
            defs {
                g id={ (P::GAME) "-squares" } { (squares::<P>(layout)) }
                @for own in Color::ALL.into_iter().flat_map(each) {
                    g id=(figure_name::<P>(own)) { (piece::<P>(own, Pieces::Figures, (0.0, 0.0), P::CAPITALS)) }
                }
            }
        }
    }
}

/// The squares and their names.
fn squares<P: Drawing>(layout: Layout) -> Markup {
    let ((width, height), top) = (layout.size, layout.top);
    let x = |column: u8| MARGIN + f32::from(column) * CELL;
    let y = |row: u8| top + f32::from(row) * CELL;
    let files = (1..P::FILES).map(|column| format!("M{} {top}v{height}", x(column)));
    let ranks = (1..P::RANKS).map(|row| format!("M{MARGIN} {}h{width}", y(row)));
    let all = (0..P::FILES).flat_map(|column| (0..P::RANKS).map(move |row| (column, row)));
    let dark = all.filter(|(column, row)| (column + row) % 2 == 1);
    let dark = dark.map(|(column, row)| format!("M{} {}h{CELL}v{CELL}h-{CELL}z", x(column), y(row)));
    // Files are named above in shogi and below in chess, ranks at the right and at the left, as in the diagrams of
    // each game.
    let (file_y, rank_x) = if P::CHECKERED {
        (top + height + 15.0, MARGIN / 2.0)
    } else {
        (top - 7.0, layout.width - MARGIN / 2.0)
    };
    html! {
        rect.board x=(MARGIN) y=(top) width=(width) height=(height) {}
        @if P::CHECKERED { path.dark d=(dark.collect::<String>()) {} } @else { path.grid d=(files.chain(ranks).collect::<String>()) {} }
        rect.grid x=(MARGIN) y=(top) width=(width) height=(height) {}
        @for column in 0..P::FILES {
            text.label.middle x=(x(column) + CELL / 2.0) y=(file_y) { (P::file_name(layout.turned::<P>((column, 0)).0)) }
        }
        @for row in 0..P::RANKS {
            text.label.middle x=(rank_x) y=(y(row) + CELL / 2.0 + 4.0) { (rank_name::<P>(layout.turned::<P>((0, row)).1)) }
        }
    }
}

/// The name of a rank in the notation of the moves beside the board.
pub fn rank_name<P: Drawing>(row: u8) -> char {
    match MoveNotation::current() {
        MoveNotation::Japanese => P::japanese_rank_name(row),
        MoveNotation::Machine | MoveNotation::Western => P::rank_name(row),
    }
}

/// How much smaller pieces are in a hand than on the board.
const SMALLER: f32 = 0.84;
/// From one of them to the next.
pub(crate) const HAND_STEP: f32 = CELL * SMALLER + 2.0;

/// A side's hand. Who is to move is said beside it.
fn hand<P: Drawing>(board: &BoardReport, c: Color, layout: Layout, pieces: Pieces) -> Markup {
    let held = &board.hands[c];
    let side = lang::text_of(P::GAME, c.name());
    let said = match (board.side == c, held.is_empty()) {
        (true, true) => tr!("{side} to move, nothing in hand", side),
        (true, false) => tr!("{side} to move", side),
        (false, true) => tr!("{side}, nothing in hand", side),
        (false, false) => side.to_owned(),
    };
    html! {
        (beside_hand(c, layout, &said))
        @for (number, &(pt, count)) in held.iter().enumerate() {
            @let (x, y) = layout.in_hand(c, number);
            g transform=(format!("translate({x:.1} {y:.1}) scale({SMALLER})")) {
                (piece::<P>(Piece::new(c, pt), pieces, (0.0, 0.0), layout.view))
                @if count > 1 {
                    circle.number cx="17" cy="-14" r="10" {}
                    text.digit x="17" y="-9.6" { (count) }
                }
            }
        }
    }
}
