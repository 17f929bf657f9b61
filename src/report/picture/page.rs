//! One page to step through an explanation: board and table side by side, the line with
//! its running sum, and what the search makes of it. It needs nothing from
//! elsewhere; without its script, and on paper, all steps stand below each other.

use maud::{Markup, PreEscaped, html};

use super::arrows::{on_chip, sample};
use super::pieces::Pieces;
use super::scene::Scene;
use crate::explain::{EntryReport, Explanation, StepReport, TieReport, Wider, legend, moves};
use crate::game::{ByColor, Color, Drawing, visible};
use crate::lab::xref::{Report, SearchReport};
use crate::lang::{self, tr};
use crate::report::frame;
use crate::report::palette::Kind;

/// Of tables beside boards.
pub(crate) const STYLE: &str = include_str!("page.css");
/// Marks what belongs to a row.
pub(crate) const MARK: frame::Module = ("mark", include_str!("mark.js"));
/// Steps from pane to pane.
const STEP: frame::Module = ("step", include_str!("step.js"));

/// What the search makes of a position: what is said of, and what it is.
fn facts(search: &SearchReport) -> [(&'static str, String); 8] {
    let list = |moves: &[String]| if moves.is_empty() { tr!("none").to_owned() } else { moves.join(", ") };
    let signed = |value| format!("{value:+}");
    [
        (tr!("Static answer"), tr!("{value}, added to the evaluation", value = signed(search.value))),
        (tr!("It is final"), tr!("where the window is more than {margin} away", margin = search.margin)),
        (tr!("Every reply believed"), signed(search.net)),
        (tr!("If the largest threat is parried"), signed(search.if_we_parry)),
        (tr!("Elsewhere captures are searched"), tr!("from {value}", value = signed(search.stand_pat))),
        (tr!("Moves of its table that win something"), list(&search.winning)),
        (tr!("Quiet moves searched beside captures"), list(&search.quiet)),
        (tr!("Confidence by the table alone"), tr!("{value} of 255", value = search.confidence)),
    ]
}

/// The page. `title` may be anybody's text.
pub fn page<P: Drawing>(report: &Report, pieces: Pieces, title: &str) -> String {
    let told = &report.explanation;
    let panes = Pane::all::<P>(told);
    // Boards stay where they are from step to step.
    let holds = |c| panes.iter().any(|pane| pane.scene.board.holds()[c]);
    let hands = ByColor(Color::ALL.map(holds));
    let body = html! {
        header { h1 dir="auto" { (visible(title)) } p.faint { code { (P::POSITION_WORD) " " (told.position) } } }
        // The script shows the buttons: without it they do nothing.
        nav #steps aria-label=(tr!("Steps")) hidden {
            button #back type="button" { (tr!("\u{2190} Back")) }
            span #where { (tr!("{number} of {count}", number = 1, count = panes.len())) }
            button #next type="button" { (tr!("Next \u{2192}")) }
            span.hint { (tr!("or the keys \u{2190} \u{2192}; in the table \u{2191} \u{2193}")) }
        }
        main { @for (number, pane) in (1..).zip(&panes) { (pane.draw::<P>(number, hands, pieces)) } }
        div.below { (line(told)) (search(report)) }
        @if let Some(wider) = &told.wider {
            section {
                h2 { (tr!("Not counted: what only a wider look knows")) }
                @if wider.is_empty() { p { (tr!("Nothing more.")) } }
                (beyond(told.game, wider, told.iterations.first().map_or("", |it| it.side)))
            }
        }
        details {
            summary { (tr!("How to read the table")) }
            (PreEscaped(lang::filled(include_str!("reading.html"))))
            pre { (legend()) }
        }
        p.unseen #said aria-live="polite" {}
    };
    frame::page(title, &[STYLE], &[MARK, STEP], &body)
}

/// What only the wider look knows, where this side is to move.
pub(super) fn beyond(game: &str, wider: &Wider, mover: &str) -> Markup {
    html! {
        @if !wider.entries.is_empty() { (table(game, &wider.entries, mover, None)) }
        @if !wider.ties.is_empty() { (reasons(&[], &wider.ties)) }
        p { (tr!("Its line: {line}; net {net}", line = moves(&wider.line), net = wider.net)) }
    }
}

