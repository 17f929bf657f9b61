//! What `compare` found, added up: sums for each game and strategy, and the
//! largest disagreements. Its size does not depend on the number of positions.

use std::fmt::Write as _;

use super::compare::{Answer, Record, Reference, Settings};
use super::input::read_line;
use super::job::Row;
use super::report::{Align, Table, decimals, escape, page, percent};
use crate::game::Value;
use crate::search::horizon::Tactics;

/// From this difference of scores on, equal moves disagree too: about a pawn.
const DISAGREES: Value = 100;

/// The sums of a run.
#[derive(Clone, Debug)]
pub struct Summary {
    settings: Settings,
    /// The games met, in the order they were met.
    games: Vec<GameSums>,
    /// The strategy whose disagreements are listed: SUPER-SOMA, or the first
    /// one named where it does not take part.
    judged: usize,
    /// How many disagreements are kept.
    top: usize,
    /// The largest ones, falling.
    disagreements: Vec<Disagreement>,
}

#[derive(Clone, Debug)]
struct GameSums {
    game: String,
    positions: u64,
    disagreements: u64,
    strategies: Vec<Sums>,
}

/// The sums of a strategy.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    nodes: u64,
    below_horizon: u64,
    calls: u64,
    time_ms: f64,
    /// Logarithms of the positions' node ratios to the first strategy.
    log_ratio: f64,
    agreements: u64,
    error: i64,
    absolute_error: i64,
    /// Steps from one iteration to the next.
    steps: u64,
    changes: u64,
}

impl Sums {
    fn add(&mut self, answer: &Answer, first: &Answer) {
        self.nodes += answer.nodes;
        self.below_horizon += answer.below_horizon;
        self.calls += answer.calls;
        self.time_ms += answer.time_ms.unwrap_or(0.0);
        self.log_ratio += (answer.nodes.max(1) as f64 / first.nodes.max(1) as f64).ln();
        self.agreements += u64::from(answer.agrees);
        self.error += i64::from(answer.error);
        self.absolute_error += i64::from(answer.error.abs());
        self.steps += u64::from(answer.iterations.saturating_sub(1));
        self.changes += u64::from(answer.changes);
    }
}

/// A position on which a strategy and the reference disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The position's number.
    pub number: u64,
    /// Its name.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// The SFEN or FEN.
    pub position: String,
    /// What the strategy says.
    pub answer: Answer,
    /// What the reference says.
    pub reference: Reference,
}

impl Disagreement {
    /// Largest first; the order of the input where they are equal.
    fn order(&self) -> (Value, u64) {
        (-self.answer.error.abs(), self.number)
    }
}

impl Summary {
    /// An empty one that keeps this many disagreements.
    pub fn new(settings: Settings, top: usize) -> Self {
        let judged = settings.tactics.iter().position(|&t| t == Tactics::SuperSoma).unwrap_or(0);
        Self { settings, games: Vec::new(), judged, top, disagreements: Vec::new() }
    }

    /// Adds a position.
    pub fn add(&mut self, row: &Row<Record>) {
        let Row { number, id, record } = row;
        let Some(first) = record.results.first() else {
            return;
        };
        let at = self.games.iter().position(|sums| sums.game == record.game).unwrap_or_else(|| {
            self.games.push(GameSums {
                game: record.game.clone(),
                positions: 0,
                disagreements: 0,
                strategies: vec![Sums::default(); record.results.len()],
            });
            self.games.len() - 1
        });
        let game = &mut self.games[at];
        game.positions += 1;
        for (sums, answer) in game.strategies.iter_mut().zip(&record.results) {
            sums.add(answer, first);
        }
        let Some(judged) = record.results.get(self.judged) else {
            return;
        };
        if judged.agrees && judged.error.abs() < DISAGREES {
            return;
        }
        game.disagreements += 1;
        let order = (-judged.error.abs(), *number);
        let place = self.disagreements.partition_point(|other| other.order() < order);
        if place < self.top {
            let found = Disagreement {
                number: *number,
                id: id.clone(),
                game: record.game.clone(),
                position: record.position.clone(),
                answer: judged.clone(),
                reference: record.reference.clone(),
            };
            self.disagreements.insert(place, found);
            self.disagreements.truncate(self.top);
        }
    }

