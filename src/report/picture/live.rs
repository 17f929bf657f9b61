//! Pictures and tables for a page that changes while it is looked at: a board with the places that can be clicked,
//! the parts of an explanation, and what the page must know of a game once. All are JSON.

use maud::{Markup, html};
use serde_json::{Value as Json, json};

use super::board::{CELL, HAND_STEP, Layout, bare};
use super::page::{beyond, line, reasons, search, table};
use super::pieces::{Pieces, piece};
use super::scene::Scene;
use crate::explain::{BoardReport, TieReport};
use crate::game::{ByColor, Color, Drawing, Geometry as _, Piece, PieceType, SquareSet as _};
use crate::lab::xref::Report;
use crate::lang::{self, tr};
use crate::records::either::of_game;
use crate::records::position::GameKind;
use crate::report::names::names_of_piece;

/// An object, compiled with less code than a map that is collected.
pub(crate) fn object<K: Into<String>, V: Into<Json>>(fields: impl IntoIterator<Item = (K, V)>) -> Json {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.insert(name.into(), value.into());
    }
    Json::Object(object)
}

/// A board, an `svg` element, and where everything on it lies, in its own units: where board and hands end, from the
/// top, how wide and high a square and a piece in hand are, the middles of the squares, row by row as they lie there,
/// and by a name of their own those of the hands.
fn placed<P: Drawing>(layout: Layout, svg: Markup, name: &str, hands: &Json) -> Json {
    let all = P::Geometry::all_squares().squares();
    let mut squares: Vec<_> = all.map(|sq| (P::square_text(sq), layout.middle::<P>(sq))).collect();
    squares.sort_by(|(_, a), (_, b)| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    json!({
        "svg": svg.into_string(),
        "width": layout.width,
        "bottom": layout.bottom,
        "cell": CELL,
        "hand_cell": length(HAND_STEP),
        "squares": squares.iter().map(|(name, middle)| place(name, *middle)).collect::<Vec<_>>(),
        name: hands,
    })
}

/// A place that can be clicked: a square, or the letter of a piece in hand, and its middle.
fn place(name: &str, (x, y): (f32, f32)) -> Json {
    json!({ "name": name, "x": length(x), "y": length(y) })
}

/// A length with no more digits than it takes.
fn length(pixels: f32) -> f64 {
    (f64::from(pixels) * 100.0).round() / 100.0
}

/// A board as a side sees it, with room for both hands.
pub(crate) fn live_board<P: Drawing>(board: &BoardReport, view: Color) -> Json {
    drawn::<P>(Scene { view, ..Scene::new::<P>(board, "") })
}

/// The board of a table with one of its ties and nothing else.
pub(crate) fn live_tie<P: Drawing>(board: &BoardReport, tie: &TieReport) -> Json {
    drawn::<P>(Scene { ties: std::slice::from_ref(tie), ..Scene::new::<P>(board, "") })
}

fn drawn<P: Drawing>(scene: Scene<'_>) -> Json {
    let (board, hands) = (scene.board, ByColor([true; 2]));
    let layout = Layout::of::<P>(hands, scene.view);
    let title = tr!(
        "A board of {game}, {side} to move",
        game = lang::text(P::GAME),
        side = lang::text_of(P::GAME, board.side.name())
    );
    let scene = Scene { hands, title: &title, is_told: true, ..scene };
    let mut hands = Vec::new();
    for c in Color::ALL {
        for (number, &(pt, _)) in board.hands[c].iter().enumerate() {
            hands.push(place(&letter::<P>(Piece::new(c, pt)), layout.in_hand(c, number)));
        }
    }
    placed::<P>(layout, scene.draw::<P>(false), "hands", &hands.into())
}

/// The letter of a piece, a capital one for the side that is written so.
pub fn letter<P: Drawing>(piece: Piece) -> String {
    let text = P::piece_text(piece.piece_type());
    if piece.color() == P::CAPITALS { text.to_owned() } else { text.to_lowercase() }
}

/// What the page must know of a game once: its pieces, its empty board, where everything goes.
pub fn kit(game: GameKind) -> Json {
    of_game!(game, P => kit_of::<P>())
}

fn kit_of<P: Drawing>() -> Json {
    let both = |types: &'static [PieceType]| {
        let sides = [P::CAPITALS, !P::CAPITALS].into_iter();
        sides.flat_map(|c| types.iter().map(move |&pt| Piece::new(c, pt)))
    };
    json!({
        "game": P::GAME,
        "start": P::start().text(),
        // The side at the bottom at first.
        "view": P::CAPITALS.name(),
        "pieces": both(P::Geometry::PIECE_TYPES).map(kit_piece::<P>).collect::<Vec<_>>(),
        // The letters of what can be in hand, of both sides.
        "hand": both(P::Geometry::DROPPABLE).map(letter::<P>).collect::<Vec<_>>(),
        "sides": object(Color::ALL.map(|c| (c.name(), lang::text_of(P::GAME, c.name())))),
        // Whether pieces turn around with the board.
        "turns": !P::CHECKERED,
        // The empty board as each side sees it.
        "boards": object(Color::ALL.map(|c| (c.name(), kit_board::<P>(c)))),
    })
}

