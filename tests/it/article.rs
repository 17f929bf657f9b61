//! The article's worked examples, figure by figure and in the order of its outline, A1 to B5
//! (Rollason 2006; the boards are reconstructions, since the article shows its diagrams only
//! as pictures).

use somatic::explain::{EntryReport, Explanation, Look, explain};
use somatic::game::{Notation, ValuePreset};
use somatic::shogi::Position;

const EXAMPLE_1: &str = "8k/9/9/9/3n2r2/9/4PGB2/9/8K w - 1";
const EXAMPLE_2: &str = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";

fn explained(sfen: &str, preset: ValuePreset) -> Explanation {
    explain(&Position::parse(sfen).expect("a position"), Look::Article, preset, None)
}

fn entry<'a>(e: &'a Explanation, iteration: usize, text: &str) -> &'a EntryReport {
    let entries = &e.iterations[iteration].entries;
    entries
        .iter()
        .find(|entry| entry.move_text == text)
        .unwrap_or_else(|| panic!("{text} in iteration {iteration}"))
}

/// Value, first, recapture and weight of an entry of the first iteration.
#[track_caller]
fn check(e: &Explanation, text: &str, expected: [i32; 4]) {
    let found = entry(e, 0, text);
    assert_eq!([found.value, found.first, found.recapture, found.weight], expected, "{text}");
}

#[test]
fn a2_the_tie_of_example_1() {
    let e = explained(EXAMPLE_1, ValuePreset::Article);
    let n_takes_p = entry(&e, 0, "6e5g+");
    assert_eq!((n_takes_p.value, n_takes_p.first), (214, 214));
    let tie = e.iterations[0].ties.iter().find(|tie| tie.piece == "4g" && tie.object == "3g");
    assert_eq!(tie.map(|tie| tie.amount), Some(790));
    assert_eq!(e.line[0], "6e5g+");
    assert!(e.to_text("").contains("the piece on 4g is tied to 3g (790)"));
}

/// Without the rook the gold is free to take back.
#[test]
fn a2_without_the_tie_example_1_wins_nothing() {
    let e = explained("8k/9/9/9/3n5/9/4PGB2/9/8K w - 1", ValuePreset::Article);
    let n_takes_p = e.iterations[0].entries.iter().find(|entry| entry.move_text == "6e5g+");
    assert!(n_takes_p.is_none_or(|entry| entry.value == 214 - 350), "{n_takes_p:?}");
}

#[test]
fn a3_b1_the_first_table_of_example_2() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    check(&e, "6d4d", [-560, 400, -960, 1160]);
    check(&e, "6d6f", [-720, 240, -960, 240]);
    check(&e, "4c8g+", [204, 204, 0, 944]);
    check(&e, "6f6d", [960, 960, 0, 960]);
    check(&e, "4d4c+", [740, 740, 0, 944]);
    check(&e, "4d5c+", [20, 20, 0, 20]);
}

#[test]
fn b2_who_gives_weight_to_whom_in_example_2() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    let credits = |text: &str| {
        let mut found: Vec<_> =
            entry(&e, 0, text).credits.iter().map(|c| (c.from.clone(), c.amount, c.relation)).collect();
        found.sort();
        found
    };
    let credit = |from: &str, amount, relation| (from.to_owned(), amount, relation);
    assert_eq!(
        credits("6d4d"),
        [credit("4d4c+", 740, "R2"), credit("4d5c+", 20, "R5"), credit("6f6d", 960, "R1")]
    );
    // Two relations hold with the lance, and it is credited once.
    assert_eq!(credits("6d6f"), [credit("6f6d", 960, "R1")]);
    assert_eq!(credits("4c8g+"), [credit("4d4c+", 740, "R1")]);
    assert_eq!(credits("4d4c+"), [credit("4c8g+", 204, "R2")]);
}

#[test]
fn b2_the_flags_of_example_2() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    assert_eq!(entry(&e, 0, "6f6d").columns, "--r--s--x");
    assert_eq!(entry(&e, 0, "4d4c+").columns, "--r--s--x");
    assert!(entry(&e, 0, "4d5c+").columns.starts_with("-d"), "guarding 5c refutes the promotion");
}

/// The rook may also run from the lance: the article ranks that second, with 960, before the
/// bishop's capture. A square from which it guards 5c as well is worth 20 more.
#[test]
fn b3_the_rook_takes_before_it_runs() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    let ranked: Vec<(&str, i32)> = e.iterations[0]
        .entries
        .iter()
        .filter(|entry| entry.side == "white" && !entry.flags.iter().any(|flag| flag == "delayed"))
        .map(|entry| (entry.move_text.as_str(), entry.weight))
        .collect();
    assert_eq!(ranked[..3], [("6d4d", 1160), ("6d5d", 980), ("4c8g+", 944)]);
    assert_eq!(entry(&e, 0, "6d5d").neutralises.as_deref(), Some("4d5c+"));
    assert_eq!(e.iterations[0].chosen, "6d4d");
}

/// After rook takes silver four entries are void, and the knight's recapture is new.
#[test]
fn b4_four_entries_are_void() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    let stands =
        |iteration: usize, text: &str| e.iterations[iteration].entries.iter().any(|x| x.move_text == text);
    for void in ["6f6d", "4d4c+", "6d6f", "4d5c+"] {
        assert!(stands(0, void) && !stands(1, void), "{void}");
    }
    assert!(!stands(0, "3f4d") && stands(1, "3f4d") && stands(1, "4c8g+"));
}

#[test]
fn b5_the_line_of_example_2() {
    let e = explained(EXAMPLE_2, ValuePreset::Article);
    assert_eq!(e.line, ["6d4d", "3f4d", "4c8g+", "pass", "pass"]);
    assert_eq!(e.net, -356);
    // The first two iterations as the article tells them.
    assert_eq!(e.iterations[1].side, "black");
    assert_eq!(entry(&e, 1, "3f4d").weight, 960);
    assert_eq!(entry(&e, 2, "4c8g+").weight, 204);
}

#[test]
fn the_printed_figures_of_example_2() {
    let e = explained(EXAMPLE_2, ValuePreset::ArticlePrint);
    check(&e, "4c8g+", [152, 152, 0, 892]);
    check(&e, "6d4d", [-560, 400, -960, 1160]);
    assert_eq!(e.net, -408);
}
