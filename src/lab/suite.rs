//! Suites of positions with a known answer: who finds it, and when.
//!
//! With a limit of depth or nodes every field of a record but `time_ms`
//! repeats from run to run; with one of time none does but the question.

use serde::{Deserialize, Serialize};

use super::compare::milliseconds;
use super::contender::{Asked, Contender, Failure, Faults, are_of, programs};
use super::job::{Experiment, Row};
use super::searcher::{Budget, Searchers, Step};
use crate::chess;
use crate::game::{MATE, Notation as _, NotationError, Value, is_mate};
use crate::records::bad_line::LineError;
use crate::records::input::{AnyPosition, PositionLine};
use crate::search::{Params, SearchConfig};

/// How many names of unsolved positions a summary keeps for each strategy.
const NAMES_KEPT: usize = 100;

/// What is tried on each position.
#[derive(Clone, Debug, PartialEq)]
pub struct SuiteSettings {
    /// Who is asked.
    pub contenders: Vec<Contender>,
    /// What each search may use up.
    pub limit: Budget,
    /// The parameters of all searches.
    pub params: Params,
    /// Those that were set, `NAME=VALUE`.
    pub set: Vec<String>,
    /// Table of each searcher in MiB.
    pub hash: usize,
    /// Whether times are written down.
    pub times: bool,
}

/// What was found on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteRecord {
    /// The position's name.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// The SFEN or FEN.
    pub position: String,
    /// What each search was given: `depth`, `nodes` or `movetime`.
    pub limit: Budget,
    /// Table size in MiB.
    pub hash: usize,
    /// Parameters of the search that were set, `NAME=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The programs among those who were asked, as they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// The right answer.
    #[serde(flatten)]
    pub answer: KnownAnswer,
    /// One for each who was asked, in the order named.
    pub results: Vec<Attempt>,
}

/// The right answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownAnswer {
    /// Best moves, USI or UCI; any of them is right.
    pub bm: Vec<String>,
    /// Moves to avoid.
    pub am: Vec<String>,
    /// Mate within so many plies (shogi) or moves (chess); null if unknown.
    pub dm: Option<u32>,
}

impl KnownAnswer {
    /// The answer of a line, its moves in our words.
    fn of(line: &PositionLine) -> Result<Self, NotationError> {
        let read = |list: &[String]| {
            list.iter().map(|text| line.position.move_text(text)).collect::<Result<Vec<_>, _>>()
        };
        Ok(Self { bm: read(&line.best)?, am: read(&line.avoid)?, dm: line.mate })
    }

    /// Whether a best move with its score is right: with `dm` if the score is a mate within it, whatever the move;
    /// else if the move is a `bm`, where there are any, and no `am`.
    fn is_right(&self, game: &str, best: &str, score: Value) -> bool {
        let named = |list: &[String]| list.iter().any(|text| text == best);
        match self.dm {
            Some(dm) => {
                let plies = if game == chess::Position::GAME { dm.saturating_mul(2) - 1 } else { dm };
                score > 0 && is_mate(score) && (MATE - score) as u32 <= plies
            }
            None => (self.bm.is_empty() || named(&self.bm)) && !named(&self.am),
        }
    }
}

/// What a strategy or a program found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The strategy, or the program's name.
    pub tactics: String,
    /// Its best move; `win` for a declaration, `resign` of a program that gives up.
    #[serde(rename = "move")]
    pub best: String,
    /// Its score, from the side to move, in the engine's units; a mate in n plies is 32000 - n.
    pub score: Value,
    /// Whether that is right.
    pub solved: bool,
    /// The depth it reached.
    pub depth: i32,
    /// Moves made.
    pub nodes: u64,
    /// Milliseconds; null without times.
    pub time_ms: Option<f64>,
    /// The first iteration from which the answer stayed right; null if not solved.
    pub solution: Option<Solution>,
    /// What a program did instead of an answer; then nothing else here means anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Failure>,
}

/// When the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// Depth of the iteration.
    pub depth: i32,
    /// Moves made until its end.
    pub nodes: u64,
    /// Milliseconds until its end; null without times.
    pub time_ms: Option<f64>,
}

