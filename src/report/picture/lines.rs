//! Lines of moves on one board: what two searches expect of a position.

use maud::{Markup, html};

use super::arrows::{AT_THE_START, Arrow, numbers, on_chip};
use super::board;
use super::pieces::Pieces;
use super::scene::plain;
use crate::explain::BoardReport;
use crate::game::{Drawing, MoveParts};
use crate::records::notation::walk;

/// How many moves of a line are drawn: more would hide the board.
const MOST_MOVES: usize = 3;

/// The moves of a line, as far as they can be played, each taken apart.
pub(crate) fn parts_of<P: Drawing>(position: &P, line: &[String]) -> Vec<MoveParts> {
    walk(position, &line[..line.len().min(MOST_MOVES)], P::parts)
}

/// A board with up to two lines, each in its color, numbered from 1; where both make the same
/// move, they lie side by side.
pub fn draw<P: Drawing>(board: &BoardReport, lines: &[Vec<MoveParts>], title: &str) -> Markup {
    let layout = board::Layout::of::<P>(board.holds(), P::CAPITALS);
    let arrows = |line: &[MoveParts], number: usize| {
        let mut side = board.side;
        let mut found = Vec::new();
        for (step, parts) in (1..).zip(line) {
            let mut arrow = Arrow {
                weight: 0.3,
                is_other: number > 0,
                title: format!("{step}: {}", P::parts_text(parts)),
                ..plain::<P>(parts, side == P::CAPITALS, layout)
            };
            if number > 0 && lines[0].iter().any(|other| (other.from, other.to) == (parts.from, parts.to)) {
                arrow.move_aside();
            }
            found.push((step, arrow));
            side = !side;
        }
        found
    };
    let drawn: Vec<Vec<(usize, Arrow)>> =
        lines.iter().enumerate().map(|(number, line)| arrows(line, number)).collect();
    html! {
        svg viewBox=(format!("0 0 {} {}", layout.width, layout.bottom)) role="img" aria-label=(title) {
            rect.ground width=(layout.width) height=(layout.bottom) {}
            (board::draw::<P>(board, layout, Pieces::Shared))
            @for (number, line) in drawn.iter().enumerate() {
                g class={ "line-" (number) } {
                    @for (_, arrow) in line { (arrow.draw()) }
                    (numbers(line, AT_THE_START))
                }
            }
        }
    }
}

/// What the arrows of a line look like, for a legend.
pub fn sample(number: usize) -> Markup {
    let arrow = super::arrows::sample(None, number > 0, (18.0, 8.0));
    on_chip(&html! { g class={ "line-" (number) } { (arrow) } })
}
