//! The table that `xref` prints is the one that plays, in every number; and it
//! says where it does not look.

use serde::Deserialize;
use somatic::explain::{Explanation, Look, explain};
use somatic::game::{AttackMap, Game, Geometry, Notation, ValuePreset};
use somatic::lab::leaves::leaf_lines;
use somatic::lab::xref::Report;
use somatic::search::Params;
use somatic::soma::{Assessor, TableConfig, WholeAssessor};
use somatic::{chess, shogi};

use crate::common::{data_text, in_parallel};

/// What is printed for a position by default equals what the search is given, on the principal variation and at
/// the horizon.
fn check<P: Game>(text: &str) {
    let position = P::parse(text).expect("a position");
    let report = Report::new(&position, Look::Search, ValuePreset::Default, None);
    let told = &report.explanation;
    if position.in_check() {
        assert!(report.search.is_none() && told.look == "wide", "{text}");
        return;
    }
    let values = P::Geometry::values(ValuePreset::Default);
    let mut map = AttackMap::new();
    map.build(&position, values);
    let params = Params::default().of_game::<P::Geometry>();
    let config = params.xref.self_contained();
    let found = WholeAssessor::new(values).assess_with_line(&mut position.clone(), &map, &config).0;
    let search = report.search.expect("not in check");
    assert_eq!(
        [told.net, told.assessed, told.if_we_parry],
        [found.net, found.value, found.if_we_parry],
        "{text}"
    );
    let at_horizon = Assessor::new(values).assess(&position, &map, &params.xref);
    assert_eq!(
        [search.net, search.value, search.if_we_parry],
        [at_horizon.net, at_horizon.value, at_horizon.if_we_parry],
        "{text}"
    );
    assert_eq!(search.confidence, at_horizon.confidence, "{text}");
    assert!(told.confidence <= found.confidence, "{text}");
    assert_eq!(told.steps.iter().map(|step| step.amount).sum::<i32>(), found.net, "{text}: {:?}", told.steps);
}

/// The parameters of each game describe the table that is explained.
#[test]
fn the_parameters_are_those_of_the_table() {
    fn check<G: Geometry>() {
        let params = Params::default().of_game::<G>();
        assert_eq!(params.xref, TableConfig::of_game::<G>());
    }
    check::<shogi::Shogi>();
    check::<chess::Chess>();
}

fn check_leaves<P: Game>() {
    let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
    let leaves: Vec<String> =
        leaf_lines(vec![file]).map(|leaf| leaf.expect("a leaf").record.position).collect();
    assert!(leaves.len() > 2000, "too few leaves");
    in_parallel(&leaves, |text| check::<P>(text));
}

#[test]
fn what_is_printed_is_what_plays_on_all_leaves_of_shogi() {
    check_leaves::<shogi::Position>();
}

#[test]
fn what_is_printed_is_what_plays_on_all_leaves_of_chess() {
    check_leaves::<chess::Position>();
}

/// Every so many leaves the looks are held against each other, as the wide one takes long.
const COMPARED_EVERY: usize = 16;

