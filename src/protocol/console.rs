//! Words inside the loop that are meant for people.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use console::{Alignment, pad_str};

use crate::eval::net::{Parts, bucket};
use crate::eval::{Evaluation, EvaluationKind, Standard, ending, scale_factor, worth};
use crate::explain::{Look, explain};
use crate::game::{
    All, AttackMap, Color, EvalWeights, FULL_SCALE, Game, Geometry, MAX_PLY, MoveList, Value, ValuePreset,
    perft as tree,
};
use crate::lang::{self, tr};
use crate::search::SearchConfig;

use super::bench;
use super::dialect::Dialect;
use super::settings::Settings;

/// The position: board, text, key, checkers.
pub fn show<P: Game>(position: &P, out: &mut dyn FnMut(&str)) {
    for line in position.diagram().lines() {
        out(line);
    }
    out(&format!("{} {}", P::POSITION_WORD, position.text()));
    out(&format!("key {:016x}", position.key()));
    out(&format!("in check {}", if position.in_check() { "yes" } else { "no" }));
}

/// The evaluation, term by term, and in the centipawns of a GUI, in the words of YaneuraOu, for programs that ask.
pub fn evaluate<D: Dialect>(position: &D::Game, settings: &Settings, out: &mut dyn FnMut(&str)) {
    let (lines, value) = evaluation_lines(position, &settings.evaluation);
    // A dialogue has no empty lines.
    for line in lines.iter().filter(|line| !line.is_empty()) {
        out(line);
    }
    out(&format!("eval = {}", settings.score_unit.centipawns::<D>(value)));
}

/// The evaluation, a line a term and a line for the sum, and the sum.
pub(crate) fn evaluation_lines<P: Game>(position: &P, kind: &EvaluationKind) -> (Vec<String>, Value) {
    let mut map = AttackMap::new();
    map.build(position, P::Geometry::values(ValuePreset::Default));
    let evaluator = Standard::<P>::new();
    let evaluation = Evaluation::<P>::new(kind);
    let name = |side: Color| lang::text_of(P::GAME, side.name());
    let mut lines = vec![row(tr!("term"), [name(Color::Black), name(Color::White), tr!("both")])];
    for term in evaluator.terms(position, &map) {
        lines.push(row(lang::text(term.name), [term.black, term.white, term.black - term.white]));
    }
    let formula = evaluator.evaluate(position, &map);
    let us = position.side_to_move();
    let side = name(us);
    lines.push(tr!("formula {formula} for {side}, the side to move", formula, side));
    if let Some(net) = evaluation.net() {
        lines.push(String::new());
        lines.push(row(tr!("net, view of"), [side, name(!us), tr!("both")]));
        let all = net.parts(position, &map);
        let used = bucket::<P::Geometry>(map.present.count_ones());
        for (name, parts) in all.iter().skip(used).take(1).flat_map(Parts::rows) {
            lines.push(row(lang::text(name), parts));
        }
        let adds = net.weights.beside_formula;
        let what = if adds { tr!("the formula is added to it") } else { tr!("it takes the formula's place") };
        lines.push(what.to_owned());
        lines.push(String::new());
        lines.push(row(tr!("net, output bucket"), ["linear", "neurons", "both"].map(lang::text)));
        for (number, parts) in all.iter().enumerate() {
            let [linear, neurons] = parts.rows().map(|(_, [.., both])| both);
            let mark = if number == used { tr!("  this position's") } else { "" };
            let name = bucket_name::<P::Geometry>(number);
            lines.push(row(&name, [linear, neurons, linear + neurons]) + mark);
        }
    }
    lines.push(String::new());
    lines.push(tr!("what each piece is worth to the evaluation:").to_owned());
    lines.extend(worth::board(position, &evaluation));
    lines.push(String::new());
    lines.push(tr!("evaluation: {kind}", kind = kind.describe::<P::Geometry>()));
    if !matches!(kind, EvaluationKind::Material) {
        let unscaled = evaluation.unscaled(position, &map);
        let plies = position.halfmove_clock();
        let part = scale_factor(position, &map, plies, unscaled);
        if ending(position, &map).is_some() {
            lines.push(tr!("ending: against a bare king, which decides alone").to_owned());
        } else if part < FULL_SCALE {
            let all = FULL_SCALE;
            let line = if scale_factor(position, &map, 0, unscaled) < all {
                tr!("ending: mostly drawn, so {part} of {all} parts of {unscaled} count", part, all, unscaled)
            } else {
                tr!(
                    "{plies} plies without a capture or a pawn's move, so {part} of {all} parts of {unscaled} count",
                    plies,
                    part,
                    all,
                    unscaled
                )
            };
            lines.push(line);
        }
    }
    let value = evaluation.evaluate(position, &map);
    lines.push(tr!("evaluation {value} for {side}, the side to move", value, side));
    (lines, value)
}

