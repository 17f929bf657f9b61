//! What one picture shows: a board, the table's entries as arrows, pins and ties as
//! lines, the moves of the line with their numbers, and what all that means.

use maud::{Markup, PreEscaped, html};

use super::arrows::{Arrow, IN_THE_MIDDLE, bond, numbers, sample};
use super::board::{self, CELL, Layout};
use super::pieces::Pieces;
use crate::explain::{BoardReport, EntryReport, Explanation, StepReport, TieReport, moves};
use crate::game::{ByColor, Color, Drawing, Geometry, MoveParts, Piece};
use crate::lang::{self, tr};
use crate::report::palette::{Kind, picture_style};
use crate::report::text::columns;

/// What a picture is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub board: &'a BoardReport,
    /// What could be done.
    pub entries: &'a [EntryReport],
    /// If a move is named here, only its entries are shown.
    pub only: Option<&'a str>,
    /// Pieces that may not leave freely.
    pub ties: &'a [TieReport],
    /// Steps that are shown, and the number of the first, from 1.
    pub steps: &'a [StepReport],
    pub first: usize,
    /// For whose hands there is room.
    pub hands: ByColor<bool>,
    /// Who sits at the bottom.
    pub view: Color,
    pub pieces: Pieces,
    /// What it is, for those who do not see it.
    pub title: &'a str,
    /// Whether what is around it says whose move it is.
    pub is_told: bool,
}

/// The first table of an explanation and its line, as a picture that stands alone.
pub fn svg<P: Drawing>(told: &Explanation, pieces: Pieces) -> String {
    let Some(first) = told.iterations.first() else { return String::new() };
    let title = tr!(
        "{side} to move; predicted line {line}, net {net} ({values} values)",
        side = lang::text_of(told.game, first.side),
        line = moves(&told.line),
        net = told.net,
        values = lang::text(told.values)
    );
    let (entries, ties, steps) = (&first.entries, &first.ties, &told.steps);
    let scene = Scene { entries, ties, steps, pieces, ..Scene::new::<P>(&first.board, &title) };
    scene.draw::<P>(true).into_string() + "\n"
}

impl<'a> Scene<'a> {
    /// A board alone, as the game's diagrams have it.
    pub fn new<P: Drawing>(board: &'a BoardReport, title: &'a str) -> Self {
        Self {
            board,
            entries: &[],
            only: None,
            ties: &[],
            steps: &[],
            first: 1,
            hands: board.holds(),
            view: P::CAPITALS,
            pieces: Pieces::Figures,
            title,
            is_told: false,
        }
    }

    /// Draws it. One that stands alone has its style with it and says in which
    /// language it is written; in a page that is known.
    pub fn draw<P: Drawing>(&self, stands_alone: bool) -> Markup {
        let layout = Layout::of::<P>(self.hands, self.view);
        let arrows = self.arrows::<P>(layout);
        let numbered = self.numbered::<P>(&arrows, layout);
        let legend = self.legend::<P>(&arrows, &numbered);
        let (signs, height) = place_legend(&legend, layout);
        let mut drawn: Vec<&Arrow> = arrows.iter().collect();
        // The heavy ones below, and those that wait below them all.
        drawn.sort_by(|a, b| b.waits.cmp(&a.waits).then(b.weight.total_cmp(&a.weight)));
        let content = html! {
            title { (self.title) }
            @if stands_alone { style { (PreEscaped(picture_style())) } }
            rect.ground width=(layout.width) height=(height) {}
            (board::draw::<P>(self.board, layout, self.pieces))
            (self.bonds::<P>(layout))
            @for arrow in drawn { (arrow.draw()) }
            @for (_, arrow) in numbered.iter().filter(|(_, arrow)| arrow.kind.is_none()) { (arrow.draw()) }
            (numbers(&numbered, IN_THE_MIDDLE))
            (signs)
        };
        let view = format!("0 0 {} {height}", layout.width);
        let xmlns = stands_alone.then_some("http://www.w3.org/2000/svg");
        let [width, height] = [layout.width, height].map(|length| stands_alone.then_some(length));
        let lang = stands_alone.then(|| lang::current().code());
        html! { svg xmlns=[xmlns] viewBox=(view) width=[width] height=[height] role="img" lang=[lang] { (content) } }
    }

