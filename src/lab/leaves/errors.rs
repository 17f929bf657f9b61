//! How far strategies are off: sums over the leaves of one game.

use super::accuracy::{Judged, LeafAnswer};
use super::stage::Phase;
use super::truth::{is_decided, pawn_exchange};
use crate::game::Value;
use crate::lab::contender::Faults;
use crate::lab::histogram::Histogram;
use crate::{chess, shogi};

/// Classes of confidence.
const CLASSES: usize = 5;

/// A strategy's errors (its value less the truth, from the side to move).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// The strategy.
    pub tactics: String,
    /// Leaves that count: all but those of which it says that a mate, or another forced end, decides them, and those
    /// where a program failed.
    pub count: usize,
    /// Those left out as decided.
    pub decided: usize,
    /// What a program did instead of an answer.
    pub faults: Faults,
    /// The mean size of an error.
    pub mean: f64,
    /// The median size.
    pub median: Value,
    /// Nine of ten are not larger.
    pub ninety: Value,
    /// The mean error, with its sign.
    pub bias: f64,
    /// The share of errors up to a pawn's exchange.
    pub within: f64,
    /// The share where it agrees with the truth whether the side to move gains a pawn's exchange or more on the
    /// material as it stands, loses as much, or neither.
    pub sign: f64,
    /// The share of right first moves where one move is best; no number of a program that is not asked for moves.
    pub first: f64,
    /// The same where that move is a capture or a promotion.
    pub first_tactical: f64,
    /// Moves made a call.
    pub nodes: f64,
    /// Microseconds a call.
    pub micros: Option<f64>,
    /// The errors.
    pub histogram: Histogram,
    /// Microseconds of the calls, rising.
    pub times: Vec<f64>,
}

/// A part of the leaves, and each strategy's mean error there.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What the leaves are divided by.
    pub axis: &'static str,
    /// Which of them these are.
    pub name: &'static str,
    /// How many they are.
    pub count: usize,
    /// The mean size of an error, by strategy.
    pub means: Vec<f64>,
}

/// The leaves about which a strategy is sure to some degree.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The lowest confidence.
    pub from: u8,
    /// The highest.
    pub to: u8,
    /// How many they are.
    pub count: usize,
    /// The mean size of an error.
    pub mean: f64,
    /// Nine of ten are not larger.
    pub ninety: Value,
}

/// The errors over the leaves of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorTotals {
    /// `shogi` or `chess`.
    pub game: String,
    /// How many leaves there are.
    pub count: usize,
    /// Those with a unique best move.
    pub unique: usize,
    /// Those of them where it is a capture or a promotion.
    pub unique_tactical: usize,
    /// Depths of their truths, least and greatest.
    pub depths: (u32, u32),
    /// What a pawn's exchange is worth.
    pub pawn: Value,
    /// Whether other programs are among those who were asked.
    pub has_programs: bool,
    /// By strategy.
    pub errors: Vec<Errors>,
    /// By kinds of positions.
    pub parts: Vec<Part>,
    /// By confidence, of the strategy that has one, rising.
    pub classes: Vec<Class>,
}

/// What leaves are divided by: axis, name, and who belongs.
type Division = (&'static str, &'static str, fn(&Judged) -> bool);

const DIVISIONS: [Division; 12] = [
    ("contested", "0", |leaf| leaf.contested == 0),
    ("contested", "1", |leaf| leaf.contested == 1),
    ("contested", "2-3", |leaf| (2..=3).contains(&leaf.contested)),
    ("contested", "4+", |leaf| leaf.contested >= 4),
    ("threat", "no", |leaf| !leaf.threatened),
    ("threat", "yes", |leaf| leaf.threatened),
    ("in hand", "0-2", |leaf| leaf.in_hand <= 2),
    ("in hand", "3-6", |leaf| (3..=6).contains(&leaf.in_hand)),
    ("in hand", "7+", |leaf| leaf.in_hand >= 7),
    ("phase", "opening", |leaf| leaf.phase == Phase::Opening),
    ("phase", "middle", |leaf| leaf.phase == Phase::Middle),
    ("phase", "endgame", |leaf| leaf.phase == Phase::Endgame),
];

impl ErrorTotals {
    /// Of the leaves of one game; nothing if there are none.
    pub fn of(leaves: &[&Judged]) -> Option<Self> {
        let game = leaves.first()?.game.clone();
        let pawn =
            if game == "shogi" { pawn_exchange::<shogi::Shogi>() } else { pawn_exchange::<chess::Chess>() };
        let strategies = leaves.iter().map(|leaf| leaf.answers.len()).min().unwrap_or(0);
        let errors: Vec<Errors> = (0..strategies).map(|k| errors(leaves, k, pawn)).collect();
        let mut parts = Vec::new();
        for (axis, name, belongs) in DIVISIONS {
            let of: Vec<&Judged> = leaves.iter().copied().filter(|leaf| belongs(leaf)).collect();
            let means = (0..strategies).map(|k| mean(sizes(&of, k).into_iter())).collect();
            parts.push(Part { axis, name, count: of.len(), means });
        }
        // An axis on which all leaves are alike tells nothing.
        let all = leaves.len();
        let dull: Vec<&str> = parts.iter().filter(|part| part.count == all).map(|part| part.axis).collect();
        parts.retain(|part| !dull.contains(&part.axis));
        let depth = leaves.iter().map(|leaf| leaf.truth.depth);
        let unique = leaves.iter().filter(|leaf| leaf.truth.unique);
        Some(Self {
            game,
            count: all,
            unique: unique.clone().count(),
            unique_tactical: unique.filter(|leaf| leaf.tactical).count(),
            depths: (depth.clone().min().unwrap_or(0), depth.max().unwrap_or(0)),
            pawn,
            has_programs: !leaves[0].programs.is_empty(),
            classes: (0..strategies).map(|k| classes(leaves, k)).find(|c| c.len() > 1).unwrap_or_default(),
            errors,
            parts,
        })
    }