/// A name and three columns, whatever the width of its letters.
fn row<T: ToString>(name: &str, cells: [T; 3]) -> String {
    let cell = |cell: T| pad_str(&cell.to_string(), 8, Alignment::Right, None).into_owned();
    pad_str(name, 20, Alignment::Left, None).into_owned() + &cells.map(cell).concat()
}

/// The positions of an output bucket, for people.
fn bucket_name<G: EvalWeights>(number: usize) -> String {
    let least = |number: usize| G::OUTPUT_BUCKETS.get(number).copied();
    match (least(number), number.checked_sub(1).and_then(least)) {
        (Some(least), None) => tr!("{least} or more pieces", least),
        (Some(least), Some(end)) => tr!("{least} to {most} pieces", least, most = end - 1),
        (None, end) => tr!("fewer than {count} pieces", count = end.unwrap_or(0)),
    }
}

/// SUPER-SOMA's table.
pub fn xref<P: Game>(position: &P, out: &mut dyn FnMut(&str)) {
    let text = explain(position, Look::Search, ValuePreset::Default, None).to_text("");
    // A dialogue has no empty lines.
    text.lines().filter(|line| !line.is_empty()).for_each(out);
}

/// No tree is counted deeper: it would not end, and the stack would.
pub(crate) const MAX_PERFT_DEPTH: u32 = MAX_PLY as u32;

/// Counts leaves, by move (`MOVE N` lines) and in all, unless told to stop.
pub fn perft<P: Game>(position: &P, depth: u32, stop: &AtomicBool, out: &mut dyn FnMut(&str)) {
    let mut position = position.clone();
    let mut list = MoveList::new();
    if depth > 0 {
        position.generate::<All>(&mut list);
    }
    let mut sum = u64::from(depth == 0);
    for m in list {
        let text = position.move_text(m);
        position.do_move(m);
        let leaves = leaves(&mut position, depth - 1, stop);
        position.undo_move();
        let Some(leaves) = leaves else {
            out(&format!("info string perft: {}", tr!("stopped")));
            return;
        };
        out(&format!("{text} {leaves}"));
        sum += leaves;
    }
    out(&sum.to_string());
}

/// Runs the benchmark, unless told to stop; a position that is being searched is searched to the end.
pub fn bench<P: Game>(config: &SearchConfig, stop: &AtomicBool, out: &mut dyn FnMut(&str)) {
    let mut each =
        |_: &str| if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let outcome = bench::run::<P>(config, bench::DEFAULT_DEPTH, &mut each);
    if stop.load(Relaxed) {
        out(&format!("info string bench: {}", tr!("stopped")));
    } else {
        out(&outcome.summary());
    }
}

/// The leaves of a tree, unless told to stop.
fn leaves<P: Game>(position: &mut P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    /// Trees of this depth are counted in one go.
    const SMALL: u32 = 2;
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= SMALL {
        return Some(tree::perft(position, depth));
    }
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let mut sum = 0;
    for m in list {
        position.do_move(m);
        let below = leaves(position, depth - 1, stop);
        position.undo_move();
        sum += below?;
    }
    Some(sum)
}
