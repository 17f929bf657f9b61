//! How a match stands, and how it stood after each of its games.

use std::collections::BTreeMap;

use super::record::{GameRecord, GameResult, Side};
use super::rungs::Outcomes;
use super::schedule::Schedule;
use super::stats::{Estimate, Hypothesis, Sprt, Tally};
use crate::lab::batch::Shard;
use crate::records::Reason;

/// What a player used for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves played.
    pub moves: u64,
    /// Time used for them, in milliseconds.
    pub time_ms: f64,
    /// Nodes searched for those of them where it told.
    pub nodes: u64,
    /// How many those are.
    pub moves_with_nodes: u64,
}

impl Effort {
    fn of(record: &GameRecord, side: Side) -> Self {
        let mut own = Self::default();
        for i in (usize::from(side != record.first)..record.moves.len()).step_by(2) {
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
    }
}

/// What a player did in all its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideTotals {
    /// What it used for its moves.
    pub effort: Effort,
    /// Half points with black, and games.
    pub black: (u64, u64),
    /// The same with white.
    pub white: (u64, u64),
    /// Games lost, by why.
    lost: BTreeMap<Reason, u64>,
}

impl SideTotals {
    /// How many games were lost for this reason.
    pub fn lost_by(&self, reason: Reason) -> u64 {
        self.lost.get(&reason).copied().unwrap_or_default()
    }

    fn add(&mut self, game: &GameLine, side: Side) {
        self.effort.add(&game.efforts[side.index()]);
        let points = game.result.half_points();
        let with_color = if game.black == side { &mut self.black } else { &mut self.white };
        with_color.0 += u64::from(if side == Side::A { points } else { 2 - points });
        with_color.1 += 1;
        if game.result.winner() == Some(side.other()) {
            *self.lost.entry(game.reason).or_default() += 1;
        }
    }
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq)]
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
    /// What they used for them.
    efforts: [Effort; 2],
}

/// How a match, or one shard of it, stands.
#[derive(Clone, Debug)]
pub struct Standing {
    shard: Shard,
    schedule: Schedule,
    /// The games that have been counted, by their numbers.
    games: BTreeMap<u64, GameLine>,
    test: Option<Test>,
}

/// A test over the units of a match in their order, whatever the order in which they end: so its decision depends
/// on no chance but the games'. Games after the deciding unit do not count.
#[derive(Clone, Debug)]
struct Test {
    sprt: Sprt,
    outcomes: Outcomes,
    next_unit: u64,
    decision: Option<Hypothesis>,
}

