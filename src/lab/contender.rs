//! Who is asked about positions: a strategy of this engine, or another program, which is started and spoken to
//! as in a match. What a program does wrong is counted and costs it that answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::arena::{External, Halt, MatchGame, Player as _, Ruling, Spec, Turn, fault_reason, value_of};
use super::number::{no_such, no_value};
use super::searcher::{Budget, DECLARE, Found, Step};
use crate::game::{Notation as _, quote};
use crate::lang::tr;
use crate::protocol::client::{Answer, Fault, Said};
use crate::protocol::{Uci, Usi};
use crate::records::Reason;
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::records::notation::walk;
use crate::search::horizon::Tactics;
use crate::search::{Clock, Limits};

/// The move of a program that gives up.
const RESIGNS: &str = "resign";

/// Who is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// A strategy of this engine.
    Strategy(Tactics),
    /// Another program.
    Program(Box<Program>),
}

impl Contender {
    /// What it is called in reports.
    pub fn name(&self) -> &str {
        match self {
            Self::Strategy(tactics) => tactics.name(),
            Self::Program(program) => &program.spec.name,
        }
    }

    /// The program, if it is one.
    pub(super) fn program(&self) -> Option<&Program> {
        if let Self::Program(program) = self { Some(program) } else { None }
    }
}

/// Whose answers are told of unless somebody else is asked for: SUPER-SOMA, or the first one named where it does
/// not take part.
pub fn judged(contenders: &[Contender]) -> usize {
    contenders.iter().position(|one| *one == Contender::Strategy(Tactics::SuperSoma)).unwrap_or(0)
}

/// The programs among these, as they were named: their answers depend on that.
pub fn programs(contenders: &[Contender]) -> Vec<String> {
    contenders.iter().filter_map(Contender::program).map(|program| program.spec.text.clone()).collect()
}

/// Whether answers are of these, in their order.
pub(super) fn are_of<'a>(names: impl Iterator<Item = &'a String>, contenders: &[Contender]) -> bool {
    names.map(String::as_str).eq(contenders.iter().map(Contender::name))
}

/// Another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    spec: Spec,
    /// How long it may be silent.
    patience: Duration,
}

impl Program {
    /// Reads a spec, whose field `ask` says what to ask it for in place of the search that all others make.
    ///
    /// # Errors
    /// If it names no program.
    pub fn parse(text: &str, patience: Duration) -> Result<Self> {
        // The fields of a program are the same in both games.
        let spec = Spec::parse_asked::<Usi>(text)?;
        ensure!(!spec.is_own(), no_such(text, "cmd=PROGRAM among the fields"));
        Ok(Self { spec, patience })
    }

    /// Whether it is asked for its opinion without a search, and names no move.
    pub(crate) fn is_static(&self) -> bool {
        self.spec.ask == Some(Ask::Eval)
    }
}

/// What a program is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A search.
    Search(Budget),
    /// A search by a clock with nothing on it but so many milliseconds a move: programs of shogi that know no `movetime`
    /// know this.
    Byoyomi(u64),
    /// Its opinion without a search: the word `eval`.
    Eval,
}

impl Ask {
    /// Reads `eval`, `depth N`, `nodes N`, `movetime MS` or `byoyomi MS`.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
        let asked = match *words.as_slice() {
            ["eval"] => Some(Self::Eval),
            ["depth", n] => number(n).and_then(|n| Some(Self::Search(Budget::Depth(n.try_into().ok()?)))),
            ["nodes", n] => number(n).map(|n| Self::Search(Budget::Nodes(n))),
            ["movetime", n] => number(n).map(|n| Self::Search(Budget::MoveTime(n))),
            ["byoyomi", n] => number(n).map(Self::Byoyomi),
            _ => None,
        };
        asked.ok_or_else(|| no_value("ask", text, "eval, depth N, nodes N, movetime MS or byoyomi MS"))
    }
}

/// What a program did instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What it is called in a match.
    pub reason: Reason,
    /// More about it.
    pub detail: String,
}

/// What a program did instead of answers, all over a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub BTreeMap<Reason, FaultCount>);

/// How often a program did one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultCount {
    /// How often.
    pub count: u64,
    /// Where it did so first.
    pub id: String,
    /// More about that.
    pub detail: String,
}

impl Faults {
    /// Counts one, of the input of this name.
    pub fn add(&mut self, id: &str, failure: &Failure) {
        let first = || FaultCount { count: 0, id: id.to_owned(), detail: failure.detail.clone() };
        self.0.entry(failure.reason).or_insert_with(first).count += 1;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.values().map(|fault| fault.count).sum()
    }
}

