//! Arrows, lines and numbers on a board. Lengths are in pixels.

use maud::{Markup, html};

use super::board::CELL;
use crate::report::palette::Kind;

pub(crate) type Point = (f32, f32);

/// The width of the lightest and of the heaviest arrow.
const THINNEST: f32 = 2.5;
const THICKEST: f32 = 8.0;
/// From the middle of a square to where an arrow begins and ends; less where it is short.
const FROM_START: f32 = 17.0;
const TO_END: f32 = 9.0;
const MOST_LEFT_OUT: f32 = 0.2;
/// Of an arrow's length what its head takes at most.
const MOST_HEAD: f32 = 0.5;
/// By how much arrows that meet head on are moved to their right.
const ASIDE: f32 = 5.0;

/// An arrow of the table, or of the line alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrow {
    /// Nothing for a move of the line that the table does not hold.
    pub kind: Option<Kind>,
    pub entry: usize,
    pub from: Point,
    pub to: Point,
    /// 0 to 1.
    pub weight: f32,
    /// Whether it is the side's that is not to move.
    pub is_other: bool,
    /// Whether something must come first.
    pub waits: bool,
    /// The letter of a piece that is dropped.
    pub dropped: Option<&'static str>,
    pub title: String,
}

impl Arrow {
    /// Moves it to its right.
    pub(crate) fn move_aside(&mut self) {
        let ((dx, dy), _) = direction(self.from, self.to);
        let aside = |(x, y): Point| (x - dy * ASIDE, y + dx * ASIDE);
        (self.from, self.to) = (aside(self.from), aside(self.to));
    }

    /// The place at a share of its length.
    pub fn along(&self, share: f32) -> Point {
        let ((dx, dy), length) = direction(self.from, self.to);
        let (start, end) = (FROM_START.min(length * MOST_LEFT_OUT), TO_END.min(length * MOST_LEFT_OUT));
        let at = start + (length - start - end) * share;
        (self.from.0 + dx * at, self.from.1 + dy * at)
    }

    /// Draws it: a light casing, so that it can be followed where it crosses others, the shaft and the head.
    pub fn draw(&self) -> Markup {
        let ((dx, dy), _) = direction(self.from, self.to);
        let width = THINNEST + (THICKEST - THINNEST) * self.weight.clamp(0.0, 1.0);
        let (start, end) = (self.along(0.0), self.along(1.0));
        let head = (7.0 + 1.6 * width).min((end.0 - start.0).hypot(end.1 - start.1) * MOST_HEAD);
        let neck = (end.0 - dx * head * 0.8, end.1 - dy * head * 0.8);
        let d = segment(start, neck);
        let [x, y, turn] = [end.0, end.1, dy.atan2(dx).to_degrees()].map(tenths);
        let turned = format!("translate({x} {y}) rotate({turn})");
        let (name, shaft) = classes(self.kind, self.is_other);
        let waits = if self.waits { " waits" } else { "" };
        let letter = (start.0 - dx * 8.0, start.1 - dy * 8.0 + 4.5);
        html! {
            g class={ "arrow " (name) (waits) } data-e=[self.kind.map(|_| self.entry)] {
                @if !self.title.is_empty() { title { (self.title) } }
                path.casing d=(d) stroke-width=(tenths(width + 2.5)) {}
                path class=(shaft) d=(d) stroke-width=(tenths(width)) {}
                g transform=(turned) { (draw_head(self.kind, head)) }
                @if let Some(letter_text) = self.dropped {
                    circle.number cx=(tenths(letter.0)) cy=(tenths(letter.1 - 4.5)) r="9" style="fill:#fff;stroke:#1b1b1b" {}
                    text.letter x=(tenths(letter.0)) y=(tenths(letter.1)) style="font-size:12px" { (letter_text) }
                }
            }
        }
    }
}

/// The unit vector from one point to another, and how far it is.
fn direction(from: Point, to: Point) -> (Point, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    ((dx / length, dy / length), length)
}