/// How a match stood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stage {
    /// After so many games.
    pub games: u64,
    /// The strength measured: by pairs where all games are in pairs that differ.
    pub estimate: Estimate,
    /// The log-likelihood ratio of its test, if it has one.
    pub llr: Option<f64>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(schedule: Schedule, shard: Shard, sprt: Option<Sprt>) -> Self {
        let outcomes = Outcomes::new(schedule);
        let test = sprt.map(|sprt| Test { sprt, outcomes, next_unit: shard.index, decision: None });
        Self { shard, schedule, games: BTreeMap::new(), test }
    }

    /// Counts a game, unless it was counted before or the test has been decided.
    pub fn add(&mut self, record: &GameRecord) {
        if self.decision().is_some() || self.has(record.number) {
            return;
        }
        let line = GameLine {
            number: record.number,
            opening: record.opening.clone(),
            black: record.black,
            result: record.result,
            reason: record.reason,
            plies: record.plies,
            efforts: Side::ALL.map(|side| Effort::of(record, side)),
        };
        self.games.insert(record.number, line);
        let (schedule, games) = (self.schedule, &mut self.games);
        let Some(test) = &mut self.test else { return };
        while test.decision.is_none()
            && let Some(points) = unit_points(games, schedule, test.next_unit)
        {
            test.outcomes.add(schedule, test.next_unit, &points);
            test.next_unit += self.shard.count;
            test.decision = Sprt::decide(test.outcomes.llr(&test.sprt));
        }
        if test.decision.is_some() {
            games.retain(|&game, _| schedule.unit_of(game) < test.next_unit);
        }
    }

    /// Whether a game has been counted.
    pub fn has(&self, game: u64) -> bool {
        self.games.contains_key(&game)
    }

    /// The games that have been counted, by their numbers.
    pub fn lines(&self) -> impl Iterator<Item = &GameLine> {
        self.games.values()
    }

    /// How many games have been counted.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// Games by A's score: lost, drawn, won; of a gauntlet by what speaks for A.
    pub fn games(&self) -> Tally<3> {
        let mut games = Tally::default();
        self.lines().for_each(|game| games.0[usize::from(game.result.half_points())] += 1);
        games
    }

    /// The strength that it proves, and whether by whole units: they tell more where all games are in pairs that differ.
    pub fn estimate(&self) -> Option<(Estimate, bool)> {
        estimate(&self.games(), &self.outcomes())
    }

    /// Half points of the side A in the games of each unit that have been counted.
    fn units(&self) -> BTreeMap<u64, Vec<u8>> {
        let mut units = BTreeMap::<u64, Vec<u8>>::new();
        for game in self.lines() {
            units.entry(self.schedule.unit_of(game.number)).or_default().push(game.result.half_points());
        }
        units
    }

    /// What the games have come to, unit by unit; only whole ones.
    pub fn outcomes(&self) -> Outcomes {
        let mut outcomes = Outcomes::new(self.schedule);
        self.units().into_iter().for_each(|(unit, points)| outcomes.add(self.schedule, unit, &points));
        outcomes
    }

    /// What each player did: A, B, and the strangers.
    pub fn players(&self) -> Vec<SideTotals> {
        let mut players = vec![SideTotals::default(); 2 + self.schedule.strangers];
        for game in self.lines() {
            for (side, player) in Side::ALL.into_iter().zip(self.schedule.seats(game.number)) {
                players[player].add(game, side);
            }
        }
        players
    }

    /// How games ended, and how often: the number of the winner, and why.
    pub fn endings(&self) -> impl Iterator<Item = (Option<usize>, Reason, u64)> {
        let mut endings = BTreeMap::new();
        for game in self.lines() {
            let seats = self.schedule.seats(game.number);
            let winner = game.result.winner().map(|side| seats[side.index()]);
            *endings.entry((winner, game.reason)).or_default() += 1;
        }
        endings.into_iter().map(|((winner, reason), count)| (winner, reason, count))
    }

    /// The test, its log-likelihood ratio and the units that it has looked at.
    pub fn test(&self) -> Option<(Sprt, f64, u64)> {
        self.test.as_ref().map(|test| (test.sprt, test.outcomes.llr(&test.sprt), test.outcomes.count()))
    }

    /// What the test has decided for.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.test.as_ref().and_then(|test| test.decision)
    }

    /// How the match stood after each unit and each game that has no other.
    pub(crate) fn stages(&self) -> Vec<Stage> {
        let (mut games, mut outcomes) = (Tally::<3>::default(), Outcomes::new(self.schedule));
        let mut stages = Vec::new();
        for (unit, points) in self.units() {
            for &points in &points {
                games.0[usize::from(points)] += 1;
            }
            outcomes.add(self.schedule, unit, &points);
            let llr = self.test.as_ref().map(|test| outcomes.llr(&test.sprt));
            if let Some((estimate, _)) = estimate(&games, &outcomes) {
                stages.push(Stage { games: games.count(), estimate, llr });
            }
        }
        stages
    }
}

/// Half points of the side A in the games of a unit that all have been played.
fn unit_points(games: &BTreeMap<u64, GameLine>, schedule: Schedule, unit: u64) -> Option<Vec<u8>> {
    let size = schedule.unit_size();
    let numbers = (unit - 1) * size + 1..=unit * size;
    numbers.map(|number| games.get(&number).map(|game| game.result.half_points())).collect()
}

/// The games of which every move is kept.
const WHOLE: usize = 500;

