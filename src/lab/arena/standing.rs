//! How a match stands, and how it stood after each of its games.

use std::collections::BTreeMap;

use super::record::{GameRecord, GameResult, Side};
use super::stats::{Estimate, Hypothesis, Sprt, Tally};
use crate::game::Color;
use crate::lab::batch::Shard;
use crate::records::Reason;

/// What a player did in all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideTotals {
    /// Moves played.
    pub moves: u64,
    /// Time used for them, in milliseconds.
    pub time_ms: f64,
    /// Nodes searched for those of them where it told.
    pub nodes: u64,
    /// How many those are.
    pub moves_with_nodes: u64,
    /// Half points with black, and games.
    pub black: (u64, u64),
    /// The same with white.
    pub white: (u64, u64),
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost on time.
    pub late: u64,
    /// Games lost by a crash.
    pub crashed: u64,
    /// Games lost by silence.
    pub hung: u64,
    /// Games lost by talking without end.
    pub flooded: u64,
}

/// What games have come to.
#[derive(Clone, Debug, Default)]
struct Totals {
    sides: [SideTotals; 2],
    endings: BTreeMap<(GameResult, Reason), u64>,
}

/// What one game adds to the totals.
#[derive(Clone, Copy, Debug)]
struct Share {
    sides: [SideTotals; 2],
    ending: (GameResult, Reason),
}

/// How a match, or one shard of it, stands.
#[derive(Clone, Debug)]
pub struct Standing {
    shard: Shard,
    /// Half points of A by game.
    half_points: BTreeMap<u64, u8>,
    /// Games by A's half points.
    games: Tally<3>,
    totals: Totals,
    test: Option<Test>,
}

/// A test over the pairs of a match in their order, whatever the order in
/// which they end: so its decision depends on no chance but the games'. Games
/// after the deciding pair do not count.
#[derive(Clone, Debug)]
struct Test {
    sprt: Sprt,
    pairs: Tally<5>,
    next_pair: u64,
    /// Games that ended before an earlier pair did.
    ahead: BTreeMap<u64, Share>,
    decision: Option<Hypothesis>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(shard: Shard, sprt: Option<Sprt>) -> Self {
        let test = sprt.map(|sprt| Test {
            sprt,
            pairs: Tally::default(),
            next_pair: shard.index,
            ahead: BTreeMap::new(),
            decision: None,
        });
        Self { shard, half_points: BTreeMap::new(), games: Tally::default(), totals: Totals::default(), test }
    }

    /// Counts a game, unless it was counted before or the test has been decided.
    pub fn add(&mut self, record: &GameRecord) {
        if self.decision().is_some() || self.has(record.number) {
            return;
        }
        let half_points = record.result.half_points();
        self.half_points.insert(record.number, half_points);
        self.games.0[usize::from(half_points)] += 1;
        let share = Share::of(record);
        match &mut self.test {
            None => self.totals.add(&share),
            Some(test) => {
                test.ahead.insert(record.number, share);
                self.go_on_testing();
            }
        }
    }

    fn go_on_testing(&mut self) {
        let Some(test) = &mut self.test else {
            return;
        };
        while test.decision.is_none()
            && let Some(half_points) = pair_points(&self.half_points, test.next_pair)
        {
            for game in [2 * test.next_pair - 1, 2 * test.next_pair] {
                if let Some(share) = test.ahead.remove(&game) {
                    self.totals.add(&share);
                }
            }
            test.pairs.0[half_points] += 1;
            test.next_pair += self.shard.count;
            test.decision = test.sprt.decide(&test.pairs);
        }
        if test.decision.is_some() {
            for game in std::mem::take(&mut test.ahead).keys() {
                if let Some(half_points) = self.half_points.remove(game) {
                    self.games.0[usize::from(half_points)] -= 1;
                }
            }
        }
    }

    /// Whether a game has been counted.
    pub fn has(&self, game: u64) -> bool {
        self.half_points.contains_key(&game)
    }

