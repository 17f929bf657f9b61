//! How a match stands, in words and figures for people.

use console::{Alignment, pad_str};
use maud::{Markup, html};

use super::game::{self, Games};
use super::pages;
use super::plot::{self, Axis, Mark, Plot};
use super::table::{Columns, TextTable, percents};
use crate::game::{Color, visible};
use crate::lab::arena::{
    Effort, Estimate, GameLine, GameRecord, History, Hypothesis, MatchGame, Outcomes, Plan, REPEAT_PLIES,
    Reason, Rung, Rungs, Spec, Sprt, Stage, Standing, Tally, letter,
};
use crate::lang::{self, tr, tr_of};

/// Games that are listed: a page is to be opened at once.
const MOST_LISTED: usize = 2_000;
/// Corners of a curve.
const CORNERS: usize = 400;
/// A difference of Elo beyond this is drawn at the edge.
const MOST_ELO: f64 = 800.0;

/// The table at the end of a match.
pub fn summary(plan: &Plan, standing: &Standing) -> String {
    let players = players(plan).into_iter().map(|(name, told)| format!("{name}  {told}\n"));
    let facts = facts(plan, standing).into_iter();
    let facts = facts.map(|(name, told)| format!("{} {told}\n", pad_str(name, 13, Alignment::Left, None)));
    let rungs = rungs(plan, standing).map(|table| table.text(None) + "\n");
    players.chain(facts).chain(rungs).chain([sides(standing).text(None)]).collect()
}

/// Who plays, and under what limits.
fn players(plan: &Plan) -> Vec<(String, String)> {
    let told = |spec: &Spec| format!("{}: {}", visible(&spec.name), spec.limit);
    (0..).map(letter).map(String::from).zip(plan.players.iter().map(told)).collect()
}

/// How it stands: a name and what is to be said.
fn facts(plan: &Plan, standing: &Standing) -> Vec<(&'static str, String)> {
    let planned = plan.count();
    let repeated = match plan.openings.count() {
        Some(count) if count < plan.schedule().opening_of(plan.games) => tr!(
            ", {count} openings, which repeat with {plies} random moves behind them",
            count,
            plies = REPEAT_PLIES
        ),
        _ => String::new(),
    };
    let games = tr!("{count} of {planned}{repeated}", count = standing.count(), planned, repeated);
    let (outcome, what) = match standing.outcomes() {
        Outcomes::Pairs(pairs) => (score(&pairs, standing), tr!("pairs")),
        Outcomes::Gauntlet(rungs) => (lead(&rungs.leads(), standing), tr!("units")),
    };
    let mut facts = vec![(tr!("games"), games)];
    facts.extend(outcome);
    if let Some((sprt, llr, count)) = standing.test() {
        let (low, high) = Sprt::bounds();
        let decision = match standing.decision() {
            None => tr!("undecided"),
            Some(Hypothesis::Null) => tr!("H0 accepted"),
            Some(Hypothesis::Alternative) => tr!("H1 accepted"),
        };
        let told = tr!(
            "Elo {least} or {most}: LLR {llr} of {low} to {high} after {count} {what}, {decision}",
            least = sprt.elo0,
            most = sprt.elo1,
            llr = format_args!("{llr:.2}"),
            low = format_args!("{low:.2}"),
            high = format_args!("{high:.2}"),
            count,
            what,
            decision
        );
        facts.push(("SPRT", told));
    }
    let endings = standing.endings().map(|(winner, reason, count)| {
        let reason = lang::text(reason.name());
        match winner.map(letter) {
            Some(player) => tr!("{player} won by {reason} {count}", player, reason, count),
            None => tr!("drawn by {reason} {count}", reason, count),
        }
    });
    facts.push((tr!("endings"), endings.collect::<Vec<_>>().join(", ")));
    facts
}

/// What A scored against B.
fn score(pairs: &Tally<5>, standing: &Standing) -> Vec<(&'static str, String)> {
    let [losses, draws, wins] = standing.games().0;
    let mut facts = vec![("A", tr!("won {wins}, drew {draws}, lost {losses}", wins, draws, losses))];
    if let Some((estimate, by_pairs)) = standing.estimate() {
        let told = tr!(
            "{score} %, Elo {elo} (95 %, by {what}), LOS {los} %",
            score = format_args!("{:.2}", estimate.score * 100.0),
            elo = elo_text(&estimate),
            what = if by_pairs { tr!("pairs") } else { tr!("games") },
            los = format_args!("{:.1}", estimate.los * 100.0)
        );
        facts.push((tr_of!("match", "score"), told));
    }
    let counts = pairs.0.map(|count| count.to_string()).join(" ");
    facts.push((tr!("pairs"), tr!("{counts} with 0, 1/2, 1, 3/2, 2 points", counts)));
    facts
}