/// The first games of a match by their numbers, with every move, whatever the order in which they ended.
#[derive(Clone, Debug, Default)]
pub struct History(pub BTreeMap<u64, GameRecord>);

impl History {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.0.insert(record.number, record.clone());
        if self.0.len() > WHOLE {
            self.0.pop_last();
        }
    }
}

/// The strength that games prove, and whether by their units. Pairs tell more, if all
/// games are in pairs and the pairs differ; a gauntlet has nothing but its units.
fn estimate(games: &Tally<3>, outcomes: &Outcomes) -> Option<(Estimate, bool)> {
    let by_units = match outcomes {
        Outcomes::Pairs(pairs) => {
            pairs.count() * 2 == games.count()
                && pairs.mean_and_variance().is_some_and(|(_, variance)| variance > 0.0)
        }
        Outcomes::Gauntlet(_) => true,
    };
    let estimate = if by_units { outcomes.estimate() } else { games.estimate() };
    estimate.map(|estimate| (estimate, by_units))
}

#[cfg(test)]
mod tests {
    use super::super::record::SideInfo;
    use super::*;

    const PAIRS: Schedule = Schedule { strangers: 0 };

    fn game(number: u64, result: GameResult) -> GameRecord {
        let black = if number % 2 == 1 { Side::A } else { Side::B };
        let player = SideInfo::default();
        let record = serde_json::json!({
            "game": "shogi", "number": number, "a": player, "b": player, "black": black, "opening": "",
            "start": "startpos", "opening_moves": [], "first": black, "moves": ["7g7f", "3c3d", "2g2f"],
            "result": result, "reason": Reason::Time, "plies": 3, "time_ms": [1.0, 2.0, 3.0],
            "nodes": [10, 20, null], "score": [null, null, null],
        });
        serde_json::from_value(record).expect("a game")
    }

    fn games(results: &[GameResult]) -> Vec<GameRecord> {
        (1..).zip(results).map(|(number, &result)| game(number, result)).collect()
    }

    /// How a match stands after these games, added from the first to the last and the other way round.
    fn both_ways(schedule: Schedule, sprt: Option<Sprt>, records: &[GameRecord]) -> [Standing; 2] {
        let mut standings = [(); 2].map(|()| Standing::new(schedule, Shard::default(), sprt));
        for (record, last_first) in records.iter().zip(records.iter().rev()) {
            standings[0].add(record);
            standings[1].add(last_first);
        }
        standings
    }

    #[test]
    fn games_and_whole_pairs_are_counted() {
        use GameResult::{A, B, Draw};
        let [mut standing, _] = both_ways(PAIRS, None, &games(&[A, Draw, B, B, A]));
        standing.add(&game(5, A));
        assert_eq!(standing.games(), Tally([2, 1, 2]));
        assert_eq!(standing.outcomes(), Outcomes::Pairs(Tally([1, 0, 0, 1, 0])));
        let [a, b] = &standing.players()[..] else { panic!("two players") };
        // A moved first in games 1, 3 and 5: two moves each.
        let Effort { moves, time_ms, nodes, moves_with_nodes } = a.effort;
        assert_eq!((moves, nodes, moves_with_nodes, a.lost_by(Reason::Time)), (8, 70, 5, 2));
        assert!((time_ms - (3.0 * 4.0 + 2.0 * 2.0)).abs() < 1e-9);
        assert_eq!((a.black, a.white, b.lost_by(Reason::Time)), ((4, 3), (1, 2), 2));
    }

    /// A page of a match that goes on and on does not grow with it.
    #[test]
    fn only_the_first_games_are_kept_whole() {
        let mut history = History::default();
        for number in (1..=2 * WHOLE as u64).rev() {
            history.add(&game(number, GameResult::A));
        }
        assert!(history.0.into_keys().eq(1..=WHOLE as u64));
    }

