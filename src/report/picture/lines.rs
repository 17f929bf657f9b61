//! Two lines of moves on one board: what two searches expect of a position.

use maud::{Markup, html};

use super::arrows::{AT_THE_START, Arrow, numbers, on_chip, sample};
use super::board::{self, Layout};
use super::pieces::Pieces;
use super::scene::step_arrow;
use crate::explain::BoardReport;
use crate::game::{Drawing, MoveParts};
use crate::lang::tr;
use crate::records::either::{of_either, of_game};
use crate::records::input::AnyPosition;
use crate::records::notation::walk;
use crate::report::names::written;

/// How many moves of a line are drawn: more would hide the board.
const MOST_MOVES: usize = 3;

/// What a page needs once for its [`boards`]: the empty board and the pieces of the game of a position.
pub(crate) fn figures(position: &str) -> Markup {
    html! {
        @if let Some(position) = AnyPosition::read(position) {
            (of_game!(position.kind(), P => board::figures::<P>()))
        }
    }
}

/// A position, an SFEN or a FEN, with what two searches expect there: whose line each is, and its moves, the first of
/// which are drawn on the board. The page has the [`figures`] of the game.
pub(crate) fn boards(position: &str, lines: [(&str, &[String]); 2], more: &Markup) -> Markup {
    html! {
        p { code { (position) } }
        div.both {
            figure {
                @if let Some(position) = AnyPosition::read(position) {
                    (of_either!(&position, position => draw(position, lines.map(|(_, line)| line))))
                }
            }
            div {
                dl.lines {
                    @for (number, (whose, line)) in lines.iter().enumerate() {
                        dt {
                            (on_chip(&html! { g class={ "line-" (number) } { (sample(None, number > 0, (18.0, 8.0))) } }))
                            (whose)
                        }
                        dd { span.moves { (written(position, line)) } }
                    }
                }
                (more)
            }
        }
    }
}

/// Each line in its color, its moves numbered from 1; where both make the same move, they lie side by side.
fn draw<P: Drawing>(position: &P, moves: [&[String]; 2]) -> Markup {
    let board = BoardReport::without_pins(position);
    let layout = Layout::of::<P>(board.holds(), P::CAPITALS);
    let lines = moves.map(|line| walk(position, &line[..line.len().min(MOST_MOVES)], P::parts));
    let arrow = |number: usize, step: usize, parts: &MoveParts| {
        let side = if step % 2 == 1 { board.side } else { !board.side };
        let own = step_arrow::<P>(step, parts, side == P::CAPITALS, layout);
        let mut arrow = Arrow { weight: 0.3, is_other: number > 0, ..own };
        if number > 0 && lines[0].iter().any(|other| (other.from, other.to) == (parts.from, parts.to)) {
            arrow.move_aside();
        }
        (step, arrow)
    };
    html! {
        svg viewBox=(format!("0 0 {} {}", layout.width, layout.bottom)) role="img" aria-label=(tr!("the lines of both on the board")) {
            rect.ground width=(layout.width) height=(layout.bottom) {}
            (board::draw::<P>(&board, layout, Pieces::Shared))
            @for (number, line) in lines.iter().enumerate() {
                @let drawn: Vec<_> = (1..).zip(line).map(|(step, parts)| arrow(number, step, parts)).collect();
                g class={ "line-" (number) } {
                    @for (_, arrow) in &drawn { (arrow.draw()) }
                    (numbers(&drawn, AT_THE_START))
                }
            }
        }
    }
}