/// A length as it is written: to a tenth, no more digits than it takes.
fn tenths(length: f32) -> String {
    let text = format!("{length:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// The straight line between two points, as path data.
fn segment(from: Point, to: Point) -> String {
    let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(tenths);
    format!("M{x} {y}L{to_x} {to_y}")
}

/// The classes of an arrow and of its shaft.
const fn classes(kind: Option<Kind>, is_other: bool) -> (&'static str, &'static str) {
    match (kind, is_other) {
        (Some(kind), false) => (kind.name(), "shaft"),
        (Some(kind), true) => (kind.name(), "shaft other"),
        (None, false) => ("line", "played"),
        (None, true) => ("line", "played other"),
    }
}

/// A head whose tip is at the origin and that points to the right; each kind has its own form.
fn draw_head(kind: Option<Kind>, length: f32) -> Markup {
    let half = length * 0.55;
    let triangle = |tip: f32| {
        let (length, half, height) = (tenths(length), tenths(half), tenths(2.0 * half));
        format!("M{} 0l-{length} -{half}v{height}z", tenths(tip))
    };
    let d = match kind {
        Some(Kind::Promotion) => triangle(0.0) + &triangle(-length * 0.75),
        Some(Kind::Answer) => {
            let (r, d) = (length * 0.45, length * 0.9);
            format!("M0 0a{r:.1} {r:.1} 0 1 1 -{d:.1} 0a{r:.1} {r:.1} 0 1 1 {d:.1} 0z")
        }
        Some(Kind::Fork) => format!("M0 0l-{half:.1} -{half:.1}l-{half:.1} {half:.1}l{half:.1} {half:.1}z"),
        Some(Kind::Capture | Kind::Threat) | None => triangle(0.0),
    };
    html! {
        @match kind {
            Some(Kind::Threat) => path.head.hollow d=(d) style="stroke-width:2" {},
            Some(_) => path.head.head-casing d=(d) {},
            None => path.played-head d=(d) {},
        }
    }
}

/// What an arrow of a kind looks like, for the legend: its middle is here.
pub fn sample(kind: Option<Kind>, is_other: bool, (x, y): Point) -> Markup {
    let (half, head) = (14.0, 13.0);
    let (name, shaft) = classes(kind, is_other);
    html! {
        g class=(name) transform=(format!("translate({x:.1} {y:.1})")) {
            path class=(shaft) d=(format!("M-{half} 0H{}", tenths(half - head * 0.8))) stroke-width="4" {}
            g transform=(format!("translate({half} 0)")) { (draw_head(kind, head)) }
        }
    }
}

/// A sample beside words, on the board's color, by night as well.
pub(crate) fn on_chip(sample: &Markup) -> Markup {
    html! {
        svg.chip viewBox="0 0 36 16" aria-hidden="true" { rect.board width="36" height="16" rx="3" {} (sample) }
    }
}

/// Places for numbers in the middle of arrows, where the piece that moves is not hidden: as shares of their lengths, the
/// best one first.
pub(crate) const IN_THE_MIDDLE: [f32; 5] = [0.45, 0.3, 0.6, 0.15, 0.75];
/// The same at the start, where a short arrow is not hidden.
pub(crate) const AT_THE_START: [f32; 5] = [0.0, 0.15, 0.3, 0.45, 0.6];

/// Numbers on arrows, none upon another as far as there is room.
pub fn numbers(of: &[(usize, Arrow)], shares: [f32; 5]) -> Markup {
    const RADIUS: f32 = 9.0;
    let mut taken: Vec<(usize, Point)> = Vec::new();
    for (number, arrow) in of {
        let room = |&at: &Point| {
            let distances = taken.iter().map(|(_, other)| (other.0 - at.0).hypot(other.1 - at.1));
            distances.fold(f32::MAX, f32::min)
        };
        let places = shares.map(|share| arrow.along(share));
        let free = places.iter().find(|at| room(at) > 2.0 * RADIUS);
        let at = free.or_else(|| places.iter().max_by(|a, b| room(a).total_cmp(&room(b))));
        taken.extend(at.map(|&at| (*number, at)));
    }
    html! {
        g.steps {
            @for (number, (x, y)) in taken {
                circle.number cx=(tenths(x)) cy=(tenths(y)) r=(RADIUS) {}
                text.digit x=(tenths(x)) y=(tenths(y + 4.3)) { (number) }
            }
        }
    }
}

/// A line that binds a piece: a ring around it, and where it leads.
pub(crate) fn bond(class: &str, piece: Point, to: Point, title: &str) -> Markup {
    const RING: f32 = CELL * 0.42;
    let ((dx, dy), _) = direction(piece, to);
    let start = (piece.0 + dx * RING, piece.1 + dy * RING);
    html! {
        g {
            title { (title) }
            circle class=(class) cx=(tenths(piece.0)) cy=(tenths(piece.1)) r=(tenths(RING)) {}
            path class=(class) d=(segment(start, to)) {}
        }
    }
}