/// One step of the page.
struct Pane<'a> {
    heading: String,
    scene: Scene<'a>,
    /// Whether it is a step, beside which a table stands, and not the end of the line.
    has_table: bool,
    step: Option<&'a StepReport>,
    /// The sum of the line after it.
    sum: i32,
}

impl<'a> Pane<'a> {
    /// Each table with its choice and, where one table serves for all, each further
    /// step of the line; then the board at the end.
    fn all<P: Drawing>(told: &'a Explanation) -> Vec<Self> {
        let (mut panes, mut sum) = (Vec::new(), 0);
        for (number, at) in (1..).zip(0..told.iterations.len().max(told.steps.len())) {
            let (own, step) = (told.iterations.get(at), told.steps.get(at));
            let Some(board) = own.map(|it| &it.board).or(step.and_then(|step| step.before.as_ref())) else {
                break;
            };
            sum += step.map_or(0, |step| step.amount);
            let side = lang::text_of(told.game, board.side.name());
            panes.push(Self {
                heading: match own {
                    Some(_) if told.iterations.len() == 1 => tr!("The table: {side} to move", side),
                    Some(_) => tr!("Iteration {number}: {side} to move", number, side),
                    None => tr!("Step {number} of the line: {side} to move", number, side),
                },
                scene: Scene {
                    entries: own.or(told.iterations.first()).map_or(&[], |table| &table.entries),
                    only: own.is_none().then(|| step.and_then(|step| step.entry.as_deref()).unwrap_or("")),
                    ties: own.map_or(&[], |table| &table.ties),
                    steps: if at == 0 { &told.steps } else { told.steps.get(at..=at).unwrap_or(&[]) },
                    first: number,
                    ..Scene::new::<P>(board, "")
                },
                has_table: !told.iterations.is_empty(),
                step,
                sum,
            });
        }
        if let Some(board) = &told.end {
            let heading = tr!("After the line: net {net}", net = told.net);
            let scene = Scene::new::<P>(board, "");
            panes.push(Self { heading, scene, has_table: false, step: None, sum });
        }
        panes
    }

    /// Draws it, the pane of the page with this number.
    fn draw<P: Drawing>(&self, number: usize, hands: ByColor<bool>, pieces: Pieces) -> Markup {
        let scene = Scene { title: &self.heading, hands, pieces, ..self.scene };
        let Scene { board, entries, ties, only, .. } = scene;
        let name = format!("heading-{number}");
        let chosen = self.step.and_then(|step| step.entry.as_deref());
        let does = self.step.map_or_else(|| tr!("pass").to_owned(), StepReport::describe);
        html! {
            section.pane aria-labelledby=(name) data-game=(P::GAME) {
                h2 id=(name) { (self.heading) }
                div.both {
                    figure { (scene.draw::<P>(false)) }
                    div {
                        @if self.has_table {
                            (table(P::GAME, entries, board.side.name(), chosen))
                            p.chosen { (tr!("Chosen:")) " " strong { (does) } (tr!("; sum of the line so far")) " " strong { (self.sum) } }
                        }
                        @if only.is_none() { (reasons(entries, ties)) }
                    }
                }
            }
        }
    }
}