/// What one found, by what is right.
fn attempt(name: &str, asked: Asked, times: bool, is_right: impl Fn(&str, Value) -> bool) -> Attempt {
    let tactics = name.to_owned();
    let found = match asked {
        Ok(found) => found,
        Err(fault) => return Attempt { tactics, fault: Some(fault), ..Attempt::default() },
    };
    let solved = is_right(&found.best, found.score);
    let time_ms = |time| times.then(|| milliseconds(time));
    let kept = found.steps.iter().rev().take_while(|step| is_right(&step.best, step.score));
    // What needs no search is found at once.
    let Step { depth, nodes, time, .. } = kept.last().cloned().unwrap_or_default();
    Attempt {
        tactics,
        fault: None,
        best: found.best,
        score: found.score,
        solved,
        depth: found.depth,
        nodes: found.nodes,
        time_ms: time_ms(found.time),
        solution: solved.then(|| Solution { depth, nodes, time_ms: time_ms(time) }),
    }
}

impl Experiment for SuiteSettings {
    type Input = PositionLine;
    type Record = SuiteRecord;
    type Context = Searchers;

    fn context(&self) -> Searchers {
        Searchers::new(self.hash, SearchConfig { params: self.params.clone(), ..SearchConfig::default() })
    }

    fn asks<'a>(&'a self, line: &'a PositionLine) -> Option<(&'a [Contender], &'a AnyPosition)> {
        Some((&self.contenders, &line.position))
    }

    fn check(&self, line: &PositionLine) -> Result<(), LineError> {
        if line.best.is_empty() && line.avoid.is_empty() && line.mate.is_none() {
            return Err(LineError::NoAnswer);
        }
        if line.mate == Some(0) {
            return Err(LineError::Field { name: "dm", value: "0".to_owned(), expected: "1 or more" });
        }
        if !line.position.is_open() {
            return Err(LineError::NoMove);
        }
        KnownAnswer::of(line).map(|_| ()).map_err(LineError::from)
    }

    fn work(&self, searchers: &mut Searchers, line: PositionLine) -> Option<SuiteRecord> {
        // It could be read when the line was looked at.
        let answer = KnownAnswer::of(&line).ok()?;
        let PositionLine { id, position, .. } = line;
        let mut results = Vec::with_capacity(self.contenders.len());
        for contender in &self.contenders {
            let asked = searchers.ask(contender, &position, self.limit)?;
            let is_right = |best: &str, score| answer.is_right(position.kind().name(), best, score);
            results.push(attempt(contender.name(), asked, self.times, is_right));
        }
        Some(SuiteRecord {
            id,
            game: position.kind().name().to_owned(),
            position: position.text(),
            limit: self.limit,
            hash: self.hash,
            set: self.set.clone(),
            programs: programs(&self.contenders),
            answer,
            results,
        })
    }

    fn is_of(&self, record: &SuiteRecord, line: &PositionLine) -> bool {
        record.position == line.position.text() && KnownAnswer::of(line).as_ref() == Ok(&record.answer)
    }

    fn is_ours(&self, record: &SuiteRecord) -> bool {
        let SuiteRecord { limit, hash, set, programs: named, results, .. } = record;
        (limit, hash, set) == (&self.limit, &self.hash, &self.set)
            && *named == programs(&self.contenders)
            && results.iter().all(|one| one.fault.is_some() || one.time_ms.is_some() == self.times)
            && are_of(results.iter().map(|one| &one.tactics), &self.contenders)
    }
}

/// The sums of a run, for each game.
#[derive(Clone, Debug)]
pub struct SuiteTotals {
    /// What was tried.
    pub settings: SuiteSettings,
    /// The games met, in their order.
    pub games: Vec<SuiteGame>,
}

/// The sums of a game.
#[derive(Clone, Debug)]
pub struct SuiteGame {
    /// `shogi` or `chess`.
    pub game: String,
    /// How many positions.
    pub positions: u64,
    /// Positions that every strategy solved.
    pub common: u64,
    /// By strategy.
    pub strategies: Vec<SuiteSums>,
}

/// The sums of a strategy or a program.
#[derive(Clone, Debug, Default)]
pub struct SuiteSums {
    /// How often it did something else than answer.
    pub faults: Faults,
    /// How many it solved.
    pub solved: u64,
    /// Solved by this one and not by the first.
    pub gained: u64,
    /// The other way round.
    pub lost: u64,
    /// Moves made.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// Moves made until the solution, where every strategy found it.
    pub solution_nodes: u64,
    /// Milliseconds until then.
    pub solution_ms: f64,
    /// Names of what it did not solve, the first hundred.
    pub unsolved: Vec<String>,
}