/// What is said of each player.
fn sides(standing: &Standing) -> TextTable {
    let percent = |(points, games): (u64, u64)| percents(points as f64 * 50.0 / games as f64);
    let nodes = |effort: &Effort| effort.nodes.checked_div(effort.moves_with_nodes);
    let time = |effort: &Effort| {
        (effort.time_ms > 0.0).then(|| format!("{:.1}", effort.time_ms / effort.moves.max(1) as f64))
    };
    Columns::of("", (0..).map(letter).zip(standing.players()))
        .words(" ", |(player, _)| *player)
        .number("as black", |(_, totals)| percent(totals.black))
        .number("as white", |(_, totals)| percent(totals.white))
        .number_or_dash("nodes/move", |(_, totals)| nodes(&totals.effort))
        .number_or_dash("ms/move", |(_, totals)| time(&totals.effort))
        .number("illegal", |(_, totals)| totals.lost_by(Reason::Illegal))
        .number("late", |(_, totals)| totals.lost_by(Reason::Time))
        .number("crash", |(_, totals)| totals.lost_by(Reason::Crash))
        .number("hang", |(_, totals)| totals.lost_by(Reason::Hang))
        .number("flood", |(_, totals)| totals.lost_by(Reason::Flood))
        .table()
}

/// How much A is ahead against strangers.
fn lead(leads: &Tally<9>, standing: &Standing) -> Vec<(&'static str, String)> {
    let [worse, same, better] = compared(leads);
    let units = tr!(
        "scored more than B in {better} units of four games, as much in {same}, less in {worse}",
        better,
        same,
        worse
    );
    let mut facts = vec![("A", units)];
    if let Some((estimate, _)) = standing.estimate() {
        let told = tr!(
            "{points} points of a hundred more than B, Elo {elo} (95 %, by units)",
            points = format_args!("{:+.2}", estimate.score * 200.0 - 100.0),
            elo = elo_text(&estimate)
        );
        facts.push((tr_of!("match", "score"), told));
    }
    facts
}

/// In how many units A scored less than B, as much, and more.
pub fn compared(leads: &Tally<9>) -> [u64; 3] {
    let [w4, w3, w2, w1, same, b1, b2, b3, b4] = leads.0;
    [w4 + w3 + w2 + w1, same, b1 + b2 + b3 + b4]
}

/// What both scored against each stranger; nothing in a match without.
fn rungs(plan: &Plan, standing: &Standing) -> Option<TextTable> {
    let Outcomes::Gauntlet(rungs) = standing.outcomes() else { return None };
    let percent = |rung: &Rungs, side: usize| {
        let scores = rung.0.first().and_then(Rung::scores);
        percents(scores.map_or(f64::NAN, |scores| scores[side] * 100.0))
    };
    let strangers = players(plan).into_iter().skip(2);
    let columns = Columns::of("", strangers.zip(rungs.0.into_iter().map(|rung| Rungs(vec![rung]))))
        .words("against", |((letter, name), _)| format!("{letter} {name}"))
        .number("units", |(_, rung)| rung.leads().count())
        .number("A", |(_, rung)| percent(rung, 0))
        .number("B", |(_, rung)| percent(rung, 1))
        .number_or_dash("Elo (95 %)", |(_, rung)| rung.estimate().as_ref().map(elo_text));
    Some(columns.table())
}

/// An estimate of Elo; without a bound where one side won all.
pub(crate) fn elo_text(estimate: &Estimate) -> String {
    match (estimate.elo.is_finite(), estimate.error.is_finite()) {
        (true, true) => format!("{:+.1} +- {:.1}", estimate.elo, estimate.error),
        (true, false) => tr!("{elo}, its error unknown", elo = format_args!("{:+.1}", estimate.elo)),
        (false, _) => tr!("without bound").to_owned(),
    }
}

/// A page with the score, its course, and the games; `note` says what is to be known first.
pub fn page<D: MatchGame>(plan: &Plan, standing: &Standing, history: &History, note: &str) -> String {
    let opened = Games::played::<D>(opened(plan, standing, history));
    let content = html! {
        dl {
            @for (name, told) in players(plan) { dt { (name) } dd { bdi { (told) } } }
            @for (name, told) in facts(plan, standing) { dt { (name) } dd { bdi { (told) } } }
        }
        @if let Some(table) = rungs(plan, standing) { (table.bare()) }
        h2 { (tr!("The players")) }
        (sides(standing).bare())
        (course(standing))
        @if opened.count() > 0 { (game::viewer()) }
        (games(plan, standing, opened.count()))
    };
    pages::page_of_games(tr!("A match"), note, &content, &opened)
}