    #[test]
    fn a_test_looks_at_pairs_in_their_order() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        // A wins the first pairs and loses all later ones.
        let records: Vec<GameRecord> =
            (1..=400).map(|n| game(n, if n <= 100 { GameResult::A } else { GameResult::B })).collect();
        let [forwards, backwards] = both_ways(PAIRS, Some(sprt), &records);
        assert_eq!(forwards.decision(), Some(Hypothesis::Alternative));
        assert_eq!(backwards.decision(), forwards.decision());
        assert_eq!(backwards.test().map(|(_, _, pairs)| pairs), forwards.test().map(|(_, _, pairs)| pairs));
        // What was played after the deciding pair does not count, in whatever order it ended.
        let (_, _, pairs) = forwards.test().expect("a test");
        for standing in [&forwards, &backwards] {
            assert_eq!((standing.count(), standing.outcomes().count()), (2 * pairs, pairs));
            assert_eq!(standing.games(), Tally([0, 0, 2 * pairs]));
            assert_eq!(standing.endings().collect::<Vec<_>>(), [(Some(0), Reason::Time, 2 * pairs)]);
            assert_eq!(standing.players()[0].effort.moves, 3 * pairs);
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        use GameResult::{A, B, Draw};
        let records = games(&[A, B, A, Draw, A, A, B]);
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let [forwards, backwards] = both_ways(PAIRS, Some(sprt), &records);
        let [untested, _] = both_ways(PAIRS, None, &records);
        assert!(forwards.lines().eq(backwards.lines()));
        let stages = forwards.stages();
        assert_eq!(stages, backwards.stages());
        let counts: Vec<u64> = stages.iter().map(|stage| stage.games).collect();
        assert_eq!(counts, [2, 4, 6, 7]);
        // 1, 3/2 and 2 points of pairs.
        let pairs = Tally([0, 0, 1, 1, 1]);
        assert_eq!(Some(stages[2].estimate), pairs.estimate());
        assert_eq!(stages[2].llr, Some(sprt.llr(&pairs)));
        assert_eq!(Some(stages[3].estimate), Tally([2, 1, 4]).estimate(), "a game without its other");
        assert_eq!(untested.stages()[0].llr, None);
    }

    /// Two strangers from two openings: A and B each play two games against each from each.
    #[test]
    fn a_gauntlet_compares_what_both_scored_against_the_same_stranger() {
        use GameResult::{A, B, Draw};
        let schedule = Schedule { strangers: 2 };
        // Where B plays it sits on the side B, so that the result B is its win.
        let results = [A, A, A, Draw, A, B, B, B, Draw, Draw, Draw, Draw, A, A, B, B];
        let records = games(&results);
        let [forwards, backwards] = both_ways(schedule, Some(Sprt { elo0: 0.0, elo1: 10.0 }), &records);
        let Outcomes::Gauntlet(rungs) = forwards.outcomes() else { panic!("a gauntlet") };
        assert_eq!(Outcomes::Gauntlet(rungs.clone()), backwards.outcomes());
        // Against C 4 to 1 and 2 to 2 half points, against D 2 to 4 and 4 to 4.
        assert_eq!((rungs.0[0].a, rungs.0[0].b, rungs.0[0].leads.0), (6, 3, [0, 0, 0, 0, 1, 0, 0, 1, 0]));
        assert_eq!((rungs.0[1].a, rungs.0[1].b, rungs.0[1].leads.0), (6, 8, [0, 0, 1, 0, 1, 0, 0, 0, 0]));
        assert_eq!(forwards.estimate(), rungs.estimate().map(|estimate| (estimate, true)));
        assert_eq!(backwards.test().map(|(_, _, units)| units), Some(4));
        let games = |totals: &SideTotals| totals.black.1 + totals.white.1;
        assert_eq!(forwards.players().iter().map(games).collect::<Vec<_>>(), [8, 8, 8, 8]);
        let late: Vec<u64> = forwards.players().iter().map(|totals| totals.lost_by(Reason::Time)).collect();
        // D lost three games to A and four to B; C two and none.
        assert_eq!(late, [1, 1, 2, 7]);
        assert_eq!(forwards.stages().last().map(|stage| Some(stage.estimate)), Some(rungs.estimate()));
    }
}
