//! How deep a game is looked at: quickly everywhere, then where points were lost.
//!
//! Every position is searched on its own and from an empty table: what is found depends neither on how many are
//! searched at the same time nor on which ends first. (With the table kept from the answer to the move, 7 of
//! 30 lines around the mistakes of three games ended after one move: the table knew the value of the rest, and
//! nothing was left to explain.)

use super::agree::{Looks, Seen, agree};
use super::tactic::is_ending;
use super::why::{MATE_HASH, Mistake, Searched};
use super::{BOUNDS, HOLDS, LEAST_LOSS, PlyReview, ReviewSettings, hanging, is_only};
use crate::game::{Game, MATE, Notation as _, SquareSet as _, Value};
use crate::lab::batch::{self, is_interrupted};
use crate::lab::searcher::{Bank, Budget, DECLARE, Found, score_without_moves};
use crate::mate::Solver;
use crate::protocol::{Dialect, WinRate};
use crate::records::GameRecord;
use crate::search::SearchConfig;
use crate::search::horizon::Tactics;

/// The points, in parts of a thousand, from which a quick loss is looked at again: some of what will count is
/// not seen at once.
const SUSPICIOUS: u32 = LEAST_LOSS * 3 / 5;

/// The moves that a line has before a mistake is explained by it; one that ends earlier is searched on.
const EXPLAINS: usize = 8;
/// The same where few pieces are left: a pawn needs many moves to promote.
const EXPLAINS_ENDINGS: usize = 16;
/// How often a line is searched on at most.
const MOST_SEARCHES: usize = 3;

/// How much a position is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    #[default]
    Quick,
    Whole,
    Verified,
    /// Where the loss has more than doubled with that.
    Settled,
    /// What the verdicts themselves are checked by.
    Rechecked,
}

impl Level {
    /// The part of the limit, in quarters, or in pairs of plies below and above it.
    fn of(self, limit: Budget) -> Budget {
        let amount = |whole: u64| (whole.saturating_mul(self.quarters()) / 4).max(1);
        match limit {
            Budget::Depth(depth) => Budget::Depth(match self {
                Self::Quick => depth.saturating_sub(2).max(1),
                Self::Whole => depth,
                Self::Verified => depth.saturating_add(2),
                Self::Settled | Self::Rechecked => depth.saturating_add(3),
            }),
            Budget::Nodes(nodes) => Budget::Nodes(amount(nodes)),
            Budget::MoveTime(ms) => Budget::MoveTime(amount(ms)),
        }
    }

    const fn quarters(self) -> u64 {
        match self {
            Self::Quick => 1,
            Self::Whole => 4,
            Self::Verified => 16,
            Self::Settled => 32,
            Self::Rechecked => 40,
        }
    }
}

/// What the passes go over.
struct Subject<'a, P> {
    settings: &'a ReviewSettings<'a>,
    record: &'a GameRecord,
    rate: WinRate,
    start: &'a P,
}

struct Passes<'a, P> {
    subject: Subject<'a, P>,
    plies: Vec<PlyReview>,
    looks: Vec<Looks>,
}

/// What a thread goes through a game and searches with.
type Tools<'a, P> = (Walk<'a, P>, Bank<P>);

/// A position that goes through the game.
struct Walk<'a, P: Game> {
    record: &'a GameRecord,
    position: P,
    at: usize,
}

impl<P: Game> Walk<'_, P> {
    /// Goes on to the position after so many moves. Gives the move that was played there.
    fn go_to(&mut self, ply: usize) -> Option<P::Move> {
        debug_assert!(self.at <= ply, "a pass goes forward");
        loop {
            let played = self.record.moves.get(self.at).and_then(|&raw| self.position.from_raw(raw));
            if self.at == ply {
                return played;
            }
            self.position.do_move(played?);
            self.at += 1;
        }
    }
}

/// Searches and proofs for what is to be explained, each search from an empty table.
pub(super) struct Lookout<P: Game> {
    bank: Bank<P>,
    limit: Budget,
    /// What scores say of results.
    pub(super) rate: WinRate,
    /// Proves mates.
    pub(super) solver: Solver,
    /// Whether that is to end.
    pub(super) is_stopped: fn() -> bool,
}

impl<P: Game> Lookout<P> {
    /// With a table of so many MiB, and a limit of each search.
    pub(super) fn new(hash: usize, limit: Budget, rate: WinRate, is_stopped: fn() -> bool) -> Self {
        let bank = Bank::new(hash, SearchConfig::default());
        Self { bank, limit, rate, solver: Solver::new(MATE_HASH), is_stopped }
    }

