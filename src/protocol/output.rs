//! Lines to a GUI.

use std::fmt::Write as _;
use std::time::Instant;

use crate::game::{Board as _, MATE, Notation, Position as _, SquareSet as _, Value, is_mate};
use crate::lang::tr;
use crate::records::notation::walk_by;
use crate::search::{BestMove, Bounded, Iteration, Reporter};

use super::answer::{Answer, Lines};
use super::centipawns::ScoreUnit;
use super::dialect::Dialect;
use super::session::{Event, Raise};
use super::settings::Settings;

/// A score in the words of a protocol.
pub fn score<D: Dialect>(value: Value, unit: ScoreUnit) -> String {
    if is_mate(value) {
        let plies = (MATE - value.abs()).max(1);
        let distance = (plies + D::PLIES_A_MATE_MOVE - 1) / D::PLIES_A_MATE_MOVE;
        let sign = if value < 0 { "-" } else { "" };
        return format!("mate {sign}{distance}");
    }
    format!("cp {}", unit.centipawns::<D>(value))
}

/// The `bestmove` line for a search from `root`.
pub(crate) fn best_move_text<D: Dialect>(root: &D::Game, best: &BestMove) -> String {
    let moves = match *best {
        BestMove::Declare => return "bestmove win".to_owned(),
        BestMove::None => Vec::new(),
        BestMove::Move { raw, ponder: None } => line_text(root, &[raw]),
        BestMove::Move { raw, ponder: Some(ponder) } => line_text(root, &[raw, ponder]),
    };
    let moves = if moves.is_empty() { D::NO_MOVE.to_owned() } else { moves.join(" ponder ") };
    format!("bestmove {moves}")
}

/// Turns lines of thought into `info` lines and hands them to a dialogue, and the answer behind them.
pub(crate) struct InfoReporter<D: Dialect> {
    position: D::Game,
    raise: Raise<D>,
    settings: Settings,
    multi_pv: bool,
    /// Whether nothing is said about this search.
    pub is_silent: bool,
    last_sent: Option<Instant>,
    held_back: Vec<String>,
    /// The newest line that was left out because its score is a bound.
    left_out: Option<String>,
}

impl<D: Dialect> InfoReporter<D> {
    /// Reports about a search from this position. Lines follow each other no
    /// faster than the interval; the last ones are never lost.
    pub fn new(position: D::Game, settings: Settings, multi_pv: bool, raise: Raise<D>) -> Self {
        Self {
            position,
            raise,
            settings,
            multi_pv,
            is_silent: false,
            last_sent: None,
            held_back: Vec::new(),
            left_out: None,
        }
    }

    fn send(&self, line: String) {
        if !self.is_silent {
            (self.raise)(Event::Info(line));
        }
    }

    /// The line for a position without a legal move: readers of an analysis take a score for granted.
    pub(crate) fn end_of_game(&self) -> Option<String> {
        if self.position.count_legal() > 0 {
            return None;
        }
        let is_lost = D::Game::NO_MOVES_IS_LOSS || self.position.in_check();
        let (score, wdl) = if is_lost { ("mate 0", "0 0 1000") } else { ("cp 0", "0 1000 0") };
        let mut out = "info depth 0 seldepth 0 time 0 nodes 0 nps 0 hashfull 0".to_owned();
        if self.multi_pv {
            out.push_str(" multipv 1");
        }
        let _ = write!(out, " score {score}");
        if self.settings.show_wdl {
            let _ = write!(out, " wdl {wdl}");
        }
        Some(out)
    }

    fn line(&self, i: &Iteration<'_>) -> String {
        let ms = i.time.as_millis();
        let nps = u128::from(i.nodes) * 1000 / ms.max(1);
        let mut out = format!(
            "info depth {} seldepth {} time {ms} nodes {} nps {nps} hashfull {}",
            i.depth, i.sel_depth, i.nodes, i.hashfull
        );
        if self.multi_pv {
            let _ = write!(out, " multipv {}", i.multi_pv);
        }
        let _ = write!(out, " score {}", score::<D>(i.score, self.settings.score_unit));
        out.push_str(match i.bound {
            Bounded::Lower if !self.settings.consideration_mode => " lowerbound",
            Bounded::Upper if !self.settings.consideration_mode => " upperbound",
            _ => "",
        });
        if self.settings.show_wdl {
            let [win, draw, loss] = D::WIN_RATE.per_mille(i.score, self.position.occupied().len());
            let _ = write!(out, " wdl {win} {draw} {loss}");
        }
        // A declaration is no move.
        if !i.pv.is_empty() {
            out.push_str(" pv");
            for text in line_text(&self.position, i.pv) {
                let _ = write!(out, " {text}");
            }
        }
        out
    }
}

/// The moves of a line as text, as far as they are legal.
pub(crate) fn line_text<P: Notation>(position: &P, line: &[u16]) -> Vec<String> {
    walk_by(position, line, |position, &raw| position.from_raw(raw), P::move_text)
}

/// The moves of a line as text.
pub(crate) fn moves_text<P: Notation>(position: &P, line: &[P::Move]) -> Vec<String> {
    walk_by(position, line, |_, &m| Some(m), P::move_text)
}

impl<D: Dialect> Lines for InfoReporter<D> {
    // So the last line begins with the best move.
    fn finish(&mut self) {
        let held_back = std::mem::take(&mut self.held_back);
        for line in held_back.into_iter().chain(self.left_out.take()) {
            self.send(line);
        }
    }

    fn answer(&mut self, answer: Answer) {
        (self.raise)(Event::Answer(answer));
    }
}

impl<D: Dialect> Reporter for InfoReporter<D> {
    fn on_missing_threads(&mut self, started: usize, asked: usize) {
        self.send(format!(
            "info string {}",
            tr!("only {started} of {asked} threads could be started", started, asked)
        ));
    }

    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        let line = self.line(iteration);
        let is_best = iteration.multi_pv == 1;
        if self.settings.consideration_mode && iteration.bound != Bounded::Exact {
            if is_best {
                self.left_out = Some(line);
            }
            return;
        }
        if is_best {
            self.held_back.clear();
            self.left_out = None;
        }
        let now = Instant::now();
        // The other lines of an iteration go the way of its best one.
        let is_due = if is_best {
            self.last_sent.is_none_or(|last| now.duration_since(last) >= self.settings.pv_interval)
        } else {
            self.held_back.is_empty()
        };
        if is_due {
            self.last_sent = Some(now);
            self.send(line);
        } else {
            self.held_back.push(line);
        }
    }
}