fn kit_piece<P: Drawing>(of: Piece) -> Json {
    let (letter, side) = (letter::<P>(of), of.color().name());
    let (_, name) = names_of_piece(&letter.to_ascii_uppercase());
    let half = CELL / 2.0;
    let svg = html! {
        svg viewBox=(format!("-{half} -{half} {CELL} {CELL}")) aria-hidden="true" {
            (piece::<P>(of, Pieces::Figures, (0.0, 0.0), P::CAPITALS))
        }
    };
    let name = lang::fill(lang::text_of(P::GAME, name), &[("side", &lang::text_of(P::GAME, side))]);
    json!({ "letter": letter, "side": side, "name": name, "svg": svg.into_string() })
}

fn kit_board<P: Drawing>(view: Color) -> Json {
    let layout = Layout::of::<P>(ByColor([true; 2]), view);
    let (width, bottom) = (layout.width, layout.bottom);
    let slot = |(x, y): (f32, f32)| [length(x), length(y)];
    // The middles of the pieces in the hand of each side, the first one first.
    let slots = |c| (0..P::Geometry::DROPPABLE.len()).map(move |at| slot(layout.in_hand(c, at)));
    let slots = Color::ALL.map(|c| (c.name(), slots(c).collect::<Vec<_>>()));
    let svg = html! {
        svg viewBox=(format!("0 0 {width} {bottom}")) {
            rect.ground width=(width) height=(bottom) {}
            (bare::<P>(layout))
        }
    };
    placed::<P>(layout, svg, "slots", &object(slots))
}

/// What is known of a position, as a side sees it: the board with the first table and the line, what that wins for
/// the side to move, and as HTML the table with its reasons, the line with its running sum, and what it comes to.
pub(crate) fn live_table<P: Drawing>(position: &P, report: &Report, view: Color) -> Json {
    let told = &report.explanation;
    let bare = BoardReport::without_pins(position);
    let first = told.iterations.first();
    let (board, entries, ties) =
        first.map_or((&bare, &[][..], &[][..]), |it| (&it.board, &it.entries, &it.ties));
    let scene = Scene { entries, ties, steps: &told.steps, view, ..Scene::new::<P>(board, "") };
    let chosen = told.steps.first().and_then(|step| step.entry.as_deref());
    let table = html! {
        @if let Some(first) = first {
            (table(told.game, entries, first.side, chosen))
            (reasons(entries, ties))
            @if let Some(wider) = told.wider.as_ref().filter(|wider| !wider.is_empty()) {
                details {
                    summary { (tr!("Not counted: what only a wider look knows")) }
                    (beyond(told.game, wider, first.side))
                }
            }
        }
    };
    json!({
        "board": drawn::<P>(scene),
        "predicted": told.line,
        "net": told.net,
        "table": table.into_string(),
        "line": line(told).into_string(),
        "sums": search(report).into_string(),
    })
}