    /// The expected line of a position, whatever was played before, and its score; nothing if the user asked to stop.
    pub(super) fn found(&mut self, position: &P) -> Option<(Vec<String>, Value)> {
        let position = P::parse(&position.text()).ok()?;
        if position.count_legal() == 0 {
            return Some((Vec::new(), score_without_moves(&position)));
        }
        let found = self.bank.search(Tactics::DEFAULT, &position, &self.limit.limits())?;
        Some((found.line, found.score))
    }

    /// A line from a position, searched on where it ends early.
    fn longer(&mut self, position: &P, line: &[String]) -> Option<Vec<String>> {
        let (mut line, mut at, mut played) = (line.to_vec(), position.clone(), 0);
        let explains = if is_ending(position) { EXPLAINS_ENDINGS } else { EXPLAINS };
        for _ in 0..MOST_SEARCHES {
            for text in &line[played..] {
                let Ok(m) = at.parse_move(text) else { return Some(line) };
                at.do_move(m);
            }
            played = line.len();
            if played >= explains {
                break;
            }
            let (more, _) = self.found(&at)?;
            if more.first().is_none_or(|text| text == DECLARE) {
                break;
            }
            line.extend(more);
        }
        Some(line)
    }
}

/// What is seen in the positions of a game, and whether that is all: the user may ask to stop.
pub(super) fn look_at_game<D: Dialect<Game: Sync>>(
    settings: &ReviewSettings<'_>,
    record: &GameRecord,
) -> (Vec<PlyReview>, bool) {
    let Ok(start) = D::Game::parse(&record.start) else { return (Vec::new(), true) };
    let subject = Subject { settings, record, rate: D::WIN_RATE, start: &start };
    let mut passes = Passes { subject, plies: Vec::new(), looks: Vec::new() };
    let is_whole = passes.run();
    (passes.plies, is_whole)
}

impl<'a, P: Game + Sync> Subject<'a, P> {
    fn walk(&self) -> Walk<'a, P> {
        Walk { record: self.record, position: self.start.clone(), at: 0 }
    }

    /// Searches positions in this way; whether all of it was done.
    fn each<R: Send>(
        &self,
        wanted: Vec<(usize, Level)>,
        search: impl Fn(&mut Tools<'a, P>, usize, Level) -> Option<R> + Sync,
        mut take: impl FnMut(usize, Level, R),
    ) -> bool {
        let settings = self.settings;
        (settings.on_work)(wanted.iter().map(|(_, level)| level.quarters()).sum());
        let tools = || (self.walk(), Bank::new(settings.hash, SearchConfig::default()));
        let work = |tools: &mut Tools<'a, P>, (at, level): (usize, Level)| {
            let found = search(tools, at, level)?;
            (settings.on_done)(level.quarters());
            Some((at, level, found))
        };
        let sink = |(at, level, found)| {
            take(at, level, found);
            Ok(())
        };
        known(batch::run(wanted.into_iter(), settings.threads, tools, work, sink))
    }

    /// Searches positions without the move that was played in each; whether all of it was done.
    fn without(&self, wanted: Vec<(usize, Level)>, mut take: impl FnMut(usize, Seen)) -> bool {
        let search = |(walk, bank): &mut Tools<'a, P>, at, level: Level| {
            let m = walk.go_to(at)?;
            let position = &walk.position;
            let budget = level.of(self.settings.limit);
            let Found { line, score, .. } = bank.without(position, &position.move_text(m), budget)?;
            Some(Seen { line, score, points: self.rate.points(score, position.occupied().len()) })
        };
        self.each(wanted, search, |at, _, seen| take(at, seen))
    }

    /// Searches a position of the game.
    fn look_at(&self, (walk, bank): &mut Tools<'_, P>, at: usize, level: Level) -> Option<PlyReview> {
        let played = walk.go_to(at);
        let position = &walk.position;
        let is_open = position.count_legal() > 0 || position.declaration().is_some();
        let Found { line, score, depth, nodes, .. } = if is_open {
            bank.search(Tactics::DEFAULT, position, &level.of(self.settings.limit).limits())?
        } else {
            Found { score: score_without_moves(position), ..Found::default() }
        };
        Some(PlyReview {
            ply: walk.record.first_ply + at as u32,
            position: position.text(),
            side: position.side_to_move().name().to_owned(),
            played: played.map(|m| position.move_text(m)),
            best: line.first().cloned(),
            line,
            score,
            points: self.rate.points(score, position.occupied().len()),
            // It does not depend on how long is searched.
            hanging: if level == Level::Quick { hanging(position) } else { Vec::new() },
            depth,
            nodes,
            ..PlyReview::default()
        })
    }
}

