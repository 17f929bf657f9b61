//! What `accuracy` found: how far each strategy is off, and the leaves where one is furthest off.

use maud::{Markup, html};

use super::pages;
use super::picture::{boards, figures};
use super::plot::{self, Axis, Mark, Plot};
use super::table::{Columns, TextTable, or_dash, percents};
use crate::lab::leaves::{ErrorTotals, Judged};
use crate::lang::{self, tr};

/// How the columns of [`tables`] are to be read, and what is to be said of other programs where there are any.
pub fn notes(games: &[ErrorTotals]) -> Vec<String> {
    let all = games
        .iter()
        .flat_map(|game| game.errors.iter().map(move |e| (&*game.game, e.tactics.as_str(), &e.faults)));
    let legend = tr!(
        "mean, median, 90 %: sizes of errors (what a strategy says less the truth), the last not exceeded by nine \
         of ten; bias: the mean error with its sign; within: errors of a pawn's exchange at most; sign: says \
         rightly whether the side to move gains a pawn's exchange or more, loses it, or neither; move: right \
         first moves, of the leaves with a unique best move; tactical: the same where that move is a capture or a \
         promotion; nodes, us: moves made and microseconds a call; mates: leaves left out because it says that \
         a mate or another forced end decides them"
    );
    let has_programs = games.iter().any(|game| game.has_programs);
    let more = tr!(
        "Programs count more than the material that the truth is made of: their errors are not tactics alone"
    );
    let mut lines = pages::notes(all, legend.to_owned(), has_programs);
    lines.extend(has_programs.then(|| more.to_owned()));
    lines
}

/// All tables of a game, in their order.
pub fn tables(summary: &ErrorTotals) -> Vec<TextTable> {
    let classes = (!summary.classes.is_empty()).then(|| classes(summary));
    [errors(summary), parts(summary)].into_iter().chain(classes).collect()
}

fn errors(summary: &ErrorTotals) -> TextTable {
    let (from, to) = summary.depths;
    let depth = if from == to { from.to_string() } else { tr!("{from} to {to}", from, to) };
    let title = tr!(
        "{game}: {count} leaves, truth by full width to depth {depth}, {unique} with a unique best move ({tactical} tactical), a pawn's exchange is {pawn}.",
        game = lang::text(&summary.game),
        count = summary.count,
        depth,
        unique = summary.unique,
        tactical = summary.unique_tactical,
        pawn = summary.pawn
    );
    Columns::of(title, &summary.errors)
        .words("strategy", |e| e.tactics.clone())
        .number("mean", |e| format!("{:.0}", e.mean))
        .number("median", |e| e.median)
        .number("90 %", |e| e.ninety)
        .number("bias", |e| format!("{:+.0}", e.bias))
        .number("within", |e| percents(100.0 * e.within))
        .number("sign", |e| percents(100.0 * e.sign))
        .number("move", |e| percents(100.0 * e.first))
        .number("tactical", |e| percents(100.0 * e.first_tactical))
        .number("nodes", |e| format!("{:.1}", e.nodes))
        .number_or_dash("us", |e| e.micros.map(|micros| format!("{micros:.2}")))
        .number("mates", |e| e.decided)
        .number_if(summary.has_programs, "faults", |e| e.faults.count())
        .table()
}

fn parts(summary: &ErrorTotals) -> TextTable {
    let title = tr!(
        "{game}: by squares on which a piece is lost by exchange, by a threat against the side to move, by pieces in hand, by phase.",
        game = lang::text(&summary.game)
    );
    // The first row counts the leaves, the others are strategies.
    let rows = std::iter::once(None).chain((0..summary.errors.len()).map(Some));
    let mut columns = Columns::of(title, rows)
        .words("mean error by", |row| row.map_or(tr!("leaves"), |k| &summary.errors[k].tactics).to_owned());
    let mut axis = "";
    for part in &summary.parts {
        // The axis is named once, before its first part.
        let is_first = std::mem::replace(&mut axis, part.axis) != part.axis;
        let before = if is_first { lang::text(part.axis).to_owned() + " " } else { String::new() };
        columns = columns.number(&(before + lang::text(part.name)), |row| {
            row.map_or_else(|| part.count.to_string(), |k| format!("{:.0}", part.means[k]))
        });
    }
    columns.table()
}

fn classes(summary: &ErrorTotals) -> TextTable {
    let game = lang::text(&summary.game);
    let title = if summary.falls() {
        tr!("{game}: errors fall with confidence.", game)
    } else {
        tr!("{game}: errors do not fall with confidence.", game)
    };
    Columns::of(title, &summary.classes)
        .words("confidence", |class| tr!("{from} to {to}", from = class.from, to = class.to))
        .number("leaves", |class| class.count)
        .number("mean", |class| format!("{:.0}", class.mean))
        .number("90 %", |class| class.ninety)
        .table()
}

/// The leaves about which a strategy, the `k`-th, is furthest off: at most so many.
fn worst_leaves<'a>(leaves: &[&'a Judged], k: usize, count: usize) -> Vec<&'a Judged> {
    let mut leaves = leaves.to_vec();
    leaves.retain(|leaf| leaf.answers[k].fault.is_none());
    leaves.sort_by_key(|leaf| std::cmp::Reverse(leaf.error(&leaf.answers[k]).abs()));
    leaves.truncate(count);
    leaves
}