    /// Whether errors are smaller the more the strategy is sure.
    pub fn falls(&self) -> bool {
        self.classes.windows(2).all(|pair| pair[1].mean < pair[0].mean)
    }
}

/// The answers of a strategy that count.
fn counted<'a>(leaves: &[&'a Judged], k: usize) -> Vec<(&'a Judged, &'a LeafAnswer)> {
    let answers = leaves.iter().map(|&leaf| (leaf, &leaf.answers[k])).filter(|(_, a)| a.fault.is_none());
    answers.filter(|(_, a)| !is_decided(a.value)).collect()
}

/// The sizes of a strategy's errors, rising.
fn sizes(leaves: &[&Judged], k: usize) -> Vec<Value> {
    let mut out: Vec<Value> = counted(leaves, k).iter().map(|(leaf, a)| leaf.error(a).abs()).collect();
    out.sort_unstable();
    out
}

fn errors(leaves: &[&Judged], k: usize, pawn: Value) -> Errors {
    let counted = counted(leaves, k);
    let sizes = sizes(leaves, k);
    let mut faults = Faults::default();
    for leaf in leaves {
        leaf.answers[k].fault.iter().for_each(|fault| faults.add(&leaf.id, fault));
    }
    let failed = faults.count() as usize;
    let names_moves = leaves.iter().any(|leaf| leaf.answers[k].first_move.is_some());
    let right_move = |tactical: bool| {
        if !names_moves {
            return f64::NAN;
        }
        let asked = leaves.iter().filter(|leaf| leaf.truth.unique && (leaf.tactical || !tactical));
        share_of(asked.map(|leaf| leaf.answers[k].first_move.as_ref() == Some(&leaf.truth.best)))
    };
    let mut histogram = Histogram::default();
    for (leaf, a) in &counted {
        histogram.add(leaf.error(a));
    }
    let mut times: Vec<f64> = leaves.iter().filter_map(|leaf| leaf.answers[k].time_us).collect();
    times.sort_by(f64::total_cmp);
    let three_way = |gain: Value| if gain.abs() < pawn { 0 } else { gain.signum() };
    Errors {
        tactics: leaves[0].answers[k].tactics.clone(),
        count: counted.len(),
        decided: leaves.len() - counted.len() - failed,
        faults,
        mean: mean(sizes.iter().copied()),
        median: quantile(&sizes, 0.5),
        ninety: quantile(&sizes, 0.9),
        bias: mean(counted.iter().map(|(leaf, a)| leaf.error(a))),
        within: share_of(sizes.iter().map(|&size| size <= pawn)),
        sign: share_of(counted.iter().map(|(leaf, a)| {
            three_way(a.value - leaf.material) == three_way(leaf.truth.value - leaf.material)
        })),
        first: right_move(false),
        first_tactical: right_move(true),
        nodes: mean(leaves.iter().map(|leaf| leaf.answers[k].nodes as f64)),
        micros: (!times.is_empty()).then(|| mean(times.iter().copied())),
        histogram,
        times,
    }
}

/// About as many classes as are wanted, of about the same size, by rising confidence. Leaves of the same confidence
/// stay together; a confidence that many share is a class of its own.
fn classes(leaves: &[&Judged], k: usize) -> Vec<Class> {
    let mut all: Vec<(u8, Value)> =
        counted(leaves, k).iter().map(|(leaf, a)| (a.confidence, leaf.error(a).abs())).collect();
    all.sort_unstable();
    let wanted = all.len().div_ceil(CLASSES);
    let mut out: Vec<Class> = Vec::new();
    // Where the last class began, and where this one begins and ends.
    let (mut start, mut from, mut to) = (0, 0, 0);
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        if to > from && to - from + same.len() > wanted * 3 / 2 {
            // A few leaves are no class of their own.
            if to - from < wanted / 2 {
                from = start;
                out.pop();
            }
            out.push(Class::of(&all[from..to]));
            (start, from) = (from, to);
        }
        to += same.len();
        if to - from >= wanted {
            out.push(Class::of(&all[from..to]));
            (start, from) = (from, to);
        }
    }
    if to > from {
        out.push(Class::of(&all[from..to]));
    }
    out
}

impl Class {
    /// Of some leaves, each a confidence and the size of an error.
    fn of(leaves: &[(u8, Value)]) -> Self {
        let mut sizes: Vec<Value> = leaves.iter().map(|&(_, size)| size).collect();
        sizes.sort_unstable();
        Self {
            from: leaves.first().map_or(0, |leaf| leaf.0),
            to: leaves.last().map_or(0, |leaf| leaf.0),
            count: leaves.len(),
            mean: mean(sizes.iter().copied()),
            ninety: quantile(&sizes, 0.9),
        }
    }
}

/// The share of what is true; 0 of nothing.
fn share_of(answers: impl Iterator<Item = bool>) -> f64 {
    mean(answers.map(u8::from))
}

/// The mean; 0 of nothing.
fn mean<N: Into<f64>>(numbers: impl Iterator<Item = N>) -> f64 {
    let (sum, n) = numbers.fold((0.0, 0_u32), |(sum, n), x| (sum + x.into(), n + 1));
    if n == 0 { 0.0 } else { sum / f64::from(n) }
}

/// The smallest of the rising numbers that is not below this share of them; 0 of nothing.
fn quantile(rising: &[Value], share: f64) -> Value {
    let rank = (rising.len() as f64 * share).ceil() as usize;
    rising.get(rank.max(1) - 1).copied().unwrap_or(0)
}
