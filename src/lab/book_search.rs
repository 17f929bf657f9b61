//! Books made by search: every position is searched for several best lines, the moves near the
//! best are followed, breadth first, and values are carried back through the book (min-max).
//!
//! A position is searched from empty tables, with one thread, and depends on nothing searched
//! before: with a limit of nodes or depth a book is the same, however often it was interrupted.

use std::collections::HashMap;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::batch::{self, interrupt_flag, is_interrupted};
use super::searcher::{Budget, line_text};
use crate::book::{BookMove, Builder, OpeningBook};
use crate::game::{Notation, NotationError, Position as _, Value, is_mate};
use crate::protocol::solo::Solo;
use crate::protocol::{Dialect, ScoreUnit};
use crate::search::{BestMove, Bounded, Iteration, Limits, PvLine, Reporter, SearchConfig};

/// How a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// What the search of a position may use up.
    pub budget: Budget,
    /// Best lines of each position.
    pub width: usize,
    /// How much worse than the best a move may be, in centipawns.
    pub margin: i32,
    /// Plies from the first positions to the last ones that are searched, and one: the moves of a
    /// line of the book.
    pub plies: u32,
    /// Table of each thread in MiB.
    pub hash: usize,
    /// Positions searched at the same time.
    pub threads: usize,
}

/// A move as the search of its position saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    /// In USI or UCI text.
    #[serde(rename = "move")]
    pub text: String,
    /// The answer that is expected.
    pub reply: Option<String>,
    /// Centipawns from the side to move; a mate in n plies is 32000 - n.
    pub value: i32,
    /// Plies searched.
    pub depth: u32,
}

/// What the search of a position found: a line of the file that a search goes on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedPosition {
    /// SFEN or FEN.
    pub position: String,
    /// What the search was allowed.
    pub budget: Budget,
    /// Best lines that were asked for.
    pub width: usize,
    /// Table in MiB.
    pub hash: usize,
    /// The best first; none where the game is over or won by declaration.
    pub moves: Vec<SearchedMove>,
}

/// Positions that were searched already, for one game.
#[derive(Debug)]
pub struct BookSearch<D: Dialect> {
    settings: BookSettings,
    known: HashMap<String, SearchedPosition>,
    game: std::marker::PhantomData<D>,
}

/// A position of the book.
struct Node {
    /// Moves from a first position.
    ply: u32,
    found: SearchedPosition,
    /// What each move leads to.
    next: Vec<String>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Positions searched or known.
    pub done: u64,
    /// Positions at the end, if the book goes on growing as it did from the last ply to this one.
    pub expected: u64,
}

impl<D: Dialect> BookSearch<D> {
    /// Nothing is known yet.
    pub fn new(settings: BookSettings) -> Self {
        Self { settings, known: HashMap::new(), game: std::marker::PhantomData }
    }

    /// Takes a line that was written by a search like this one.
    ///
    /// # Errors
    /// If it is none, or was made with other settings.
    pub fn remember(&mut self, line: &str) -> Result<()> {
        let found: SearchedPosition = serde_json::from_str(line)?;
        let own = &self.settings;
        if (found.budget, found.width, found.hash) != (own.budget, own.width, own.hash) {
            bail!("{}: it was searched with other settings", found.position);
        }
        D::Game::parse(&found.position)?;
        self.known.insert(D::Book::identity(&found.position), found);
        Ok(())
    }

    /// Searches what is not known, from these positions on, and makes a book of it; nothing if the
    /// user asked to stop on the way. `write` gets each line as soon as it is found, in the same
    /// order every time; `tell` how far the search is.
    ///
    /// # Errors
    /// If a position is none, and what `write` says.
    pub fn run(
        mut self,
        starts: &[String],
        mut write: impl FnMut(&str) -> Result<()>,
        mut tell: impl FnMut(Stage),
    ) -> Result<Option<<D::Book as OpeningBook>::Builder>> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut index: HashMap<String, usize> = HashMap::new();
        let mut level = starts.to_vec();
        for ply in 0..self.settings.plies {
            let (before, mut fresh) = (nodes.len(), Vec::new());
            for position in level {
                let identity = D::Book::identity(&position);
                if !index.contains_key(&identity) {
                    index.insert(identity.clone(), before + fresh.len());
                    fresh.push((identity, position));
                }
            }
            let expected = expected(&nodes, fresh.len() as u64, ply, self.settings.plies);
            self.search(&fresh, &mut write, |done| tell(Stage { done: before as u64 + done, expected }))?;
            if is_interrupted() {
                return Ok(None);
            }
            for (identity, _) in fresh {
                if let Some(found) = self.known.remove(&identity) {
                    nodes.push(Node::new::<D>(found, ply)?);
                }
            }
            level = Vec::new();
            for node in &nodes[before..] {
                node.follow::<D>(self.settings.margin, &mut level)?;
            }
        }
        Ok(Some(self.book(&nodes, &index)))
    }

    /// Searches those of these positions that are not known, and tells how many are.
    fn search(
        &mut self,
        wanted: &[(String, String)],
        mut write: impl FnMut(&str) -> Result<()>,
        mut tell: impl FnMut(u64),
    ) -> Result<()> {
        let settings = self.settings;
        let known = &mut self.known;
        let missing: Vec<(String, String)> =
            wanted.iter().filter(|(identity, _)| !known.contains_key(identity)).cloned().collect();
        let mut done = (wanted.len() - missing.len()) as u64;
        tell(done);
        batch::run(
            missing.into_iter(),
            settings.threads,
            || Searcher::<D>::new(settings),
            |searcher, (identity, position)| Some((identity, searcher.search(&position)?)),
            |(identity, found)| {
                let found = found?;
                write(&serde_json::to_string(&found)?)?;
                known.insert(identity, found);
                done += 1;
                tell(done);
                Ok(())
            },
        )?;
        Ok(())
    }

    /// Carries values back from the last ply to the first, and writes down the moves that are still
    /// near the best. What leads to a position of the same ply or an earlier one, as a repetition
    /// does, keeps the value of its search.
    fn book(&self, nodes: &[Node], index: &HashMap<String, usize>) -> <D::Book as OpeningBook>::Builder {
        let mut book = <D::Book as OpeningBook>::Builder::default();
        let mut best: Vec<Option<(i32, u32)>> = vec![None; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            let judge = |(m, next): (&SearchedMove, &String)| {
                let deeper = index
                    .get(next)
                    .copied()
                    .filter(|&child| nodes.get(child).is_some_and(|n| n.ply > node.ply));
                let carried = deeper.and_then(|child| best.get(child).copied().flatten());
                carried.map_or((m.value, m.depth), |(value, depth)| (-value, depth + 1))
            };
            let judged: Vec<(i32, u32)> = node.found.moves.iter().zip(&node.next).map(judge).collect();
            best[number] = judged.iter().copied().max();
            let top = best[number].map_or(0, |(value, _)| value);
            for (m, (value, depth)) in node.found.moves.iter().zip(judged) {
                let loss = top - value;
                if loss <= self.settings.margin {
                    let count = D::Book::count_of(loss, self.settings.margin);
                    let (text, reply) = (m.text.clone(), m.reply.clone());
                    book.add(&node.found.position, BookMove { text, reply, value, depth, count });
                }
            }
        }
        book
    }
}

