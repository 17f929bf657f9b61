//! The games of a match one by one, and how it stood after each of them.

use super::record::{GameRecord, GameResult, Side};
use super::sprt::Sprt;
use super::stats::{Estimate, Tally};
use crate::records::Reason;

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
        let info = SideInfo { name: String::new(), spec: String::new(), limit: String::new() };
        GameRecord {
            trial: None,
            game: "chess".to_owned(),
            number,
            a: info.clone(),
            b: info,
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