    /// The table's entries, each move of a side once.
    fn arrows<P: Drawing>(&self, layout: Layout) -> Vec<Arrow> {
        let most = self.entries.iter().map(|e| e.weight).fold(1, i32::max) as f32;
        let is_same =
            |e: &EntryReport, other: &EntryReport| (e.side, &e.move_text) == (other.side, &other.move_text);
        let shown = self.entries.iter().enumerate().filter(|&(number, e)| {
            self.only.is_none_or(|only| only == e.move_text)
                && !self.entries[..number].iter().any(|other| is_same(e, other))
        });
        let mut arrows: Vec<Arrow> = shown
            .map(|(number, e)| Arrow {
                kind: Some(Kind::of(e.kind)),
                entry: number,
                weight: e.weight as f32 / most,
                is_other: e.side != self.board.side.name(),
                waits: e.waits_for.is_some(),
                title: tr!(
                    "{move}, {side}: {kind}, weight {weight}",
                    move = e.described,
                    side = lang::text_of(P::GAME, e.side),
                    kind = lang::text(e.kind),
                    weight = e.weight
                ),
                ..plain::<P>(&e.parts, e.side == self.view.name(), layout)
            })
            .collect();
        // Of two that run against each other one is moved: then their ends differ, and the other stays where it is.
        for number in 0..arrows.len() {
            let (from, to) = (arrows[number].from, arrows[number].to);
            if arrows.iter().any(|other| (other.to, other.from) == (from, to)) {
                arrows[number].move_aside();
            }
        }
        arrows
    }

    /// The arrows of the steps that are moves: of the table where it has them.
    fn numbered<P: Drawing>(&self, arrows: &[Arrow], layout: Layout) -> Vec<(usize, Arrow)> {
        let sides = [self.board.side, !self.board.side].into_iter().cycle();
        let steps = (self.first..).zip(self.steps).zip(sides).filter_map(|((number, step), side)| {
            let parts = step.parts.as_ref()?;
            let is_same = |a: &&Arrow| {
                let e = &self.entries[a.entry];
                e.side == side.name() && e.parts == *parts && e.waits_for.is_none()
            };
            let own = || step_arrow::<P>(number, parts, side == self.view, layout);
            Some((number, arrows.iter().find(is_same).cloned().unwrap_or_else(own)))
        });
        steps.collect()
    }

    fn bonds<P: Drawing>(&self, layout: Layout) -> Markup {
        let bond = |class: &str, (from, to), title: &str| {
            bond(class, layout.middle::<P>(from), layout.middle::<P>(to), title)
        };
        let king = |sq| {
            let piece = Piece::new(self.board.piece_on(sq)?.color(), P::Geometry::KING);
            self.board.pieces.iter().find(|(_, other)| *other == piece).map(|&(sq, _)| sq)
        };
        let name = |sq| P::square_text(sq);
        html! {
            @for tie in self.ties { (bond("tie", tie.between, &tie.describe())) }
            @for &(piece, pinner) in &self.board.pins {
                (bond("pin", (piece, pinner), &tr!("{piece} is pinned by {pinner}", piece = name(piece), pinner = name(pinner))))
                @if let Some(king) = king(piece) {
                    (bond("pin", (piece, king), &tr!("{piece} is pinned to {king}", piece = name(piece), king = name(king))))
                }
            }
        }
    }

