//! Tactical motifs of both games: the first move SUPER-SOMA predicts.

use serde::Deserialize;
use somatic::game::{Notation, ValuePreset};
use somatic::soma::GREEDY;
use somatic::soma::explain::explain;
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
}

/// Those that need no more than captures, promotions, ties, pins and answers.
const WITHIN_REACH: [&str; 29] = [
    "S01", "S01b", "S02", "S03", "S04", "S06", "S10", "S11", "S12", "S17", "S18", "S19", "S21", "S24", "S26",
    "S30", "C01", "C02", "C03", "C05", "C06", "C10", "C13", "C15", "C16", "C18", "C19", "C20", "C22",
];

fn first_move(motif: &Motif) -> String {
    fn predict<P: Notation>(text: &str) -> String {
        let position = P::parse(text).expect("a position");
        explain(&position, ValuePreset::Article, GREEDY).line.first().cloned().unwrap_or_default()
    }
    match motif.game.as_str() {
        "shogi" => predict::<shogi::Position>(&motif.fen_or_sfen),
        _ => predict::<chess::Position>(&motif.fen_or_sfen),
    }
}

fn is_right(motif: &Motif, first: &str) -> bool {
    let named = |list: &[String]| list.iter().any(|m| m == first);
    if motif.expected_best.is_empty() { !named(&motif.avoid) } else { named(&motif.expected_best) }
}

#[test]
fn first_moves_of_motifs_with_the_articles_values() {
    let Some(text) = data_text("first moves of motifs", "motifs.json") else {
        return;
    };
    let motifs: Vec<Motif> = serde_json::from_str(&text).expect("motifs");
    let mut wrong = Vec::new();
    let mut asked = 0;
    for motif in motifs.iter().filter(|m| WITHIN_REACH.contains(&m.id.as_str())) {
        asked += 1;
        let first = first_move(motif);
        if !is_right(motif, &first) {
            wrong.push(format!("{} {}: {first}", motif.id, motif.theme));
        }
    }
    assert_eq!(asked, WITHIN_REACH.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