/// What came of asking: an answer, or what a program did instead.
pub(crate) type Asked = Result<Found, Failure>;

/// The programs of one game that have been asked before.
type Running<D> = Vec<(Program, External<D>)>;

/// The programs of one thread, each started when it is first asked.
#[derive(Debug, Default)]
pub(crate) struct Programs {
    shogi: Running<Usi>,
    chess: Running<Uci>,
}

impl Programs {
    /// Starts the programs among these in the game of a position, to see whether they can be.
    pub fn check(contenders: &[Contender], position: &AnyPosition) -> Result<()> {
        let mut programs = Self::default();
        for program in contenders.iter().filter_map(Contender::program) {
            let started =
                of_either!(position, programs, (position, own) => external(own, program).prepare(position));
            match started {
                // The work will say so.
                Ok(()) | Err(Fault::Interrupted) => {}
                Err(fault) => {
                    bail!(tr!("player {name}: {reason}", name = quote(&program.spec.name), reason = fault));
                }
            }
        }
        Ok(())
    }

    /// Asks a program about a position that is new to it. Nothing if the user asked to stop.
    pub fn ask(&mut self, program: &Program, position: &AnyPosition, budget: Budget) -> Option<Asked> {
        of_either!(position, self, (position, own) => ask(own, program, position, budget))
    }
}

fn external<'a, D: MatchGame>(running: &'a mut Running<D>, program: &Program) -> &'a mut External<D> {
    let at = running.iter().position(|(known, _)| known == program).unwrap_or_else(|| {
        let external = program.spec.external(program.patience, &Arc::new(Halt::default()));
        running.extend(external.map(|external| (program.clone(), external)));
        running.len() - 1
    });
    &mut running[at].1
}

fn ask<D: MatchGame>(
    running: &mut Running<D>,
    program: &Program,
    position: &D::Game,
    budget: Budget,
) -> Option<Asked> {
    let external = external(running, program);
    let text = format!("{} {}", D::Game::POSITION_WORD, position.text());
    let mut search = |limits: Limits| {
        let turn = Turn { position, text: &text, limits: &limits, patience: program.patience };
        let answer = external.new_game(position, 0).and_then(|()| external.think(&turn));
        answer.map(|answer| judge::<D>(position, answer))
    };
    let found = match program.spec.ask.unwrap_or(Ask::Search(budget)) {
        Ask::Search(budget) => search(budget.limits()),
        Ask::Byoyomi(ms) => {
            let clock = Clock { byoyomi: Duration::from_millis(ms), ..Clock::default() };
            search(Limits { clock: Some(clock), ..Limits::default() })
        }
        Ask::Eval => external.evaluate(position, &text).map(|(score, time)| match score {
            Some(score) => Ok(Found { score: value_of::<D>(score), time, ..Found::default() }),
            None => Err(Failure { reason: Reason::Hang, detail: "it says no evaluation".to_owned() }),
        }),
    };
    match found {
        Ok(found) => Some(found),
        Err(fault) => fault_reason(&fault).map(|reason| Err(Failure { reason, detail: fault.to_string() })),
    }
}

/// An answer as that of a search of our own.
fn judge<D: MatchGame>(position: &D::Game, answer: Answer) -> Asked {
    let Answer { reply, time, nodes, score, steps } = answer;
    let best = match Ruling::of(position, &reply) {
        Ok(Ruling::Move(m)) => position.move_text(m),
        Ok(Ruling::Declared) => DECLARE.to_owned(),
        Ok(Ruling::Resigned) => RESIGNS.to_owned(),
        Err(detail) => return Err(Failure { reason: Reason::Illegal, detail }),
    };
    let text =
        |word: &String| position.parse_move(word).map_or_else(|_| word.clone(), |m| position.move_text(m));
    let step = |said: &Said| Step {
        depth: said.depth,
        best: said.line.first().map_or_else(String::new, text),
        score: value_of::<D>(said.score),
        nodes: said.nodes,
        time: Duration::from_millis(said.ms),
    };
    let last = steps.last();
    let line = last.filter(|said| said.line.first().is_some_and(|first| text(first) == best));
    Ok(Found {
        line: line.map_or_else(|| vec![best.clone()], |said| walk(position, &said.line, D::Game::move_text)),
        best,
        score: score.map_or(0, value_of::<D>),
        depth: last.map_or(0, |said| said.depth),
        nodes: nodes.unwrap_or(0),
        time,
        steps: steps.iter().map(step).collect(),
        ..Found::default()
    })
}