    /// What is to be seen, each with what it means.
    fn legend<P: Drawing>(&self, arrows: &[Arrow], numbered: &[(usize, Arrow)]) -> Vec<(Sign, String)> {
        let side = |c: Color| lang::text_of(P::GAME, c.name());
        let mut legend = Vec::new();
        let mut add = |is_seen: bool, sign: Sign, words: &str| {
            legend.extend(is_seen.then(|| (sign, words.to_owned())));
        };
        let is_bare = !P::Geometry::DROPS && !self.is_told;
        add(is_bare, Sign::None, &tr!("{side} to move", side = side(self.board.side)));
        for kind in Kind::ALL {
            let is_seen = arrows.iter().any(|arrow| arrow.kind == Some(kind));
            add(is_seen, Sign::Arrow(Some(kind), false), lang::text(kind.name()));
        }
        let is_dashed = arrows.iter().any(|arrow| arrow.is_other);
        add(is_dashed, Sign::Arrow(None, true), &tr!("dashed: by {side}", side = side(!self.board.side)));
        add(arrows.iter().any(|arrow| arrow.waits), Sign::None, tr!("faint: after another"));
        let first = numbered.first().map_or(0, |(number, _)| *number);
        add(!numbered.is_empty(), Sign::Number(first), tr!("predicted line"));
        add(!self.board.pins.is_empty(), Sign::Bond("pin"), tr!("pin"));
        add(!self.ties.is_empty(), Sign::Bond("tie"), tr!("tie"));
        legend
    }
}

/// The arrow of a step of a line, the number and the move.
pub fn step_arrow<P: Drawing>(number: usize, parts: &MoveParts, is_below: bool, layout: Layout) -> Arrow {
    let title = format!("{number}: {}", P::parts_text(parts));
    Arrow { title, ..plain::<P>(parts, is_below, layout) }
}

/// The arrow of a move, with nothing known of it; a drop comes from where its owner sits.
fn plain<P: Drawing>(parts: &MoveParts, is_below: bool, layout: Layout) -> Arrow {
    let to = layout.middle::<P>(parts.to);
    let owner = (to.0 + CELL * 0.35, to.1 + if is_below { CELL } else { -CELL });
    let from = parts.from.map_or(owner, |from| layout.middle::<P>(from));
    let dropped = parts.from.is_none().then(|| P::piece_text(parts.piece));
    Arrow { from, to, dropped, ..Arrow::default() }
}

/// What stands before words of the legend.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    None,
    Arrow(Option<Kind>, bool),
    Number(usize),
    Bond(&'static str),
}

/// The legend below the board, in as many rows as it takes, and where it ends.
fn place_legend(legend: &[(Sign, String)], layout: Layout) -> (Markup, f32) {
    /// Of a letter on average, of a sign, of a row, and around all.
    const LETTER: f32 = 6.1;
    const SIGN: f32 = 38.0;
    const ROW: f32 = 20.0;
    const EDGE: f32 = 12.0;
    let top = layout.bottom + 2.0;
    let (mut x, mut y) = (EDGE, top + ROW * 0.6);
    let mut placed = Vec::new();
    for (sign, words) in legend {
        let sign_width = if *sign == Sign::None { 0.0 } else { SIGN };
        let width = (sign_width + LETTER * columns(words) as f32 + EDGE).round();
        if x + width > layout.width && x > EDGE {
            (x, y) = (EDGE, y + ROW);
        }
        placed.push((sign, words, x, sign_width, y));
        x += width;
    }
    let bottom = if legend.is_empty() { top } else { y + ROW * 0.6 };
    let signs = html! {
        // On the board's color, as arrows are: by night, too, they are seen on it.
        rect.board y=(top) width=(layout.width) height=(bottom - top) {}
        @for (sign, words, x, sign_width, y) in placed {
            @match sign {
                Sign::None => {}
                Sign::Arrow(kind, is_other) => (sample(*kind, *is_other, (x + 16.0, y))),
                Sign::Number(number) => {
                    circle.number cx=(x + 22.0) cy=(y) r="9" {}
                    text.digit x=(x + 22.0) y=(y + 4.3) { (number) }
                }
                Sign::Bond(class) => path class=(class) d=(format!("M{x} {y}h32")) {},
            }
            text.key x=(x + sign_width) y=(y + 4.0) { (words) }
        }
    };
    (signs, bottom)
}