impl SuiteTotals {
    /// An empty one.
    pub const fn new(settings: SuiteSettings) -> Self {
        Self { settings, games: Vec::new() }
    }

    /// Adds a position.
    pub fn add(&mut self, row: &Row<SuiteRecord>) {
        let SuiteRecord { id, game, results, .. } = &row.record;
        let Some(first) = results.first() else { return };
        let at = self.games.iter().position(|sums| sums.game == *game).unwrap_or_else(|| {
            let strategies = vec![SuiteSums::default(); results.len()];
            self.games.push(SuiteGame { game: game.clone(), positions: 0, common: 0, strategies });
            self.games.len() - 1
        });
        let game = &mut self.games[at];
        let common = results.iter().all(|attempt| attempt.solved);
        game.positions += 1;
        game.common += u64::from(common);
        for (sums, attempt) in game.strategies.iter_mut().zip(results) {
            if let Some(fault) = &attempt.fault {
                sums.faults.add(id, fault);
            }
            sums.solved += u64::from(attempt.solved);
            sums.gained += u64::from(attempt.solved && !first.solved);
            sums.lost += u64::from(!attempt.solved && first.solved);
            sums.nodes += attempt.nodes;
            sums.time_ms += attempt.time_ms.unwrap_or(0.0);
            if common && let Some(solution) = attempt.solution {
                sums.solution_nodes += solution.nodes;
                sums.solution_ms += solution.time_ms.unwrap_or(0.0);
            }
            if !attempt.solved && sums.unsolved.len() < NAMES_KEPT {
                sums.unsolved.push(id.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::lab::searcher::Found;

    fn list(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_counts_as_right() {
        let answer = |bm: &str, am: &str, dm| KnownAnswer { bm: list(bm), am: list(am), dm };
        assert!(answer("a b", "", None).is_right("shogi", "b", 0));
        assert!(!answer("a b", "", None).is_right("shogi", "c", 0));
        assert!(answer("", "a", None).is_right("chess", "c", 0));
        assert!(!answer("", "a", None).is_right("chess", "a", 0));
        // Three plies are a mate in two moves.
        let mate_in_3 = MATE - 3;
        assert!(answer("a", "", Some(3)).is_right("shogi", "b", mate_in_3), "any mate within the bound");
        assert!(!answer("a", "", Some(2)).is_right("shogi", "a", mate_in_3));
        assert!(answer("", "", Some(2)).is_right("chess", "b", mate_in_3));
        assert!(!answer("", "", Some(1)).is_right("chess", "b", mate_in_3));
        assert!(!answer("", "", Some(3)).is_right("shogi", "b", -mate_in_3));
        assert!(!answer("", "", Some(3)).is_right("shogi", "b", 500));
    }

    fn found(bests: &str) -> Found {
        let step = |(i, best): (usize, &str)| Step {
            depth: i as i32 + 1,
            best: best.to_owned(),
            score: 0,
            nodes: 10 * (i as u64 + 1),
            time: Duration::from_millis(i as u64 + 1),
        };
        let steps: Vec<Step> = bests.split_whitespace().enumerate().map(step).collect();
        Found {
            best: bests.split_whitespace().last().unwrap_or_default().to_owned(),
            depth: steps.len() as i32,
            nodes: 100,
            steps,
            ..Found::default()
        }
    }

    #[test]
    fn a_solution_counts_from_where_it_stays() {
        let answer = KnownAnswer { bm: list("a b"), ..KnownAnswer::default() };
        let solution = |bests: &str| {
            let is_right = |best: &str, score| answer.is_right("chess", best, score);
            let attempt = attempt("soma", Ok(found(bests)), true, is_right);
            assert_eq!(attempt.solved, attempt.solution.is_some(), "{bests}");
            attempt.solution.map(|s| (s.depth, s.nodes, s.time_ms))
        };
        assert_eq!(solution("a a a"), Some((1, 10, Some(1.0))));
        assert_eq!(solution("a c b a"), Some((3, 30, Some(3.0))));
        assert_eq!(solution("a a c"), None);
        assert_eq!(found("a c b a").changes(), 3);
    }
}