impl<P: Game + Sync> Passes<'_, P> {
    /// Makes them; whether all was seen.
    fn run(&mut self) -> bool {
        let all = (0..=self.subject.record.moves.len()).map(|at| (at, Level::Quick)).collect();
        let mut is_whole = self.search(all);
        while is_whole {
            let (accused, misjudged) = (self.accused(), self.misjudged());
            is_whole = if !accused.is_empty() {
                self.search(accused)
            } else if !misjudged.is_empty() {
                self.search_others(misjudged)
            } else {
                break;
            };
        }
        let rechecks = self.subject.settings.rechecks;
        is_whole && self.find_only() && self.explain() && (!rechecks || self.recheck())
    }

    /// The positions before and after moves that lost points and have not been looked at enough.
    fn accused(&self) -> Vec<(usize, Level)> {
        let mut wanted: Vec<Option<Level>> = vec![None; self.plies.len()];
        for (at, &Looks { doubt: lost, whole, .. }) in self.looks.iter().enumerate() {
            let next = match self.level(at) {
                Level::Quick if lost >= SUSPICIOUS => Level::Whole,
                // The other moves come first.
                Level::Whole if self.is_misjudged(at) => continue,
                Level::Whole if lost >= LEAST_LOSS => Level::Verified,
                Level::Verified if lost >= BOUNDS[1] && lost > 2 * whole => Level::Settled,
                _ => continue,
            };
            for at in [at, at + 1] {
                if self.looks[at].level < next {
                    wanted[at] = wanted[at].max(Some(next));
                }
            }
        }
        wanted.into_iter().enumerate().filter_map(|(at, level)| Some((at, level?))).collect()
    }

    /// The moves that the search took for the best, and that have lost points all the same by what it sees after
    /// them: it did not see enough, of these or of the others.
    fn misjudged(&self) -> Vec<(usize, Level)> {
        let all = 0..self.plies.len();
        all.filter(|&at| self.is_misjudged(at)).map(|at| (at, self.level(at))).collect()
    }

    fn is_misjudged(&self, at: usize) -> bool {
        let looks = &self.looks[at];
        looks.others.is_none() && looks.is_best(&self.plies[at]) && looks.doubt >= LEAST_LOSS
    }

    /// How much both positions of a move have been looked at.
    fn level(&self, at: usize) -> Level {
        self.looks[at].level.min(self.looks.get(at + 1).map_or(Level::Rechecked, |next| next.level))
    }

    /// Searches positions and says what the moves lost; whether all of it was done.
    fn search(&mut self, wanted: Vec<(usize, Level)>) -> bool {
        let Self { subject, plies, looks } = self;
        let search = |tools: &mut Tools<'_, P>, at, level| subject.look_at(tools, at, level);
        let is_whole = subject.each(wanted, search, |at, level, mut ply| {
            if at == plies.len() {
                plies.push(PlyReview::default());
                looks.push(Looks::default());
            } else {
                ply.hanging = std::mem::take(&mut plies[at].hanging);
            }
            let all = Seen { line: ply.line.clone(), score: ply.score, points: ply.points };
            looks[at] = Looks { level, all, others: None, ..looks[at] };
            plies[at] = ply;
        });
        self.weigh();
        is_whole
    }

    /// What the moves lose by all that has been seen.
    fn weigh(&mut self) {
        agree(&mut self.plies, &mut self.looks);
        for at in 0..self.looks.len() {
            if self.level(at) == Level::Whole {
                self.looks[at].whole = self.looks[at].doubt;
            }
        }
    }

    /// Searches positions without the move that was played; whether all of it was done.
    fn search_others(&mut self, wanted: Vec<(usize, Level)>) -> bool {
        let is_whole = self.subject.without(wanted, |at, seen| self.looks[at].others = Some(seen));
        self.weigh();
        is_whole
    }

    /// Searches before and after each mistake at ten times the limit; whether all of it was done.
    fn recheck(&mut self) -> bool {
        let is_accused = |&at: &usize| self.plies[at].gives_away(BOUNDS[1]);
        let accused: Vec<usize> = (0..self.plies.len()).filter(is_accused).collect();
        let mut wanted: Vec<usize> = accused.iter().flat_map(|&at| [at, at + 1]).collect();
        wanted.dedup();
        let seen = self.plies.clone();
        let mut is_whole = self.search(wanted.into_iter().map(|at| (at, Level::Rechecked)).collect());
        let is_best = |&&at: &&usize| self.looks[at].is_best(&self.plies[at]);
        let best = accused.iter().filter(is_best).map(|&at| (at, Level::Rechecked)).collect();
        is_whole = is_whole && self.search_others(best);
        let again = std::mem::replace(&mut self.plies, seen);
        for at in accused.into_iter().filter(|_| is_whole) {
            self.plies[at].rechecked = again[at].lost;
        }
        is_whole
    }

    /// Looks for moves that were the only good ones: where the best move was played and the game was not lost with
    /// it, what the next best gives away; whether all were looked at.
    fn find_only(&mut self) -> bool {
        let keeps = |ply: &PlyReview| ply.played.is_some() && ply.played == ply.best && ply.points >= HOLDS;
        let is_asked = |&at: &usize| keeps(&self.plies[at]) && !takes_what_moved(&self.plies, at);
        let mut wanted: Vec<usize> = (0..self.plies.len()).filter(is_asked).collect();
        // What a quick search says is asked again.
        for level in [Level::Quick, Level::Whole] {
            let mut only = Vec::new();
            let asked = wanted.into_iter().map(|at| (at, level)).collect();
            let is_whole = self.subject.without(asked, |at, second| {
                let kept = self.plies.get(at + 1).map_or(0, |next| 1000 - next.points);
                // Where there is no other move, none was found.
                if !second.line.is_empty() && is_only(kept, second.points) {
                    only.push(at);
                }
            });
            if !is_whole {
                return false;
            }
            wanted = only;
        }
        for at in wanted {
            self.plies[at].only = true;
        }
        true
    }

    /// Explains the mistakes; whether all of them were.
    fn explain(&mut self) -> bool {
        let (subject, settings, plies) = (&self.subject, self.subject.settings, &self.plies);
        // A mate in one is told however little another move gives away.
        let misses_mate = |at: usize| plies[at].score == MATE - 1 && plies[at + 1].score != -MATE;
        let mistakes = (0..plies.len().saturating_sub(1))
            .filter(|&at| plies[at].gives_away(LEAST_LOSS) || misses_mate(at));
        let quick = Level::Quick.of(settings.limit);
        let tools = || (subject.walk(), Lookout::new(settings.hash, quick, subject.rate, is_interrupted));
        let look = |(walk, lookout): &mut (Walk<'_, P>, Lookout<P>), at: usize| {
            let played = walk.go_to(at)?;
            let (own, next) = (&plies[at], &plies[at + 1]);
            // Without the history, which would be copied many times.
            let before = P::parse(&walk.position.text()).unwrap_or_else(|_| walk.position.clone());
            let mut after = before.clone();
            after.do_move(played);
            let best = lookout.longer(&before, &own.line)?;
            let answer = lookout.longer(&after, &next.line)?;
            let (points, scores) = ([own.points, next.points], [own.score, next.score]);
            let found = Searched { lines: [best, answer], points, scores };
            let reasons = Mistake { before: &before, played, found: &found }.reasons(lookout);
            (!is_interrupted()).then_some((at, found.lines, reasons))
        };
        let mut found = Vec::new();
        let sink = |one| {
            found.push(one);
            Ok(())
        };
        let is_whole = batch::run(mistakes, settings.threads, tools, look, sink);
        for (at, [best, answer], reasons) in found {
            self.plies[at].line = best;
            self.plies[at].why = reasons;
            self.plies[at + 1].line = answer;
        }
        known(is_whole)
    }
}

/// Whether a pass was whole.
///
/// # Panics
/// If it could not be made at all, as no thread can be started: that ends the program with a word.
fn known(is_whole: anyhow::Result<bool>) -> bool {
    is_whole.unwrap_or_else(|error| panic!("{error:#}"))
}

/// Whether a move takes the piece that moved before it: no sign is needed that it had to be played.
fn takes_what_moved(plies: &[PlyReview], at: usize) -> bool {
    let to = |ply: &PlyReview| ply.played.as_ref().and_then(|text| text.get(2..4)).map(str::to_owned);
    at > 0 && to(&plies[at - 1]) == to(&plies[at])
}
