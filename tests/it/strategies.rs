//! What tells the strategies apart: for each of them a position on which only
//! it gives the answer. All seven are asked, over bare material.

use somatic::game::{All, Game, INFINITE, MATE, MoveList, Notation as _, Position as _, Value};
use somatic::protocol::solo::Solo;
use somatic::search::horizon::{Horizon, Tactics};
use somatic::search::{Counters, Iteration, Leaf, Limits, Params, Reporter, SearchConfig};
use somatic::{chess, shogi};

use Tactics::{Captures, CapturesOnly, Quiescence, Recapture, Soma, StandPat, SuperSoma, SuperSomaStatic};

const PAWN: Value = 100;
const KNIGHT: Value = 320;
const ROOK: Value = 500;
const QUEEN: Value = 950;

#[track_caller]
fn read<P: Game>(text: &str) -> P {
    match P::parse(text) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// What each strategy says of the position as at the horizon.
#[track_caller]
fn leaves<P: Game>(text: &str, params: &Params) -> Vec<(Tactics, Leaf)> {
    let position: P = read(text);
    let ask = |kind| {
        Solo::new(&position, 1, &SearchConfig::material(kind, params.clone())).leaf(&position, None, 0).0
    };
    Tactics::ALL.map(|kind| (kind, ask(kind))).to_vec()
}

/// What `super-soma-static` says with so many tables more on a line, so many entries of each followed.
#[track_caller]
fn by_tables<P: Game>(text: &str, tables: u32, width: usize, params: &Params) -> Leaf {
    let position: P = read(text);
    let mut config = SearchConfig::material(SuperSomaStatic, params.clone());
    config.strategy.horizon = Horizon::Tables { tables, width };
    Solo::new(&position, 1, &config).leaf(&position, None, 0).0
}

/// What each strategy finds: the score, and what it counted.
#[track_caller]
fn searches(text: &str, limits: &Limits) -> Vec<(Tactics, (Value, Counters))> {
    #[derive(Default)]
    struct Score(Value);
    impl Reporter for Score {
        fn on_iteration(&mut self, iteration: &Iteration<'_>) {
            self.0 = iteration.score;
        }
    }
    let position: chess::Position = read(text);
    let search = |kind| {
        let mut solo = Solo::new(&position, 1, &SearchConfig::material(kind, Params::plain()));
        let mut score = Score::default();
        solo.search(&position, limits, &mut score);
        (score.0, solo.counters())
    };
    Tactics::ALL.map(|kind| (kind, search(kind))).to_vec()
}

/// Exactly one strategy gives this answer.
#[track_caller]
fn only<A>(kind: Tactics, answers: &[(Tactics, A)], is_it: impl Fn(&A) -> bool)
where
    A: std::fmt::Debug,
{
    let giving: Vec<Tactics> = answers.iter().filter(|(_, a)| is_it(a)).map(|&(kind, _)| kind).collect();
    assert_eq!(giving, [kind], "{answers:#?}");
}

/// The capture search gives this answer, and so does super-soma, which ends in
/// it where the window is open; nobody else.
#[track_caller]
fn only_capture_search<A>(answers: &[(Tactics, A)], is_it: impl Fn(&A) -> bool)
where
    A: std::fmt::Debug,
{
    let giving: Vec<Tactics> = answers.iter().filter(|(_, a)| is_it(a)).map(|&(kind, _)| kind).collect();
    assert_eq!(giving, [Quiescence, SuperSoma], "{answers:#?}");
}

fn value_of(kind: Tactics, leaves: &[(Tactics, Leaf)]) -> Value {
    leaves.iter().find(|(other, _)| *other == kind).map_or(INFINITE, |(_, leaf)| leaf.value)
}

/// A defended pawn: whoever looks no further believes it is won.
#[test]
fn stand_pat_does_not_see_the_capture_back() {
    let found = searches("4k3/8/8/2p1p3/3p4/8/3R4/4K3 w - - 0 1", &Limits::depth(1));
    only(StandPat, &found, |&(score, _)| score == ROOK - 2 * PAWN);
}

/// Qg7+ Kxg7 is stalemate. At depth 2 only he sees it for whom the king's
/// capture back cost no depth.
#[test]
fn a_recapture_costs_no_depth() {
    let found = searches("r5k1/8/7Q/8/8/8/5q2/7K w - - 0 1", &Limits::depth(2));
    only(Recapture, &found, |&(score, _)| score == 0);
    assert!(found.iter().all(|&(kind, (score, _))| kind == Recapture || score == -ROOK), "{found:?}");
}

/// The article's first example: the gold that guards is tied to the bishop.
/// A capture that loses by exchange on its square wins further on, but nobody
/// has to go on with it.
#[test]
fn captures_tries_losing_captures_and_may_decline() {
    let leaves = leaves::<shogi::Position>("8k/9/9/9/3n2r2/9/4PGB2/9/8K w - 1", &Params::default());
    let still = value_of(StandPat, &leaves);
    let declined = value_of(Captures, &leaves);
    assert!(still < declined && declined < value_of(CapturesOnly, &leaves), "{leaves:?}");
    only(Captures, &leaves, |leaf| leaf.value == declined);
}

/// Ra8+ is the only move looked at. Its answers are searched above the
/// horizon by one strategy, and those that give check back end there: one
/// extension a line.
#[test]
fn captures_extends_a_check_once() {
    let text = "6k1/8/1r2n2K/8/8/8/8/R7 w - - 0 1";
    let mut position: chess::Position = read(text);
    let check = somatic::game::Notation::parse_move(&position, "a1a8").expect("a legal move");
    let limits = Limits { search_moves: vec![check.raw()], ..Limits::depth(1) };
    position.do_move(check);
    let mut answers = MoveList::new();
    position.generate::<All>(&mut answers);
    assert!(position.in_check() && answers.iter().any(|&m| position.gives_check(m)));

    let found = searches(text, &limits);
    let above = |counters: &Counters| counters.nodes - counters.horizon_nodes;
    only(Captures, &found, |(_, counters)| above(counters) == 1 + answers.len() as u64);
    assert!(found.iter().all(|(kind, (_, counters))| *kind == Captures || above(counters) == 1), "{found:?}");
}

/// Trust in one half, in thousandths.
const HALF: Value = 500;

/// The table's replies taken at their word, and half of what passing loses.
fn believing() -> Params {
    Params::default().with(|p| {
        p.xref.reply_trust = 1000;
        p.horizon.stand_trust = HALF;
    })
}

/// A lower bound is never undercut: what is attacked costs nothing, even in
/// check.
#[test]
fn standing_pat_is_one_sided() {
    let fork = leaves::<chess::Position>("4k3/8/8/2p1p3/1N3N2/8/8/4K3 w - - 0 1", &believing());
    let still = value_of(StandPat, &fork);
    assert_eq!((value_of(Captures, &fork), value_of(Quiescence, &fork)), (still, still));
    assert_eq!((value_of(Soma, &fork), value_of(SuperSomaStatic, &fork)), (still - KNIGHT, still - KNIGHT));
    // The knight is lost whatever answers the check.
    let check = leaves::<chess::Position>("4k3/8/2p1p3/3N4/8/8/8/2B1K2r w - - 0 1", &Params::default());
    let still = value_of(StandPat, &check);
    assert_eq!(value_of(Captures, &check), still);
    assert_eq!(value_of(Quiescence, &check), still - KNIGHT);
}

/// The only capture loses the queen for a pawn, and must be made.
#[test]
fn captures_only_has_to_capture() {
    let leaves = leaves::<chess::Position>("4k3/2p5/3p4/8/8/8/8/3Q3K w - - 0 1", &Params::default());
    only(CapturesOnly, &leaves, |leaf| leaf.value == -PAWN);
    assert!(leaves.iter().all(|(kind, leaf)| *kind == CapturesOnly || leaf.value == QUEEN - 2 * PAWN));
}

/// A quiet move mates on the back rank.
#[test]
fn quiescence_gives_checks() {
    let leaves = leaves::<chess::Position>("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", &Params::default());
    only_capture_search(&leaves, |leaf| leaf.value == MATE - 1);
}

/// The one answer to the check runs into a quiet mate: evasions and then
/// checks, with checks allowed in the second ply.
#[test]
fn quiescence_answers_checks() {
    let params = Params::default().with(|p| p.horizon.checks = 2);
    let leaves = leaves::<chess::Position>("6k1/8/bq6/8/8/8/6PP/6K1 w - - 0 1", &params);
    only_capture_search(&leaves, |leaf| leaf.value == -(MATE - 2));
}

/// After the queen is lost a pawn cannot make up for her: whether it is taken
/// all the same is a matter of the margin alone.
#[test]
fn quiescence_leaves_out_hopeless_captures() {
    let text = "6k1/1p3p2/8/8/q7/8/1P1Q2B1/6K1 w - - 0 1";
    let with = leaves::<chess::Position>(text, &Params::default());
    let without = leaves::<chess::Position>(text, &Params::default().with(|p| p.horizon.delta = INFINITE));
    let both: Vec<(Tactics, (Leaf, Leaf))> =
        with.iter().zip(&without).map(|(a, b)| (a.0, (a.1, b.1))).collect();
    only_capture_search(&both, |(with, without)| with.nodes < without.nodes);
    assert!(both.iter().all(|(_, (with, without))| with.value == without.value));
}

/// A pawn hangs, and so do knight and bishop: the pawn is won and the lesser
/// piece lost. That the pawn's capture saves the bishop is beyond the rule.
#[test]
fn soma_counts_the_second_largest_of_its_own() {
    let leaves = leaves::<chess::Position>("4k3/8/3r4/2p1p3/1N3B2/8/8/4K3 w - - 0 1", &Params::default());
    only(Soma, &leaves, |leaf| leaf.value == value_of(StandPat, &leaves) + PAWN - KNIGHT);
}

/// A drop that attacks two pieces, which no capture search tries: the first table
/// believes a share of it.
#[test]
fn super_soma_tries_forks() {
    let text = "k8/3s1g3/9/9/9/9/9/9/8K b N 1";
    let ask = |params: &Params| leaves::<shogi::Position>(text, params);
    let half = Params::default().with(|p| p.horizon.stand_trust = HALF);
    let leaves = ask(&half);
    let fork = read::<shogi::Position>(text).parse_move("N*5d").expect("a legal drop");
    for (kind, leaf) in &leaves {
        let knows_forks = [SuperSoma, SuperSomaStatic].contains(kind);
        let is_fork = leaf.first_move == Some(shogi::Position::to_raw(fork));
        assert_eq!(is_fork, knows_forks, "{kind:?}");
    }
    let [quiet, whole] = [Quiescence, SuperSoma].map(|kind| value_of(kind, &leaves));
    let share = by_tables::<shogi::Position>(text, 0, 2, &half).value;
    assert!(quiet < share && share < whole, "{quiet} {share} {whole}");
    assert_eq!(value_of(SuperSomaStatic, &leaves), whole);
}

/// What a knight of shogi gains by promoting.
const PROMOTION: Value = 486 - 364;

/// Only the table knows promotions that capture nothing: one's own is made,
/// of the opponent's two one can be met.
#[test]
fn super_soma_weighs_promotions_of_both_sides() {
    let own = leaves::<shogi::Position>("4k4/9/9/3N5/9/9/9/9/4K4 b - 1", &Params::default());
    only(SuperSomaStatic, &own, |leaf| leaf.value == value_of(StandPat, &own) + PROMOTION);
    let theirs = "4k4/9/9/9/9/3n3n1/9/9/4K4 b - 1";
    let believed = leaves::<shogi::Position>(theirs, &believing());
    only(SuperSomaStatic, &believed, |leaf| leaf.value == value_of(StandPat, &believed) - PROMOTION);
    // Where captures are searched, passing is not quite as bad.
    only(SuperSoma, &believed, |leaf| leaf.value == value_of(StandPat, &believed) - PROMOTION / 2);
    // What the other side answers counts only in part.
    let part = leaves::<shogi::Position>(theirs, &Params::default().with(|p| p.xref.reply_trust = 250));
    only(SuperSomaStatic, &part, |leaf| leaf.value == value_of(StandPat, &part) - PROMOTION / 4);
    let one = leaves::<shogi::Position>("4k4/9/9/9/9/3n5/9/9/4K4 b - 1", &Params::default());
    assert_eq!(value_of(SuperSomaStatic, &one), value_of(StandPat, &one));
}

/// A knight wins the exchange, but the pawn that takes it back attacks two
/// more: only the table made anew knows that.
#[test]
fn the_table_made_anew_knows_what_a_recapture_attacks() {
    let text = "8/2k5/3p4/4r3/2NN1N2/8/8/7K w - - 0 1";
    let still = value_of(StandPat, &leaves::<chess::Position>(text, &believing()));
    let value = |tables| by_tables::<chess::Position>(text, tables, 2, &believing()).value - still;
    assert_eq!([0, 1, 2].map(value), [ROOK - KNIGHT, 0, 0]);
}

/// However many tables are asked for, a call ends: the bound on its moves is
/// reached here, and soon after it nothing is followed any more.
#[test]
fn tables_made_anew_are_bounded() {
    let text = "l4s+L+R1/3kgg3/+N1n1pspp1/5pP2/P4s2l/1rP2B1P1/1+p1+pPP1B1/4G4/3GK2+s1 b L2n6p 97";
    let params = Params::default().with(|p| p.horizon.stand_trust = HALF);
    let leaf = by_tables::<shogi::Position>(text, 100, 16, &params);
    assert!((4096..8192).contains(&leaf.nodes), "{}", leaf.nodes);
}