/// Positions at the end, if each ply has as many more than the one before as this one has.
fn expected(nodes: &[Node], fresh: u64, ply: u32, plies: u32) -> u64 {
    let last = nodes.iter().filter(|node| node.ply + 1 == ply).count();
    let growth = if last == 0 { 1.0 } else { fresh as f64 / last as f64 };
    let mut level = fresh as f64;
    let mut total = nodes.len() as f64;
    for _ in ply..plies {
        total += level;
        level *= growth;
    }
    total as u64
}

impl Node {
    fn new<D: Dialect>(found: SearchedPosition, ply: u32) -> Result<Self> {
        let next = |m: &SearchedMove| Ok(D::Book::identity(&found.after::<D>(m)?.text()));
        let next = found.moves.iter().map(next).collect::<Result<_, NotationError>>()?;
        Ok(Self { ply, found, next })
    }

    /// Adds the positions that moves near the best lead to, where the game goes on.
    fn follow<D: Dialect>(&self, margin: i32, out: &mut Vec<String>) -> Result<(), NotationError> {
        let best = self.found.moves.iter().map(|m| m.value).max().unwrap_or(0);
        for m in self.found.moves.iter().filter(|m| best - m.value <= margin) {
            let after = self.found.after::<D>(m)?;
            if after.count_legal() > 0 && !after.is_rule_draw() {
                out.push(after.text());
            }
        }
        Ok(())
    }
}

impl SearchedPosition {
    fn after<D: Dialect>(&self, m: &SearchedMove) -> Result<D::Game, NotationError> {
        let mut after = D::Game::parse(&self.position)?;
        let m = after.parse_move(&m.text)?;
        after.do_move(m);
        Ok(after)
    }
}

/// The searcher of one thread.
struct Searcher<D: Dialect> {
    solo: Solo<D::Game>,
    settings: BookSettings,
}

impl<D: Dialect> Searcher<D> {
    fn new(settings: BookSettings) -> Self {
        let mut solo = Solo::new(&D::Game::start(), settings.hash, &SearchConfig::default());
        solo.set_interrupt(interrupt_flag());
        Self { solo, settings }
    }

    /// What is found in a position; nothing if the user asked to stop.
    fn search(&mut self, text: &str) -> Option<Result<SearchedPosition>> {
        let position = match D::Game::parse(text) {
            Ok(position) => position,
            Err(error) => return Some(Err(error.into())),
        };
        let BookSettings { budget, width, hash, .. } = self.settings;
        let limits = Limits { multi_pv: width, ..budget.limits() };
        let mut lines = Lines::default();
        let answer = self.solo.search(&position, &limits, &mut lines);
        if is_interrupted() {
            return None;
        }
        let mut moves: Vec<SearchedMove> = Vec::new();
        if matches!(answer, BestMove::Move { .. }) {
            for (score, depth, pv) in lines.0 {
                let mut texts = line_text(&position, &pv).into_iter();
                let (Some(text), reply) = (texts.next(), texts.next()) else { continue };
                // While a depth is under way two lines may begin alike.
                if moves.iter().all(|m| m.text != text) {
                    moves.push(SearchedMove { text, reply, value: centipawns::<D>(score), depth });
                }
            }
        }
        Some(Ok(SearchedPosition { position: text.to_owned(), budget, width, hash, moves }))
    }
}

fn centipawns<D: Dialect>(value: Value) -> i32 {
    if is_mate(value) { value } else { ScoreUnit::default().centipawns::<D>(value) }
}

/// The last exact score of each line, the best first.
#[derive(Default)]
struct Lines(Vec<(Value, u32, PvLine)>);

impl Reporter for Lines {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        if iteration.bound != Bounded::Exact {
            return;
        }
        let pv: PvLine = iteration.pv.iter().copied().collect();
        let line = (iteration.score, iteration.depth.unsigned_abs(), pv);
        match self.0.get_mut(iteration.multi_pv - 1) {
            Some(own) => *own = line,
            None => self.0.push(line),
        }
    }
}