/// The rows of a table, each with what the script needs to mark what belongs to it.
pub(super) fn table(game: &str, entries: &[EntryReport], mover: &str, chosen: Option<&str>) -> Markup {
    let is_chosen = |e: &EntryReport| chosen == Some(e.move_text.as_str()) && e.waits_for.is_none();
    // The rows that give weight to it.
    let giving = |e: &EntryReport| {
        let gives = |text: &str| text != e.move_text && e.credits.iter().any(|credit| credit.from == text);
        let rows = (0..entries.len()).filter(|&row| gives(&entries[row].move_text));
        rows.map(|row| row.to_string()).collect::<Vec<_>>().join(" ")
    };
    if entries.is_empty() {
        return html! { p { (tr!("Nothing tactical.")) } };
    }
    html! {
        div.scroll {
            table.entries {
                thead { tr {
                    th scope="col" { span.unseen { (tr!("Arrow")) } }
                    th scope="col" { (tr!("Move")) }
                    th.roomy scope="col" { (tr!("Side")) }
                    th.n scope="col" { (tr!("Value")) }
                    th.n.roomy scope="col" { (tr!("1st")) }
                    th.n.roomy scope="col" { (tr!("Recap")) }
                    th.n scope="col" { (tr!("Weight")) }
                    th scope="col" { (tr!("Type")) }
                    th.roomy scope="col" { (tr!("Flags")) }
                } }
                tbody {
                    @for (number, e) in entries.iter().enumerate() {
                        tr data-e=(number) data-gives=(giving(e)) class=[is_chosen(e).then_some("is-chosen")] {
                            td { (on_chip(&sample(Some(Kind::of(e.kind)), e.side != mover, (18.0, 8.0)))) }
                            td { span.move { (e.described) } @if is_chosen(e) { span.unseen { " " (tr!("(chosen)")) } } }
                            td.roomy { (lang::text_of(game, e.side)) }
                            td.n { (e.value) }
                            td.n.roomy { (e.first) }
                            td.n.roomy { (e.recapture) }
                            td.n { strong { (e.weight) } }
                            td { (e.type_of_move()) }
                            td.roomy { code { (e.columns) } }
                        }
                    }
                }
            }
        }
    }
}

/// Who gives weight to whom, in words.
pub(super) fn reasons(entries: &[EntryReport], ties: &[TieReport]) -> Markup {
    let told = entries.iter().enumerate().filter(|(_, e)| e.waits_for.is_none());
    // How the weight of an entry comes about.
    let sum = |e: &EntryReport| {
        let credits: Vec<String> = e.credits.iter().map(|credit| format!("{:+}", credit.amount)).collect();
        format!("{}: {} {} = {}", e.move_text, e.value, credits.join(" "), e.weight)
    };
    html! {
        ul.reasons {
            @for (number, e) in told {
                @if !e.credits.is_empty() { li data-for=(number) { (sum(e)) } }
                @for reason in e.reasons() { li data-for=(number) { (reason) } }
            }
            @for tie in ties { li.tied { (tie.describe()) } }
        }
    }
}

/// The line with its running sum; a click on a step shows it.
pub(super) fn line(told: &Explanation) -> Markup {
    let mut sum = 0;
    let does = |step: &StepReport| match (step.does, &step.entry) {
        ("parry", Some(entry)) => tr!("parry {entry}{amount}", entry, amount = ""),
        (does, _) => lang::text(does).to_owned(),
    };
    html! {
        section {
            h2 { (tr!("The line")) }
            div.scroll {
                table.line {
                    thead { tr {
                        th.n scope="col" { (tr!("Step")) }
                        th scope="col" { (tr!("Move")) }
                        th scope="col" { (tr!("What it does")) }
                        th.n scope="col" { (tr!("Changes")) }
                        th.n scope="col" { (tr!("Sum")) }
                    } }
                    tbody {
                        @for (number, (step, m)) in told.steps.iter().zip(&told.line).enumerate() {
                            @let after = { sum += step.amount; sum };
                            tr data-step=(number) {
                                td.n { (number + 1) }
                                td { span.move { (if m == "pass" { tr!("pass") } else { m }) } }
                                td { (does(step)) }
                                td.n { (format!("{:+}", step.amount)) }
                                td.n { strong { (after) } }
                            }
                        }
                    }
                }
            }
            p { (tr!("Net")) " " strong { (told.net) } " " (tr!("({values} values)", values = lang::text(told.values))) }
        }
    }
}

/// What the table comes to, and what the search makes of it.
pub(super) fn search(report: &Report) -> Markup {
    let told = &report.explanation;
    html! {
        section {
            h2 { (tr!("What it comes to")) }
            dl {
                dt { (tr!("Assessed")) } dd { (told.assessed) }
                dt { (tr!("If the largest threat is parried")) } dd { (told.if_we_parry) }
                dt { (tr!("Confidence")) }
                dd { (tr!("{value} of 255", value = told.confidence)) @if !told.doubts.is_empty() { ": " (lang::list(&told.doubts)) } }
            }
            h2 { (tr!("What the search makes of it")) }
            @if report.search.is_none() { p { (tr!("In check the search does not ask the table.")) } }
            dl { @for (name, value) in report.search.iter().flat_map(facts) { dt { (name) } dd { (visible(&value)) } } }
        }
    }
}