/// The same as a table.
pub fn worst(leaves: &[&Judged], k: usize, count: usize) -> TextTable {
    let leaves = worst_leaves(leaves, k, count);
    let tactics = leaves.first().map_or("", |leaf| leaf.answers[k].tactics.as_str());
    Columns::of(tr!("The largest errors of {name}.", name = tactics), leaves)
        .words("leaf", |leaf| leaf.id.clone())
        .number("error", |leaf| format!("{:+}", leaf.error(&leaf.answers[k])))
        .number("material", |leaf| leaf.material)
        .roomy()
        .number("value", |leaf| leaf.answers[k].value)
        .roomy()
        .words("move", |leaf| or_dash(leaf.answers[k].first_move.as_deref()))
        .number("confidence", |leaf| leaf.answers[k].confidence)
        .roomy()
        .number("truth", |leaf| leaf.truth.value)
        .roomy()
        .words("best", |leaf| leaf.truth.best.clone())
        .number_or_dash("margin", |leaf| leaf.truth.margin)
        .roomy()
        .words("position", |leaf| leaf.position.clone())
        .text_only()
        .table()
}

/// A page with the tables and plots of each game, and the leaves about which a strategy,
/// the `k`-th, is furthest off; `note` says what is to be known first.
pub fn page(all: &[Judged], k: usize, most: usize, note: &str) -> String {
    let content = html! {
        @for game in ["shogi", "chess"] {
            @let leaves: Vec<&Judged> = all.iter().filter(|leaf| leaf.game == game).collect();
            @if let Some(totals) = ErrorTotals::of(&leaves) {
                (pages::tables(&tables(&totals), &notes(std::slice::from_ref(&totals))))
                (plots_of(&totals))
                (list(&totals, &leaves, k, most))
            }
        }
    };
    pages::page(tr!("The strategies and the truth"), note, &content)
}

fn plots_of(totals: &ErrorTotals) -> Markup {
    let is_timed = totals.errors.iter().all(|e| !e.times.is_empty());
    let game = lang::text(&totals.game);
    let times = Axis::log(tr!("microseconds"), totals.errors.iter().flat_map(|e| e.times.iter().copied()));
    let calls = totals.errors.iter().map(|e| (&*e.tactics, plot::shares_up_to(&e.times, times.to)));
    let axes = (times, Axis::linear(tr!("% answered within"), 0.0, 100.0));
    let calls = plot::curves(tr!("Time a call"), axes, calls);
    html! {
        h2 { (tr!("{game}: the errors of each strategy", game)) }
        (plot::errors(totals.errors.iter().map(|e| (&*e.tactics, &e.histogram))))
        h2 { (tr!("{game}: time, and what confidence is worth", game)) }
        (plot::row(is_timed.then_some(calls).into_iter().chain(confidence(totals))))
    }
}

/// The mean error and the ninth of ten by confidence, where a strategy has one.
fn confidence(totals: &ErrorTotals) -> Option<Plot<'static>> {
    let classes = &totals.classes;
    let most = classes.iter().map(|class| f64::from(class.ninety)).fold(1.0, f64::max);
    let middle = |from: u8, to: u8| f64::midpoint(f64::from(from), f64::from(to));
    let mean = classes.iter().map(|class| (f64::from(class.from), f64::from(class.to) + 1.0, class.mean));
    let ninety = classes.iter().map(|class| (middle(class.from, class.to), f64::from(class.ninety)));
    let height = Axis::linear(tr!("size of the error"), 0.0, most * 1.05);
    let axes = (Axis::linear(tr!("confidence"), 0.0, 256.0), height);
    let marks = vec![Mark::Bars(0, mean.collect()), Mark::Line(2, ninety.collect())];
    let keys = vec![tr!("mean"), "", tr!("nine of ten are not larger")];
    (!classes.is_empty()).then(|| Plot { keys, ..Plot::new(tr!("Confidence against error"), axes, marks) })
}

fn list(totals: &ErrorTotals, leaves: &[&Judged], k: usize, most: usize) -> Markup {
    let found = worst_leaves(leaves, k, most);
    let details = |leaf: &&Judged| {
        let own = &leaf.answers[k];
        let first: Vec<String> = own.first_move.iter().cloned().collect();
        let truth = std::slice::from_ref(&leaf.truth.best);
        let more = html! {
            (answers(leaf).bare())
            p.faint { (tr!("Material as it stands: {value}; truth by full width to depth {depth}.", value = leaf.material, depth = leaf.truth.depth)) }
        };
        boards(&leaf.position, [(&own.tactics, &first), (tr!("Truth"), truth)], &more)
    };
    html! {
        @if let Some(leaf) = found.first() { (figures(&leaf.position)) }
        (worst(leaves, k, most).list(&totals.game, &found.iter().map(details).collect::<Vec<_>>()))
        p { (tr!("Values count material alone, from the side to move.")) }
    }
}

/// What all strategies say of a leaf.
fn answers(leaf: &Judged) -> TextTable {
    Columns::of("", leaf.answers.iter().filter(|answer| answer.fault.is_none()))
        .words("strategy", |answer| answer.tactics.clone())
        .words("move", |answer| or_dash(answer.first_move.as_deref()))
        .number("value", |answer| format!("{:+}", answer.value))
        .number("error", |answer| format!("{:+}", leaf.error(answer)))
        .number("confidence", |answer| answer.confidence)
        .number("nodes", |answer| answer.nodes)
        .number_or_dash("us", |answer| answer.time_us.map(|micros| format!("{micros:.1}")))
        .table()
}