    /// The largest disagreements, falling.
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.disagreements
    }

    /// Whether no position was added.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How the columns of [`Summary::tables`] are to be read.
    pub fn legend(&self) -> String {
        format!(
            "nodes: moves made; ratio: to {first} (of the sums, and the geometric mean over positions); below: \
             share of them made below the horizon; calls: how often the depth ran out; agree: best moves that \
             are the reference's; error, |error|: mean difference from the reference's score and its mean \
             size, in units of the evaluation, scores cut at {DECIDED}; stable: iterations that kept the best \
             move of the one before",
            first = self.first(),
            DECIDED = super::compare::DECIDED,
        )
    }

    fn first(&self) -> &'static str {
        self.settings.tactics.first().map_or("", |t| t.name())
    }

    /// A table for each game.
    pub fn tables(&self) -> Vec<Table> {
        self.games.iter().map(|game| self.table(game)).collect()
    }

    fn table(&self, game: &GameSums) -> Table {
        let Settings { limit, reference_tactics, reference_limit, .. } = &self.settings;
        let mut table = Table::new(
            format!(
                "{}: {} positions, {limit}; reference {}, {reference_limit}",
                game.game,
                game.positions,
                reference_tactics.name(),
            ),
            &[
                ("strategy", Align::Left),
                ("nodes", Align::Right),
                ("ratio", Align::Right),
                ("mean ratio", Align::Right),
                ("below", Align::Right),
                ("calls", Align::Right),
                ("time s", Align::Right),
                ("time ratio", Align::Right),
                ("agree", Align::Right),
                ("error", Align::Right),
                ("|error|", Align::Right),
                ("stable", Align::Right),
            ],
        );
        let first = game.strategies.first().copied().unwrap_or_default();
        let positions = game.positions as f64;
        for (tactics, sums) in self.settings.tactics.iter().zip(&game.strategies) {
            let time = |value: f64, digits| {
                if self.settings.times { decimals(value, digits) } else { "-".to_owned() }
            };
            table.push(vec![
                tactics.name().to_owned(),
                sums.nodes.to_string(),
                decimals(sums.nodes as f64 / first.nodes as f64, 2),
                decimals((sums.log_ratio / positions).exp(), 2),
                percent(sums.below_horizon, sums.nodes),
                sums.calls.to_string(),
                time(sums.time_ms / 1_000.0, 2),
                time(sums.time_ms / first.time_ms, 2),
                percent(sums.agreements, game.positions),
                decimals(sums.error as f64 / positions, 1),
                decimals(sums.absolute_error as f64 / positions, 1),
                percent(sums.steps - sums.changes, sums.steps),
            ]);
        }
        table
    }

    /// The list of disagreements as a table.
    pub fn disagreement_table(&self) -> Table {
        let total: u64 = self.games.iter().map(|game| game.disagreements).sum();
        let judged = self.settings.tactics.get(self.judged).map_or("", |t| t.name());
        let mut table = Table::new(
            format!(
                "{judged} and the reference disagree on {total} positions; the largest {}",
                self.disagreements.len()
            ),
            &[
                ("number", Align::Right),
                ("id", Align::Left),
                ("difference", Align::Right),
                (judged, Align::Left),
                ("score", Align::Right),
                ("reference", Align::Left),
                ("score", Align::Right),
            ],
        );
        for Disagreement { number, id, answer, reference, .. } in &self.disagreements {
            table.push(vec![
                number.to_string(),
                id.clone(),
                answer.error.to_string(),
                answer.best.clone(),
                answer.score.to_string(),
                reference.best.clone(),
                reference.score.to_string(),
            ]);
        }
        table
    }

    /// A page with the tables, and a picture of each position listed.
    pub fn html(&self) -> String {
        let mut body: String = self.tables().iter().map(Table::html).collect();
        let _ = writeln!(body, "<p>{}</p>", escape(&self.legend()));
        body.push_str(&self.disagreement_table().html());
        for Disagreement { number, id, position, answer, reference, .. } in &self.disagreements {
            let picture = read_line(position, String::new).map(|line| line.position.diagram());
            let _ = writeln!(
                body,
                "<details><summary>{number} {}</summary>\n<pre>{}\n\n{}\n\n{}: {} ({})\n{}: {} ({})</pre>\n\
                 </details>",
                escape(id),
                escape(&picture.unwrap_or_default()),
                escape(position),
                answer.tactics,
                escape(&answer.line.join(" ")),
                answer.score,
                reference.tactics,
                escape(&reference.line.join(" ")),
                reference.score,
            );
        }
        page("Strategies compared", &body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::searcher::Budget;

    fn settings(tactics: &[Tactics]) -> Settings {
        Settings {
            tactics: tactics.to_vec(),
            limit: Budget::Depth(3),
            reference_tactics: Tactics::Quiescence,
            reference_limit: Budget::Depth(5),
            hash: 1,
            times: true,
        }
    }

    fn answer(tactics: Tactics, nodes: u64, error: Value) -> Answer {
        Answer {
            tactics: tactics.name().to_owned(),
            best: "a".to_owned(),
            score: error,
            line: Vec::new(),
            depth: 3,
            nodes,
            below_horizon: nodes / 4,
            calls: 7,
            time_ms: Some(1.5),
            iterations: 3,
            changes: 1,
            agrees: error == 0,
            error,
        }
    }

    fn row(number: u64, game: &str, results: Vec<Answer>) -> Row<Record> {
        let reference = Reference {
            tactics: "quiescence".to_owned(),
            limit: Budget::Depth(5),
            best: "a".to_owned(),
            score: 0,
            line: Vec::new(),
            depth: 5,
            nodes: 100,
            time_ms: None,
        };
        let (game, position) = (game.to_owned(), String::new());
        let record = Record { game, position, limit: Budget::Depth(3), hash: 1, reference, results };
        Row { number, id: format!("p{number}"), record }
    }

    #[test]
    fn figures_are_sums_and_means() {
        use Tactics::{Quiescence, SuperSoma};
        let mut summary = Summary::new(settings(&[SuperSoma, Quiescence]), 2);
        summary.add(&row(1, "chess", vec![answer(SuperSoma, 100, 0), answer(Quiescence, 200, -100)]));
        summary.add(&row(2, "chess", vec![answer(SuperSoma, 300, 50), answer(Quiescence, 2_400, 0)]));
        summary.add(&row(3, "shogi", vec![answer(SuperSoma, 8, -400), answer(Quiescence, 8, 0)]));
        summary.add(&row(4, "shogi", vec![answer(SuperSoma, 8, 60), answer(Quiescence, 8, 0)]));
        let tables = summary.tables();
        assert_eq!(tables.len(), 2);
        let expected = [
            "quiescence",
            "2600",
            "6.50",
            "4.00",
            "25.0%",
            "14",
            "0.00",
            "1.00",
            "50.0%",
            "-50.0",
            "50.0",
            "50.0%",
        ];
        assert_eq!(tables[0].rows()[1], expected);
        let listed: Vec<u64> = summary.disagreements().iter().map(|d| d.number).collect();
        assert_eq!(listed, [3, 4], "the largest first, and no more than asked for");
        assert!(summary.disagreement_table().text().contains("disagree on 3 positions; the largest 2"));
    }

    #[test]
    fn without_super_soma_the_first_is_judged() {
        use Tactics::{Captures, Quiescence};
        let mut summary = Summary::new(settings(&[Captures, Quiescence]), 5);
        summary.add(&row(1, "chess", vec![answer(Captures, 1, 30), answer(Quiescence, 1, 0)]));
        assert_eq!(summary.disagreements()[0].answer.tactics, "captures");
    }
}
