//! Pieces as they are drawn.

use maud::{Markup, html};

use super::board::CELL;
use crate::game::{Color, Drawing, Figure, Piece};

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pieces {
    /// In the form that the game knows: tiles with Kanji, or shapes.
    #[default]
    Figures,
    /// The letters of the notation.
    Letters,
    /// Figures that the page holds once and every board refers to.
    Shared,
}

/// What a page calls a figure that it holds once.
pub(crate) fn figure_name<P: Drawing>(piece: Piece) -> String {
    let side = if piece.color() == P::CAPITALS { 'b' } else { 't' };
    // Short: it stands in a page some forty times a board.
    format!("{}{side}{}", &P::GAME[..1], piece.piece_type().index())
}

/// How much of its square the tile of a king fills.
const FILLED: f32 = 0.99;

/// A piece whose middle is here, in pixels, as this side sees it.
pub fn piece<P: Drawing>(piece: Piece, pieces: Pieces, (x, y): (f32, f32), view: Color) -> Markup {
    let (pt, color) = (piece.piece_type(), piece.color());
    if pieces == Pieces::Shared {
        return html! { use href={ "#" (figure_name::<P>(piece)) } x=(x) y=(y) {} };
    }
    match P::figure(pt) {
        Figure::Tile { kanji, size, is_promoted } => {
            let face = if is_promoted { " promoted" } else { "" };
            let scale = CELL * FILLED * f32::from(size) / 1e4;
            // The tiles of the side at the top stand on their heads; their letters do not.
            let (turn, upright) = if color == view { ("", "") } else { (" rotate(180)", "rotate(180)") };
            html! {
                g transform=(format!("translate({x:.1} {y:.1}){turn} scale({scale:.3})")) {
                    path.tile transform="translate(-50 -50)" d="M50 3L78 18L89 96H11L22 18z" {}
                    @if pieces == Pieces::Letters {
                        g transform={ "translate(0 8) " (upright) } {
                            text class={ "letter" (face) } y="17" style="font-size:48px" { (P::piece_text(pt)) }
                        }
                    } @else {
                        text class={ "kanji" (face) } y="22" style="font-size:58px" { (kanji) }
                        g transform={ "translate(0 38) " (upright) } {
                            text class={ "letter small" (face) } y="7.5" style="font-size:21px" { (P::piece_text(pt)) }
                        }
                    }
                }
            }
        }
        // A letter in a disc of the color of its side.
        Figure::Shape { .. } if pieces == Pieces::Letters => {
            let paper = if color == Color::Black { "fill:#fff" } else { "" };
            html! {
                g transform=(format!("translate({x:.1} {y:.1})")) {
                    circle class=(color.name()) r=(CELL * 0.36) style="stroke-width:1.5" {}
                    text.letter y="8" style=(format!("font-size:22px;{paper}")) { (P::piece_text(pt)) }
                }
            }
        }
        Figure::Shape { outline, lines } => {
            let scale = CELL / 100.0;
            html! {
                g transform=(format!("translate({x:.1} {y:.1}) scale({scale:.3}) translate(-50 -50)")) {
                    path class=(color.name()) d=(outline) {}
                    @if !lines.is_empty() { path class=(format!("{}-lines", color.name())) d=(lines) {} }
                }
            }
        }
    }
}
