//! How a match stands, and how it stood after each of its games.

use std::collections::BTreeMap;

use super::record::{GameRecord, GameResult, Side};
use super::rungs::Outcomes;
use super::schedule::Schedule;
use super::stats::{Estimate, Hypothesis, Sprt, Tally};
use crate::game::Color;
use crate::lab::batch::Shard;
use crate::records::Reason;

/// What a player did in all its games.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Games lost, by why.
    lost: BTreeMap<Reason, u64>,
}

/// What games have come to.
#[derive(Clone, Debug, Default)]
struct Totals {
    /// By the number of the player.
    players: BTreeMap<usize, SideTotals>,
    /// By the number of the winner.
    endings: BTreeMap<(Option<usize>, Reason), u64>,
}

/// How a match, or one shard of it, stands.
#[derive(Clone, Debug)]
pub struct Standing {
    shard: Shard,
    schedule: Schedule,
    /// Half points of the side A by game.
    half_points: BTreeMap<u64, u8>,
    /// Games by them.
    games: Tally<3>,
    totals: Totals,
    test: Option<Test>,
}

/// A test over the units of a match in their order, whatever the order in
/// which they end: so its decision depends on no chance but the games'. Games
/// after the deciding unit do not count.
#[derive(Clone, Debug)]
struct Test {
    sprt: Sprt,
    outcomes: Outcomes,
    next_unit: u64,
    /// Games that ended before an earlier unit did.
    ahead: BTreeMap<u64, Totals>,
    decision: Option<Hypothesis>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(schedule: Schedule, shard: Shard, sprt: Option<Sprt>) -> Self {
        let test = sprt.map(|sprt| Test {
            sprt,
            outcomes: Outcomes::new(schedule),
            next_unit: shard.index,
            ahead: BTreeMap::new(),
            decision: None,
        });
        Self {
            shard,
            schedule,
            half_points: BTreeMap::new(),
            games: Tally::default(),
            totals: Totals::default(),
            test,
        }
    }

    /// Counts a game, unless it was counted before or the test has been decided.
    pub fn add(&mut self, record: &GameRecord) {
        if self.decision().is_some() || self.has(record.number) {
            return;
        }
        let half_points = record.result.half_points();
        self.half_points.insert(record.number, half_points);
        self.games.0[usize::from(half_points)] += 1;
        let totals = Totals::of(record, self.schedule.seats(record.number));
        match &mut self.test {
            None => self.totals.add(&totals),
            Some(test) => {
                test.ahead.insert(record.number, totals);
                self.go_on_testing();
            }
        }
    }

    fn go_on_testing(&mut self) {
        let Some(test) = &mut self.test else { return };
        while test.decision.is_none()
            && let Some(points) = unit_points(&self.half_points, self.schedule, test.next_unit)
        {
            for game in games_of(self.schedule, test.next_unit) {
                if let Some(totals) = test.ahead.remove(&game) {
                    self.totals.add(&totals);
                }
            }
            test.outcomes.add(self.schedule, test.next_unit, &points);
            test.next_unit += self.shard.count;
            test.decision = Sprt::decide(test.outcomes.llr(&test.sprt));
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

    /// Games by A's score: lost, drawn, won; of a gauntlet by what speaks for A.
    pub const fn games(&self) -> Tally<3> {
        self.games
    }

    /// The strength that it proves, and whether by whole units: they tell more, if all games
    /// are in pairs and the pairs differ.
    pub fn estimate(&self) -> Option<(Estimate, bool)> {
        estimate(&self.games(), &self.outcomes())
    }

    /// What the games have come to, unit by unit; only whole ones.
    pub fn outcomes(&self) -> Outcomes {
        let mut outcomes = Outcomes::new(self.schedule);
        for game in self.half_points.keys().filter(|&&game| game % self.schedule.unit_size() == 1) {
            let unit = self.schedule.unit_of(*game);
            if let Some(points) = unit_points(&self.half_points, self.schedule, unit) {
                outcomes.add(self.schedule, unit, &points);
            }
        }
        outcomes
    }

    /// What all games have come to.
    fn totals(&self) -> Totals {
        let mut totals = self.totals.clone();
        self.test.iter().flat_map(|test| test.ahead.values()).for_each(|ahead| totals.add(ahead));
        totals
    }

    /// What each player did: A, B, and the strangers.
    pub fn players(&self) -> Vec<SideTotals> {
        let totals = self.totals();
        (0..2 + self.schedule.strangers)
            .map(|player| totals.players.get(&player).cloned().unwrap_or_default())
            .collect()
    }

    /// How games ended, and how often: the number of the winner, and why.
    pub fn endings(&self) -> impl Iterator<Item = (Option<usize>, Reason, u64)> {
        self.totals().endings.into_iter().map(|((winner, reason), count)| (winner, reason, count))
    }

    /// The test, its log-likelihood ratio and the units that it has looked at.
    pub fn test(&self) -> Option<(Sprt, f64, u64)> {
        self.test.as_ref().map(|test| (test.sprt, test.outcomes.llr(&test.sprt), test.outcomes.count()))
    }

    /// What the test has decided for.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.test.as_ref().and_then(|test| test.decision)
    }
}

/// The games of a unit.
fn games_of(schedule: Schedule, unit: u64) -> impl Iterator<Item = u64> {
    let size = schedule.unit_size();
    (unit - 1) * size + 1..=unit * size
}

/// Half points of the side A in the games of a unit that all have been played.
fn unit_points(half_points: &BTreeMap<u64, u8>, schedule: Schedule, unit: u64) -> Option<Vec<u8>> {
    games_of(schedule, unit).map(|game| half_points.get(&game).copied()).collect()
}

impl Totals {
    /// Those of one game.
    fn of(record: &GameRecord, seats: [usize; 2]) -> Self {
        let half_points = record.result.half_points();
        let mut players = Side::ALL.map(|side| {
            let color = if record.black == side { Color::Black } else { Color::White };
            let own = if side == Side::A { half_points } else { 2 - half_points };
            (seats[side.index()], SideTotals::of(record, color, u64::from(own)))
        });
        let winner = record.result.winner();
        if let Some(winner) = winner {
            players[winner.other().index()].1.lost.insert(record.reason, 1);
        }
        let ending = (winner.map(|side| seats[side.index()]), record.reason);
        Self { players: players.into(), endings: [(ending, 1)].into() }
    }

