//! What the page of a game must know of a game once: its pieces, its empty board, where everything goes.

use std::collections::BTreeMap;

use maud::html;
use serde::Serialize;

use super::board::{Layout, bare};
use super::live::{Places, letter, single_piece};
use crate::game::{ByColor, Color, Drawing, Geometry as _, Piece, PieceType};
use crate::lang;
use crate::report::names::names_of_piece;

/// What the page must know of a game once.
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

impl KitBoard {
    fn new<P: Drawing>(view: Color) -> Self {
        let layout = Layout::of::<P>(ByColor([true; 2]), view);
        let (width, bottom) = (layout.width, layout.bottom);
        let slots = |c| (0..P::Geometry::DROPPABLE.len()).map(|at| layout.in_hand(c, at)).collect();
        let svg = html! {
            svg viewBox=(format!("0 0 {width} {bottom}")) {
                rect.ground width=(width) height=(bottom) {}
                (bare::<P>(layout))
            }
        };
        Self {
            svg: svg.into_string(),
            places: Places::of::<P>(layout),
            slots: Color::ALL.into_iter().map(|c| (c.name(), slots(c))).collect(),
        }
    }
}

/// What the page must know of a game.
pub fn kit<P: Drawing>() -> Kit {
    let both = |types: &[PieceType]| -> Vec<Piece> {
        let sides = [P::CAPITALS, !P::CAPITALS];
        sides.iter().flat_map(|&c| types.iter().map(move |&pt| Piece::new(c, pt))).collect()
    };
    let named = |piece: Piece| {
        let (letter, side) = (letter::<P>(piece), piece.color().name());
        let (_, name) = names_of_piece(&letter.to_ascii_uppercase());
        let name = lang::fill(lang::text_of(P::GAME, name), &[("side", &lang::text_of(P::GAME, side))]);
        KitPiece { letter, side, name, svg: single_piece::<P>(piece) }
    };
    Kit {
        game: P::GAME,
        start: P::start().text(),
        view: P::CAPITALS.name(),
        pieces: both(P::Geometry::PIECE_TYPES).into_iter().map(named).collect(),
        hand: both(P::Geometry::DROPPABLE).into_iter().map(letter::<P>).collect(),
        sides: Color::ALL.into_iter().map(|c| (c.name(), lang::text_of(P::GAME, c.name()))).collect(),
        turns: !P::CHECKERED,
        boards: Color::ALL.into_iter().map(|c| (c.name(), KitBoard::new::<P>(c))).collect(),
    }
}
