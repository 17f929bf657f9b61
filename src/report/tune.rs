//! Where a tuning stands.

use super::table::Columns;
use crate::lab::arena::Estimate;
use crate::lab::arena::tune::{Plan, Standing, Tuning};

/// A table, and the values as the fields of a SPEC.
pub(crate) fn summary(plan: &Plan, tuning: &Tuning) -> String {
    let (games, all, limit) = (2 * tuning.pairs, 2 * plan.pairs, plan.limit);
    let points = tuning.points.0.map(|count| count.to_string()).join(" ");
    let told = if plan.screen { screened(tuning) } else { tuned(tuning) };
    format!("games  {games} of {all}, {limit}\npairs  {points} with 0, 1/2, 1, 3/2, 2 points\n{told}\n")
}

/// Below so many pairs their spread says little of the error, and no parameter is called sure.
const LEAST_PAIRS: u64 = 100;

/// What each parameter is worth, the surest first, and of those that are sure the better bound.
fn screened(tuning: &Tuning) -> String {
    let mut rows: Vec<(Standing<'_>, Estimate)> =
        tuning.standings().filter_map(|s| Some((s, s.effect?))).collect();
    let sureness = |effect: &Estimate| effect.elo.abs() / effect.error;
    rows.sort_by(|(_, a), (_, b)| sureness(b).total_cmp(&sureness(a)));
    let is_sure = |effect: &Estimate| tuning.pairs >= LEAST_PAIRS && effect.elo.abs() > effect.error;
    let better = rows.iter().filter(|(_, effect)| is_sure(effect)).map(|(s, effect)| {
        let bound = if effect.elo > 0.0 { s.range.max } else { s.range.min };
        format!("{}={}", s.range.name, s.range.text_of(bound))
    });
    let better = better.collect::<Vec<_>>().join(",");
    let columns = Columns::of("", rows)
        .words("parameter", |(s, _)| s.range.name.clone())
        .number("before", |(s, _)| s.range.text_of(s.start))
        .number("least", |(s, _)| s.range.text_of(s.range.min))
        .number("most", |(s, _)| s.range.text_of(s.range.max))
        .number("most against least, Elo (95 %)", |(_, effect)| {
            format!("{:+.1} +- {:.1}", effect.elo, effect.error)
        });
    columns.table().text(None) + &better
}

/// Where each parameter stands, and all of them as the fields of a SPEC.
fn tuned(tuning: &Tuning) -> String {
    let columns = Columns::of("", tuning.standings())
        .words("parameter", |s| s.range.name.clone())
        .number("before", |s| s.start)
        .number("now", |s| format!("{:.2}", s.value))
        .number("rounded", |s| s.rounded())
        .number("least", |s| s.range.min)
        .number("most", |s| s.range.max);
    let fields = tuning.standings().map(|s| format!("{}={}", s.range.name, s.rounded()));
    columns.table().text(None) + &fields.collect::<Vec<_>>().join(",")
}