    fn add(&mut self, other: &Self) {
        for (&ending, count) in &other.endings {
            *self.endings.entry(ending).or_default() += count;
        }
        for (&player, own) in &other.players {
            self.players.entry(player).or_default().add(own);
        }
    }
}

impl SideTotals {
    /// How many games were lost for this reason.
    pub fn lost_by(&self, reason: Reason) -> u64 {
        self.lost.get(&reason).copied().unwrap_or_default()
    }

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
        for (&reason, count) in &other.lost {
            *self.lost.entry(reason).or_default() += count;
        }
    }
}

/// The first games of a match, of which every move is kept.
const WHOLE: usize = 500;

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
    /// All of it, of the first games of the match.
    pub record: Option<Box<GameRecord>>,
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
            record: None,
        };
        let at = self.games.partition_point(|other| other.number < line.number);
        self.games.insert(at, line);
        if at < WHOLE {
            self.games[at].record = Some(Box::new(record.clone()));
        }
        if let Some(pushed_out) = self.games.get_mut(WHOLE) {
            pushed_out.record = None;
        }
    }

    /// Leaves only some of them.
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) {
        self.games.retain(|game| keep(game.number));
    }

    /// The games by their numbers.
    pub fn games(&self) -> &[GameLine] {
        &self.games
    }

    /// How the match stood after each unit and each game that has no other.
    pub(crate) fn stages(&self, schedule: Schedule, sprt: Option<Sprt>) -> Vec<Stage> {
        let (mut games, mut outcomes) = (Tally::<3>::default(), Outcomes::new(schedule));
        let mut stages = Vec::new();
        let unit_of = |game: &GameLine| schedule.unit_of(game.number);
        for unit in self.games.chunk_by(|a, b| unit_of(a) == unit_of(b)) {
            let points: Vec<u8> = unit.iter().map(|game| game.result.half_points()).collect();
            for &points in &points {
                games.0[usize::from(points)] += 1;
            }
            if points.len() as u64 == schedule.unit_size() {
                outcomes.add(schedule, unit_of(&unit[0]), &points);
            }
            let llr = sprt.map(|sprt| outcomes.llr(&sprt));
            if let Some((estimate, _)) = estimate(&games, &outcomes) {
                stages.push(Stage { games: games.count(), estimate, llr });
            }
        }
        stages
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
        GameRecord {
            trial: None,
            game: "shogi".to_owned(),
            number,
            stranger: None,
            a: SideInfo::default(),
            b: SideInfo::default(),
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

    fn games(results: &[GameResult]) -> Vec<GameRecord> {
        (1..).zip(results).map(|(number, &result)| game(number, result)).collect()
    }

    #[test]
    fn games_and_whole_pairs_are_counted() {
        use GameResult::{A, B, Draw};
        let mut standing = Standing::new(PAIRS, Shard::default(), None);
        for record in games(&[A, Draw, B, B, A]) {
            standing.add(&record);
        }
        standing.add(&game(5, A));
        assert_eq!(standing.games(), Tally([2, 1, 2]));
        assert_eq!(standing.outcomes(), Outcomes::Pairs(Tally([1, 0, 0, 1, 0])));
        let [a, b] = &standing.players()[..] else { panic!("two players") };
        // A moved first in games 1, 3 and 5: two moves each.
        assert_eq!((a.moves, a.nodes, a.moves_with_nodes, a.lost_by(Reason::Time)), (8, 70, 5, 2));
        assert!((a.time_ms - (3.0 * 4.0 + 2.0 * 2.0)).abs() < 1e-9);
        assert_eq!((a.black, a.white, b.lost_by(Reason::Time)), ((4, 3), (1, 2), 2));
    }

    /// A page of a match that goes on and on does not grow with it.
    #[test]
    fn only_the_first_games_are_kept_whole() {
        let mut history = History::default();
        for number in (1..=2 * WHOLE as u64).rev() {
            history.add(&game(number, GameResult::A));
        }
        let kept: Vec<u64> =
            history.games().iter().filter(|game| game.record.is_some()).map(|game| game.number).collect();
        assert_eq!(kept, (1..=WHOLE as u64).collect::<Vec<_>>());
        assert_eq!(history.games().len(), 2 * WHOLE);
    }

    #[test]
    fn a_test_looks_at_pairs_in_their_order() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        // A wins the first pairs and loses all later ones.
        let records: Vec<GameRecord> =
            (1..=400).map(|n| game(n, if n <= 100 { GameResult::A } else { GameResult::B })).collect();
        let standing = || Standing::new(PAIRS, Shard::default(), Some(sprt));
        let (mut forwards, mut backwards) = (standing(), standing());
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
            assert_eq!((standing.count(), standing.outcomes().count()), (2 * pairs, pairs));
            assert_eq!(standing.games(), Tally([0, 0, 2 * pairs]));
            assert_eq!(standing.endings().collect::<Vec<_>>(), [(Some(0), Reason::Time, 2 * pairs)]);
            assert_eq!(standing.players()[0].moves, 3 * pairs);
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        use GameResult::{A, B, Draw};
        let records = games(&[A, B, A, Draw, A, A, B]);
        let (mut forwards, mut backwards) = (History::default(), History::default());
        for (record, last_first) in records.iter().zip(records.iter().rev()) {
            forwards.add(record);
            backwards.add(last_first);
        }
        assert_eq!(forwards.games(), backwards.games());
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let stages = forwards.stages(PAIRS, Some(sprt));
        assert_eq!(stages, backwards.stages(PAIRS, Some(sprt)));
        let counts: Vec<u64> = stages.iter().map(|stage| stage.games).collect();
        assert_eq!(counts, [2, 4, 6, 7]);
        // 1, 3/2 and 2 points of pairs.
        let pairs = Tally([0, 0, 1, 1, 1]);
        assert_eq!(Some(stages[2].estimate), pairs.estimate());
        assert_eq!(stages[2].llr, Some(sprt.llr(&pairs)));
        assert_eq!(Some(stages[3].estimate), Tally([2, 1, 4]).estimate(), "a game without its other");
        forwards.retain(|number| number < 3);
        assert_eq!((forwards.games().len(), forwards.stages(PAIRS, None)[0].llr), (2, None));
    }

    /// Two strangers from two openings: A and B each play two games against each from each.
    #[test]
    fn a_gauntlet_compares_what_both_scored_against_the_same_stranger() {
        use GameResult::{A, B, Draw};
        let schedule = Schedule { strangers: 2 };
        // Where B plays it sits on the side B, so that the result B is its win.
        let results = [A, A, A, Draw, A, B, B, B, Draw, Draw, Draw, Draw, A, A, B, B];
        let records = games(&results);
        let (mut forwards, mut backwards, mut history) = (
            Standing::new(schedule, Shard::default(), None),
            Standing::new(schedule, Shard::default(), Some(Sprt { elo0: 0.0, elo1: 10.0 })),
            History::default(),
        );
        for (record, last_first) in records.iter().zip(records.iter().rev()) {
            forwards.add(record);
            backwards.add(last_first);
            history.add(record);
        }
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
        let stages = history.stages(schedule, None);
        assert_eq!(stages.last().map(|stage| Some(stage.estimate)), Some(rungs.estimate()));
    }
}