    /// The games that have been counted.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.half_points.keys().copied()
    }

    /// How many games have been counted.
    pub fn count(&self) -> u64 {
        self.half_points.len() as u64
    }

    /// Games by A's score: lost, drawn, won.
    pub const fn games(&self) -> Tally<3> {
        self.games
    }

    /// The strength that it proves, and whether by pairs: they tell more, if all games are in
    /// pairs and the pairs differ.
    pub fn estimate(&self) -> Option<(Estimate, bool)> {
        estimate(&self.games(), &self.pairs())
    }

    /// Pairs of games by A's half points, from 0 to 4; only whole pairs.
    pub fn pairs(&self) -> Tally<5> {
        let mut tally = Tally::default();
        for game in self.half_points.keys().filter(|&&game| game % 2 == 1) {
            if let Some(half_points) = pair_points(&self.half_points, game.div_ceil(2)) {
                tally.0[half_points] += 1;
            }
        }
        tally
    }

    /// What all games have come to.
    fn totals(&self) -> Totals {
        let mut totals = self.totals.clone();
        for share in self.test.iter().flat_map(|test| test.ahead.values()) {
            totals.add(share);
        }
        totals
    }

    /// What a player did.
    pub fn side(&self, side: Side) -> SideTotals {
        self.totals().sides[side.index()]
    }

    /// How games ended, and how often.
    pub fn endings(&self) -> impl Iterator<Item = (GameResult, Reason, u64)> {
        self.totals().endings.into_iter().map(|((result, reason), count)| (result, reason, count))
    }

    /// The test, its log-likelihood ratio and the pairs that it has looked at.
    pub fn test(&self) -> Option<(Sprt, f64, u64)> {
        self.test.as_ref().map(|test| (test.sprt, test.sprt.llr(&test.pairs), test.pairs.count()))
    }

    /// What the test has decided for.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.test.as_ref().and_then(|test| test.decision)
    }
}

/// A's half points in a pair of games that both have been played.
fn pair_points(half_points: &BTreeMap<u64, u8>, pair: u64) -> Option<usize> {
    let points = |game: u64| half_points.get(&game).map(|&n| usize::from(n));
    Some(points(2 * pair - 1)? + points(2 * pair)?)
}

impl Totals {
    fn add(&mut self, share: &Share) {
        *self.endings.entry(share.ending).or_default() += 1;
        for (total, own) in self.sides.iter_mut().zip(&share.sides) {
            total.add(own);
        }
    }
}

impl Share {
    fn of(record: &GameRecord) -> Self {
        let half_points = record.result.half_points();
        let mut sides = Side::ALL.map(|side| {
            let color = if record.black == side { Color::Black } else { Color::White };
            let own = if side == Side::A { half_points } else { 2 - half_points };
            SideTotals::of(record, color, u64::from(own))
        });
        if let Some(winner) = record.result.winner() {
            sides[winner.other().index()].add_loss(record.reason);
        }
        Self { sides, ending: (record.result, record.reason) }
    }
}

impl SideTotals {
    /// What the player of a color did in a game.
    fn of(record: &GameRecord, color: Color, half_points: u64) -> Self {
        let mut own = Self::default();
        match color {
            Color::Black => own.black = (half_points, 1),
            Color::White => own.white = (half_points, 1),
        }
        let first = usize::from(record.player(color) != record.first);
        for i in (first..record.moves.len()).step_by(2) {
            own.moves += 1;
            own.time_ms += record.time_ms.get(i).copied().unwrap_or_default();
            if let Some(nodes) = record.nodes.get(i).copied().flatten() {
                own.nodes += nodes;
                own.moves_with_nodes += 1;
            }
        }
        own
    }

    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time_ms += other.time_ms;
        self.nodes += other.nodes;
        self.moves_with_nodes += other.moves_with_nodes;
        for (own, other) in [(&mut self.black, other.black), (&mut self.white, other.white)] {
            own.0 += other.0;
            own.1 += other.1;
        }
        self.illegal += other.illegal;
        self.late += other.late;
        self.crashed += other.crashed;
        self.hung += other.hung;
        self.flooded += other.flooded;
    }

    const fn add_loss(&mut self, reason: Reason) {
        match reason {
            Reason::Illegal => self.illegal += 1,
            Reason::Time => self.late += 1,
            Reason::Crash => self.crashed += 1,
            Reason::Hang => self.hung += 1,
            Reason::Flood => self.flooded += 1,
            _ => {}
        }
    }
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// Its number in the match, from 1.
    pub number: u64,
    /// The opening's name.
    pub opening: String,
    /// Who had black.
    pub black: Side,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// Moves of the players.
    pub plies: usize,
}