/// How Elo and the test went.
fn course(standing: &Standing) -> Markup {
    let stages = standing.stages();
    // The last one is where the match stands.
    let step = stages.len().div_ceil(CORNERS).max(1);
    let mut stages: Vec<Stage> = stages.into_iter().rev().step_by(step).collect();
    stages.reverse();
    let last = stages.last().map_or(2, |stage| stage.games).max(2);
    let games = || Axis::whole(tr!("games"), 0.0, last as f64);
    html! {
        @if let Some(stage) = stages.last() {
            h2 { (tr!("The match as games went")) }
            p { (tr!("After {count} games: Elo {elo}.", count = stage.games, elo = elo_text(&stage.estimate))) }
            (plot::row(elo(&stages, games()).into_iter().chain(standing.test().map(|_| llr(&stages, games())))))
        }
    }
}

/// Elo with its interval, from where it has one.
fn elo(stages: &[Stage], x: Axis<'static>) -> Option<Plot<'static>> {
    let known = stages.iter().map(|stage| (stage.games as f64, &stage.estimate));
    let known = known.filter(|(_, found)| found.elo.is_finite() && found.error.is_finite());
    let line: Vec<_> = known.clone().map(|(games, found)| (games, found.elo)).collect();
    let band: Vec<_> = known.map(|(games, it)| (games, it.elo - it.error, it.elo + it.error)).collect();
    // The first games say next to nothing, and would make the rest flat.
    let settled = &band[band.len() / 5..];
    let low = settled.iter().map(|it| it.1).fold(0.0, f64::min);
    let high = settled.iter().map(|it| it.2).fold(0.0, f64::max);
    let room = ((high - low) * 0.1).max(5.0);
    let y = Axis::linear("Elo", (low - room).max(-MOST_ELO), (high + room).min(MOST_ELO));
    let keys = vec![tr!("Elo, and the interval of 95 %")];
    (!line.is_empty()).then(|| {
        let marks = vec![Mark::Level(0.0), Mark::Band(0, band), Mark::Line(0, line)];
        Plot { keys, ..Plot::new(tr!("Elo of A over B"), (x, y), marks) }
    })
}

fn llr(stages: &[Stage], x: Axis<'static>) -> Plot<'static> {
    let line = stages.iter().filter_map(|stage| Some((stage.games as f64, stage.llr?))).collect();
    let (low, high) = Sprt::bounds();
    let marks = vec![Mark::Level(low), Mark::Level(0.0), Mark::Level(high), Mark::Line(1, line)];
    Plot::new(tr!("The test: log-likelihood ratio"), (x, Axis::linear("LLR", low * 1.2, high * 1.2)), marks)
}

/// Who sat on which side of a game.
fn seats(plan: &Plan, game: &GameLine) -> [char; 2] {
    plan.schedule().seats(game.number).map(letter)
}

fn result(plan: &Plan, game: &GameLine) -> String {
    match game.result.winner() {
        Some(side) => tr!("{player} won", player = seats(plan, game)[side.index()]),
        None => tr!("drawn").to_owned(),
    }
}

/// The games that can be opened: their titles, who sat on which side, their records.
fn opened<'a>(
    plan: &'a Plan,
    standing: &'a Standing,
    history: &'a History,
) -> impl Iterator<Item = (Vec<String>, [char; 2], &'a GameRecord)> {
    standing.lines().filter_map(|game| {
        let (record, seats) = (history.0.get(&game.number)?, seats(plan, game));
        let sides = if record.game == "chess" { [Color::White, Color::Black] } else { Color::ALL };
        let mut title = vec![format!("{}. ", game.number)];
        for (side, gap) in sides.map(|color| record.player(color)).into_iter().zip([" \u{2013} ", ": "]) {
            title.push(format!("{} {}", seats[side.index()], visible(&record.side(side).name)));
            title.push(gap.to_owned());
        }
        title.push(format!("{}, {}", result(plan, game), lang::text(game.reason.name())));
        Some((title, seats, record))
    })
}

fn games(plan: &Plan, standing: &Standing, opened: usize) -> Markup {
    let all = standing.count() as usize;
    let columns = Columns::of(tr!("Games"), standing.lines().take(MOST_LISTED))
        .number("Number", |game| game.number)
        .words("Opening", |game| game.opening.clone())
        .words("Black", |game| seats(plan, game)[game.black.index()])
        .roomy()
        .words("Result", |game| result(plan, game))
        .words("Reason", |game| lang::text(game.reason.name()))
        .number("Moves", |game| game.plies);
    html! {
        (columns.table().list("games", &[]))
        p {
            @for (letter, name) in players(plan) { (letter) ": " bdi { (name) } ". " }
            @if all > MOST_LISTED { (tr!("Of {all} games the first {most} are listed.", all, most = MOST_LISTED)) " " }
            @if all > opened { (tr!("The first {count} can be opened on the board.", count = opened)) }
        }
    }
}