/// Who moves, who is taken and who is waited for say the same in the table that plays and in
/// the article: where both credit a move with the same threat, they name one rule.
#[test]
fn both_tables_name_one_rule() {
    fn check<P: Game>() -> usize {
        let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
        let leaves: Vec<String> = leaf_lines(vec![file])
            .step_by(COMPARED_EVERY)
            .map(|leaf| leaf.expect("a leaf").record.position)
            .collect();
        let compared = std::sync::atomic::AtomicUsize::new(0);
        in_parallel(&leaves, |text| {
            let position = P::parse(text).expect("a position");
            let of = |look| explain(&position, look, ValuePreset::Default, None).iterations.swap_remove(0);
            if position.in_check() {
                return;
            }
            let (search, wide) = (of(Look::Search), of(Look::Wide));
            for entry in search.entries.iter().filter(|entry| entry.waits_for.is_none()) {
                let same = wide.entries.iter().filter(|other| other.move_text == entry.move_text);
                for credit in same.flat_map(|other| &other.credits).filter(|credit| credit.relation != "R10")
                {
                    let Some(own) = entry.credits.iter().find(|own| own.from == credit.from) else {
                        continue;
                    };
                    assert_eq!(
                        own.relation, credit.relation,
                        "{text}: {} by {}",
                        credit.from, entry.move_text
                    );
                    compared.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            }
        });
        compared.into_inner()
    }
    assert!(check::<shogi::Position>() > 50);
    assert!(check::<chess::Position>() > 20);
}

#[derive(Deserialize)]
struct Motif {
    id: String,
    game: String,
    fen_or_sfen: String,
}

/// How far two nets are apart that agree.
const NEAR: i32 = 110;
/// A table that is surer than this says that nothing speaks against it.
const SURE: u8 = 180;

/// Where the wide look comes to another net, the table is not sure and says why.
#[track_caller]
fn is_honest<P: Game>(name: &str, text: &str) -> Explanation {
    let position = P::parse(text).expect("a position");
    let told = explain(&position, Look::Search, ValuePreset::Default, None);
    if let Some(wider) = &told.wider
        && (wider.net - told.net).abs() > NEAR
    {
        assert!(told.confidence < SURE, "{name}: {} beside {}, {}", told.net, wider.net, told.confidence);
        assert!(!told.doubts.is_empty(), "{name}: {} beside {}", told.net, wider.net);
    }
    told
}

/// Motif C09 printed net 500 beside `Assessed: 0, confidence 255 of 255`: the
/// line came from one table and the assessment from another.
#[test]
fn the_table_does_not_contradict_itself() {
    // A knight forks king and rook; a knight drop forks two golds; a rook takes a
    // knight whose guard also guards another.
    let fork = is_honest::<chess::Position>("fork", "2r3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1");
    assert_eq!((fork.line[0].as_str(), fork.net), ("d5e7", 500));
    let drop = is_honest::<shogi::Position>("drop", "k8/3g1g3/9/9/9/9/9/9/8K b N 1");
    assert!(drop.line[0].starts_with("N*"), "{drop:?}");
    is_honest::<chess::Position>("guard", "6k1/5ppp/3b4/8/1n3n2/8/5PPP/1R3RK1 w - - 0 1");
    let Some(text) = data_text("honest numbers of motifs", "motifs.json") else {
        return;
    };
    let motifs: Vec<Motif> = serde_json::from_str(&text).expect("motifs");
    for motif in motifs {
        match motif.game.as_str() {
            "shogi" => is_honest::<shogi::Position>(&motif.id, &motif.fen_or_sfen),
            _ => is_honest::<chess::Position>(&motif.id, &motif.fen_or_sfen),
        };
    }
}

/// The rook is attacked by a lance. It may be sold for the silver that attacks the
/// bishop and for the lance, but not for the guarded pawn, which threatens nothing: that
/// only the wider tables know, in which every lost piece may be sold.
#[test]
fn lost_pieces_are_sold_for_those_that_threaten() {
    let position =
        shogi::Position::parse("4gg1nl/2s4k1/p4b1pp/1P1r1S3/1S7/3L2N2/P2PPPPPP/4G1GK1/L5SNL w - 1")
            .expect("a position");
    let sold_for = |look| {
        let told = explain(&position, look, ValuePreset::Article, None);
        let mut moves: Vec<String> =
            told.iterations[0].entries.iter().map(|entry| entry.move_text.clone()).collect();
        moves.retain(|text| text.starts_with("6d"));
        moves.sort();
        // What waits for something may be there for itself as well.
        moves.dedup();
        moves
    };
    assert_eq!(sold_for(Look::Search), ["6d4d", "6d6f"]);
    assert_eq!(sold_for(Look::Wide), ["6d4d", "6d5d", "6d6f", "6d8d"]);
    // 6d5d takes nothing: it leaves the lance.
    assert_eq!(sold_for(Look::Article), ["6d4d", "6d5d", "6d6f", "6d8d"]);
}