/// How a match stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// After so many games.
    pub games: u64,
    /// The strength measured: by pairs where all games are in pairs that differ.
    pub estimate: Estimate,
    /// The log-likelihood ratio of its test, if it has one.
    pub llr: Option<f64>,
}

/// The games of a match by their numbers, whatever the order in which they ended.
#[derive(Clone, Debug, Default)]
pub struct History {
    games: Vec<GameLine>,
}

impl History {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let line = GameLine {
            number: record.number,
            opening: record.opening.clone(),
            black: record.black,
            result: record.result,
            reason: record.reason,
            plies: record.plies,
        };
        let at = self.games.partition_point(|other| other.number < line.number);
        self.games.insert(at, line);
    }

    /// Leaves only some of them.
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) {
        self.games.retain(|game| keep(game.number));
    }

    /// The games by their numbers.
    pub fn games(&self) -> &[GameLine] {
        &self.games
    }

    /// How the match stood after each pair and each game that has no other.
    pub fn stages(&self, sprt: Option<Sprt>) -> Vec<Stage> {
        let (mut games, mut pairs) = (Tally::<3>::default(), Tally::<5>::default());
        let mut stages = Vec::new();
        for pair in self.games.chunk_by(|a, b| a.number.div_ceil(2) == b.number.div_ceil(2)) {
            for game in pair {
                games.0[usize::from(game.result.half_points())] += 1;
            }
            if let [first, second] = pair {
                pairs.0[usize::from(first.result.half_points() + second.result.half_points())] += 1;
            }
            let llr = sprt.map(|sprt| sprt.llr(&pairs));
            if let Some((estimate, _)) = estimate(&games, &pairs) {
                stages.push(Stage { games: games.count(), estimate, llr });
            }
        }
        stages
    }
}

/// The strength that games prove, and whether by their pairs. Pairs tell more, if all
/// games are in pairs and the pairs differ.
pub(super) fn estimate(games: &Tally<3>, pairs: &Tally<5>) -> Option<(Estimate, bool)> {
    let by_pairs = pairs.count() * 2 == games.count()
        && pairs.mean_and_variance().is_some_and(|(_, variance)| variance > 0.0);
    let estimate = if by_pairs { pairs.estimate() } else { games.estimate() };
    estimate.map(|estimate| (estimate, by_pairs))
}

#[cfg(test)]
mod tests {
    use super::super::record::SideInfo;
    use super::*;

    fn game(number: u64, result: GameResult) -> GameRecord {
        let info = SideInfo { name: String::new(), spec: String::new(), limit: String::new(), net: None };
        let black = if number % 2 == 1 { Side::A } else { Side::B };
        GameRecord {
            trial: None,
            game: "shogi".to_owned(),
            number,
            a: info.clone(),
            b: info,
            rules: String::new(),
            black,
            opening: String::new(),
            start: "startpos".to_owned(),
            opening_moves: Vec::new(),
            first: black,
            moves: vec!["7g7f".to_owned(), "3c3d".to_owned(), "2g2f".to_owned()],
            result,
            reason: Reason::Time,
            detail: None,
            plies: 3,
            time_ms: vec![1.0, 2.0, 3.0],
            nodes: vec![Some(10), Some(20), None],
            score: vec![None; 3],
        }
    }

