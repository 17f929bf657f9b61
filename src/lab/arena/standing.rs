//! How a match stands.

use std::collections::BTreeMap;

use crate::game::Color;
use crate::lab::batch::Shard;

use super::record::{GameRecord, GameResult, Reason, Side};
use super::sprt::{Hypothesis, Sprt};
use super::stats::Tally;

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

/// How a match, or one shard of it, stands.
#[derive(Clone, Debug)]
pub struct Standing {
    shard: Shard,
    /// Half points of A by game.
    half_points: BTreeMap<u64, u8>,
    sides: [SideTotals; 2],
    endings: BTreeMap<(GameResult, Reason), u64>,
    test: Option<Test>,
}

/// A test over the pairs of a match in their order, whatever the order in
/// which they end: so its decision depends on no chance but the games'.
#[derive(Clone, Copy, Debug)]
struct Test {
    sprt: Sprt,
    pairs: Tally<5>,
    next_pair: u64,
    decision: Option<Hypothesis>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(shard: Shard, sprt: Option<Sprt>) -> Self {
        let test =
            sprt.map(|sprt| Test { sprt, pairs: Tally::default(), next_pair: shard.index, decision: None });
        Self {
            shard,
            half_points: BTreeMap::new(),
            sides: [SideTotals::default(); 2],
            endings: BTreeMap::new(),
            test,
        }
    }

    /// Counts a game. A game that was counted before is not counted again.
    pub fn add(&mut self, record: &GameRecord) {
        let half_points = record.result.half_points();
        if self.half_points.insert(record.number, half_points).is_some() {
            return;
        }
        *self.endings.entry((record.result, record.reason)).or_default() += 1;
        for side in Side::ALL {
            let color = if record.black == side { Color::Black } else { Color::White };
            let own = if side == Side::A { half_points } else { 2 - half_points };
            self.sides[side.index()].add(record, color, u64::from(own));
        }
        if let Some(winner) = record.result.winner() {
            self.sides[winner.other().index()].add_loss(record.reason);
        }
        self.go_on_testing();
    }

    fn go_on_testing(&mut self) {
        let Some(test) = &mut self.test else {
            return;
        };
        while test.decision.is_none()
            && let Some(half_points) = pair_points(&self.half_points, test.next_pair)
        {
            test.pairs.0[half_points] += 1;
            test.next_pair += self.shard.count;
            test.decision = test.sprt.decide(&test.pairs);
        }
    }

    /// Whether a game has been counted.
    pub fn has(&self, game: u64) -> bool {
        self.half_points.contains_key(&game)
    }

    /// How many games have been counted.
    pub fn count(&self) -> u64 {
        self.half_points.len() as u64
    }

    /// Games by A's score: lost, drawn, won.
    pub fn games(&self) -> Tally<3> {
        let mut tally = Tally::default();
        for &half_points in self.half_points.values() {
            tally.0[usize::from(half_points)] += 1;
        }
        tally
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

    /// What a player did.
    pub const fn side(&self, side: Side) -> &SideTotals {
        &self.sides[side.index()]
    }

    /// How games ended, and how often.
    pub fn endings(&self) -> impl Iterator<Item = (GameResult, Reason, u64)> {
        self.endings.iter().map(|(&(result, reason), &count)| (result, reason, count))
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

impl SideTotals {
    fn add(&mut self, record: &GameRecord, color: Color, half_points: u64) {
        let (points, games) = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        *points += half_points;
        *games += 1;
        let first = usize::from(record.player(color) != record.first);
        for i in (first..record.moves.len()).step_by(2) {
            self.moves += 1;
            self.time_ms += record.time_ms.get(i).copied().unwrap_or_default();
            if let Some(nodes) = record.nodes.get(i).copied().flatten() {
                self.nodes += nodes;
                self.moves_with_nodes += 1;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::super::record::SideInfo;
    use super::*;

    fn game(number: u64, result: GameResult) -> GameRecord {
        let info = SideInfo { name: String::new(), spec: String::new(), limit: String::new() };
        let black = if number % 2 == 1 { Side::A } else { Side::B };
        GameRecord {
            game: "shogi".to_owned(),
            number,
            a: info.clone(),
            b: info,
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
    }
}
