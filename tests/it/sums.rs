//! What the laboratory adds up over a run.

use somatic::game::Value;
use somatic::lab::compare::{CompareRecord, CompareSettings, CompareTotals, Compared, Reference};
use somatic::lab::contender::{Contender, Failure, judged};
use somatic::lab::histogram::Histogram;
use somatic::lab::job::Row;
use somatic::lab::searcher::{Budget, Found};
use somatic::lab::suite::{Attempt, KnownAnswer, Solution, SuiteRecord, SuiteSettings, SuiteTotals};
use somatic::records::Reason;
use somatic::search::Params;
use somatic::search::horizon::Tactics;

fn settings(tactics: &[Tactics]) -> CompareSettings {
    let contenders: Vec<Contender> = tactics.iter().copied().map(Contender::Strategy).collect();
    CompareSettings {
        judged: judged(&contenders),
        contenders,
        limit: Budget::Depth(3),
        reference_tactics: Tactics::Quiescence,
        reference_limit: Budget::Depth(5),
        hash: 1,
        times: true,
    }
}

fn answer(tactics: Tactics, nodes: u64, error: Value) -> Compared {
    Compared {
        tactics: tactics.name().to_owned(),
        found: Found { best: "a".to_owned(), nodes, below_horizon: nodes / 4, calls: 7, ..Found::default() },
        iterations: 3,
        changes: 1,
        agrees: error == 0,
        error,
        ..Compared::default()
    }
}

fn row(number: u64, game: &str, results: Vec<Compared>) -> Row<CompareRecord> {
    let reference = Reference {
        tactics: "quiescence".to_owned(),
        limit: Budget::Depth(5),
        best: "a".to_owned(),
        score: 0,
        line: Vec::new(),
        depth: 5,
        nodes: 100,
        time_ms: None,
    };
    let (game, position) = (game.to_owned(), String::new());
    let (limit, programs) = (Budget::Depth(3), Vec::new());
    let id = format!("p{number}");
    let record = CompareRecord { id, game, position, limit, hash: 1, programs, reference, results };
    Row { number, record }
}

#[test]
fn figures_are_sums_and_means() {
    use Tactics::{Quiescence, SuperSoma};
    let mut summary = CompareTotals::new(settings(&[SuperSoma, Quiescence]), 2);
    summary.add(&row(1, "chess", vec![answer(SuperSoma, 100, 0), answer(Quiescence, 200, -100)]));
    summary.add(&row(2, "chess", vec![answer(SuperSoma, 300, 50), answer(Quiescence, 2_400, 0)]));
    summary.add(&row(3, "shogi", vec![answer(SuperSoma, 8, -400), answer(Quiescence, 8, 0)]));
    summary.add(&row(4, "shogi", vec![answer(SuperSoma, 8, 60), answer(Quiescence, 8, 0)]));
    assert_eq!(summary.games.len(), 2);
    let second = &summary.games[0].strategies[1];
    assert_eq!((second.nodes, second.below_horizon, second.calls), (2_600, 650, 14));
    assert!((second.log_ratio - 16_f64.ln()).abs() < 1e-9);
    assert_eq!((second.error, second.absolute_error, second.agreements), (-100, 100, 1));
    assert_eq!((second.steps, second.changes), (4, 2));
    let listed: Vec<u64> = summary.disagreements.iter().map(|d| d.row.number).collect();
    assert_eq!(listed, [3, 4], "the largest first, and no more than asked for");
    let counts: Vec<_> = summary.games.iter().map(|game| (game.other_moves, game.other_scores)).collect();
    assert_eq!(counts, [(1, 0), (2, 0)]);
}

/// What a program did wrong is counted and is in no mean.
#[test]
fn faults_are_counted_apart() {
    use Tactics::{Quiescence, SuperSoma};
    let mut summary = CompareTotals::new(settings(&[SuperSoma, Quiescence]), 2);
    let failure = Failure { reason: Reason::Illegal, detail: "'e2e5'".to_owned() };
    let fault = Compared { fault: Some(failure), ..Compared::default() };
    for number in 1..=3 {
        summary.add(&row(number, "chess", vec![answer(SuperSoma, 100, 0), fault.clone()]));
    }
    summary.add(&row(4, "chess", vec![answer(SuperSoma, 100, 0), answer(Quiescence, 200, -100)]));
    let second = &summary.games[0].strategies[1];
    assert_eq!((second.answers, second.moves, second.error, second.agreements), (1, 1, -100, 0));
    let (reason, first) = second.faults.0.first_key_value().expect("a fault");
    assert_eq!((*reason, first.count, first.id.as_str()), (Reason::Illegal, 3, "p1"));
    assert!(summary.disagreements.is_empty());
}

#[test]
fn without_super_soma_the_first_is_judged() {
    use Tactics::{Captures, Quiescence};
    let mut summary = CompareTotals::new(settings(&[Captures, Quiescence]), 5);
    summary.add(&row(1, "chess", vec![answer(Captures, 1, 30), answer(Quiescence, 1, 0)]));
    assert_eq!(summary.disagreements[0].answer.tactics, "captures");
}

#[test]
fn suites_compare_with_the_first_strategy() {
    let settings = SuiteSettings {
        contenders: [Tactics::SuperSoma, Tactics::Quiescence].map(Contender::Strategy).to_vec(),
        limit: Budget::Depth(3),
        params: Params::default(),
        set: Vec::new(),
        hash: 1,
        times: false,
    };
    // By the moves until the solution, if it was found.
    let attempt = |solution: Option<u64>| Attempt {
        solved: solution.is_some(),
        nodes: 100,
        solution: solution.map(|nodes| Solution { depth: 1, nodes, time_ms: None }),
        ..Attempt::default()
    };
    let mut summary = SuiteTotals::new(settings);
    for (number, results) in
        [[Some(10), Some(10)], [Some(20), None], [None, Some(30)]].into_iter().enumerate()
    {
        let record = SuiteRecord {
            id: format!("p{number}"),
            game: "chess".to_owned(),
            position: String::new(),
            limit: Budget::Depth(3),
            hash: 1,
            set: Vec::new(),
            programs: Vec::new(),
            answer: KnownAnswer::default(),
            results: results.map(attempt).to_vec(),
        };
        summary.add(&Row { number: number as u64 + 1, record });
    }
    let figures = |k: usize| {
        let sums = &summary.games[0].strategies[k];
        (sums.solved, sums.gained, sums.lost, sums.nodes, sums.solution_nodes, sums.unsolved.join(" "))
    };
    assert_eq!((summary.games[0].positions, summary.games[0].common), (3, 1));
    assert_eq!(figures(0), (2, 0, 0, 300, 10, "p2".to_owned()));
    assert_eq!(figures(1), (2, 1, 1, 300, 10, "p1".to_owned()));
}

#[test]
fn errors_are_counted_around_zero() {
    let mut found = Histogram::default();
    for error in [-30_000, -25, 0, 24, 25, 30_000] {
        found.add(error);
    }
    let shares = found.shares();
    let rounded: Vec<(i32, i32, i32)> = shares
        .iter()
        .filter(|class| class.2 > 0.0)
        .map(|&(from, to, share)| (from as i32, to as i32, share.round() as i32))
        .collect();
    assert_eq!(rounded, [(-1025, -975, 17), (-25, 25, 50), (25, 75, 17), (975, 1025, 17)]);
    assert!(Histogram::default().shares().iter().all(|class| class.2 <= 0.0));
}