    #[test]
    fn games_and_whole_pairs_are_counted() {
        let mut standing = Standing::new(Shard::default(), None);
        let results = [GameResult::A, GameResult::Draw, GameResult::B, GameResult::B, GameResult::A];
        for (number, result) in (1..).zip(results) {
            standing.add(&game(number, result));
        }
        standing.add(&game(5, GameResult::A));
        assert_eq!((standing.games(), standing.pairs()), (Tally([2, 1, 2]), Tally([1, 0, 0, 1, 0])));
        let a = standing.side(Side::A);
        // A moved first in games 1, 3 and 5: two moves each.
        assert_eq!((a.moves, a.nodes, a.moves_with_nodes, a.late), (8, 70, 5, 2));
        assert!((a.time_ms - (3.0 * 4.0 + 2.0 * 2.0)).abs() < 1e-9);
        assert_eq!((a.black, a.white, standing.side(Side::B).late), ((4, 3), (1, 2), 2));
    }

    #[test]
    fn a_test_looks_at_pairs_in_their_order() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        // A wins the first pairs and loses all later ones.
        let records: Vec<GameRecord> =
            (1..=400).map(|n| game(n, if n <= 100 { GameResult::A } else { GameResult::B })).collect();
        let (mut forwards, mut backwards) =
            (Standing::new(Shard::default(), Some(sprt)), Standing::new(Shard::default(), Some(sprt)));
        for (record, last_first) in records.iter().zip(records.iter().rev()) {
            forwards.add(record);
            backwards.add(last_first);
        }
        assert_eq!(forwards.decision(), Some(Hypothesis::Alternative));
        assert_eq!(backwards.decision(), forwards.decision());
        assert_eq!(backwards.test().map(|(_, _, pairs)| pairs), forwards.test().map(|(_, _, pairs)| pairs));
        // What was played after the deciding pair does not count, in whatever order it ended.
        let (_, _, pairs) = forwards.test().expect("a test");
        for standing in [&forwards, &backwards] {
            assert_eq!((standing.count(), standing.pairs().count()), (2 * pairs, pairs));
            assert_eq!(standing.games(), Tally([0, 0, 2 * pairs]));
            assert_eq!(standing.endings().collect::<Vec<_>>(), [(GameResult::A, Reason::Time, 2 * pairs)]);
            assert_eq!(standing.side(Side::A).moves, 3 * pairs);
        }
    }
}

#[cfg(test)]
mod history_tests {
    use super::super::record::SideInfo;
    use super::*;

    fn game(number: u64, result: GameResult) -> GameRecord {
        let info = SideInfo { name: String::new(), spec: String::new(), limit: String::new(), net: None };
        GameRecord {
            trial: None,
            game: "chess".to_owned(),
            number,
            a: info.clone(),
            b: info,
            rules: String::new(),
            black: Side::A,
            opening: String::new(),
            start: "startpos".to_owned(),
            opening_moves: Vec::new(),
            first: Side::A,
            moves: Vec::new(),
            result,
            reason: Reason::Checkmate,
            detail: None,
            plies: 0,
            time_ms: Vec::new(),
            nodes: Vec::new(),
            score: Vec::new(),
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        use GameResult::{A, B, Draw};
        let results = [A, B, A, Draw, A, A, B];
        let records: Vec<GameRecord> =
            (1..).zip(results).map(|(number, result)| game(number, result)).collect();
        let (mut forwards, mut backwards) = (History::default(), History::default());
        for (record, last_first) in records.iter().zip(records.iter().rev()) {
            forwards.add(record);
            backwards.add(last_first);
        }
        assert_eq!(forwards.games(), backwards.games());
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let stages = forwards.stages(Some(sprt));
        assert_eq!(stages, backwards.stages(Some(sprt)));
        let counts: Vec<u64> = stages.iter().map(|stage| stage.games).collect();
        assert_eq!(counts, [2, 4, 6, 7]);
        // 1, 3/2 and 2 points of pairs.
        let pairs = Tally([0, 0, 1, 1, 1]);
        assert_eq!(Some(stages[2].estimate), pairs.estimate());
        assert_eq!(stages[2].llr, Some(sprt.llr(&pairs)));
        assert_eq!(Some(stages[3].estimate), Tally([2, 1, 4]).estimate(), "a game without its other");
        forwards.retain(|number| number < 3);
        assert_eq!((forwards.games().len(), forwards.stages(None)[0].llr), (2, None));
    }
}
