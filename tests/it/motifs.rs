//! Tactical motifs of both games: the first move SUPER-SOMA predicts, and the
//! gain of its line.

use serde::Deserialize;
use somatic::article::GREEDY;
use somatic::explain::{Look, explain};
use somatic::game::{Notation, ValuePreset};
use somatic::{chess, shogi};

use crate::common::data_text;

#[derive(Deserialize)]
struct Motif {
    id: String,
    game: String,
    fen_or_sfen: String,
    #[serde(rename = "motif")]
    theme: String,
    expected_best: Vec<String>,
    avoid: Vec<String>,
    expected_gain: Option<i64>,
    /// A number, or `mate`.
    oracle_gain_d4: serde_json::Value,
}

/// How far a gain may be from one of the two references.
const NEAR: i64 = 110;
/// The article's greedy choice, and the width of a first move that is followed
/// to the end of its line.
const WIDTHS: [u32; 2] = [GREEDY, 5];

/// The first move that a look predicts, and the net.
fn predicted(motif: &Motif, look: Look, width: Option<u32>) -> (String, i64) {
    fn predict<P: Notation>(text: &str, look: Look, width: Option<u32>) -> (String, i64) {
        let position = P::parse(text).expect("a position");
        let found = explain(&position, look, ValuePreset::Article, width);
        (found.line.first().cloned().unwrap_or_default(), i64::from(found.net))
    }
    match motif.game.as_str() {
        "shogi" => predict::<shogi::Position>(&motif.fen_or_sfen, look, width),
        _ => predict::<chess::Position>(&motif.fen_or_sfen, look, width),
    }
}

fn is_right(motif: &Motif, first: &str) -> bool {
    let named = |list: &[String]| list.iter().any(|m| m == first);
    if motif.expected_best.is_empty() { !named(&motif.avoid) } else { named(&motif.expected_best) }
}

/// Whether the gain is near one of the references; not asked of all motifs.
fn is_near(motif: &Motif, net: i64) -> bool {
    let near = |asked: i64| (net - asked).abs() <= NEAR;
    match motif.expected_gain {
        Some(asked) => near(asked) || motif.oracle_gain_d4.as_i64().is_some_and(near),
        None => true,
    }
}

fn motifs(what: &str) -> Option<Vec<Motif>> {
    let motifs: Vec<Motif> = serde_json::from_str(&data_text(what, "motifs.json")?).expect("motifs");
    assert_eq!(motifs.len(), 40);
    Some(motifs)
}

/// The table of the search on the principal variation misses one: of an exchange it does not see
/// the fork by dropping what it won.
#[test]
fn the_table_that_plays_finds_the_first_moves_of_motifs() {
    let Some(motifs) = motifs("first moves of motifs by the table that plays") else {
        return;
    };
    let is_missed = |motif: &&Motif| !is_right(motif, &predicted(motif, Look::Search, None).0);
    let missed: Vec<&str> = motifs.iter().filter(is_missed).map(|motif| motif.id.as_str()).collect();
    assert_eq!(missed, ["S31"]);
}

#[test]
fn first_moves_and_gains_of_motifs_with_the_articles_values() {
    let Some(motifs) = motifs("first moves of motifs") else {
        return;
    };
    let mut wrong = Vec::new();
    for width in WIDTHS {
        for motif in &motifs {
            let (first, net) = predicted(motif, Look::Article, Some(width));
            if !is_right(motif, &first) || !is_near(motif, net) {
                wrong.push(format!("{} {} (width {width}): {first}, net {net}", motif.id, motif.theme));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
