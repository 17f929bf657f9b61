//! Neither side, and in shogi neither wing, is a special case: with colors
//! exchanged a position has the same evaluation and the same record, with left
//! and right exchanged the same record.

use somatic::eval::Standard;
use somatic::game::{AttackMap, Game, Geometry, ValuePreset};
use somatic::lab::leaves::leaf_lines;
use somatic::soma::{Assessor, TableConfig};
use somatic::{chess, shogi};

/// The same letter in the other case.
fn other_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// A text for the other side.
fn other_side(text: &str) -> String {
    text.chars().map(other_case).collect()
}

/// A rank of shogi, read from the other end.
fn reversed(rank: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    for letter in rank.chars() {
        match pieces.last_mut() {
            Some(last) if last == "+" => last.push(letter),
            _ => pieces.push(letter.to_string()),
        }
    }
    pieces.into_iter().rev().collect()
}

/// The fields of a position, of which there are four at least.
fn fields(text: &str) -> [&str; 4] {
    let fields: Vec<&str> = text.split_whitespace().collect();
    fields[..4].try_into().expect("four fields")
}

/// An SFEN with the board turned round and the colors exchanged.
fn turned(sfen: &str) -> String {
    let [board, side, hands, ply] = fields(sfen);
    let ranks: Vec<String> = board.rsplit('/').map(|rank| other_side(&reversed(rank))).collect();
    let side = if side == "b" { "w" } else { "b" };
    format!("{} {side} {} {ply}", ranks.join("/"), other_side(hands))
}

/// An SFEN with left and right exchanged.
fn mirrored(sfen: &str) -> String {
    let [board, side, hands, ply] = fields(sfen);
    let ranks: Vec<String> = board.split('/').map(reversed).collect();
    format!("{} {side} {hands} {ply}", ranks.join("/"))
}

/// A FEN with the ranks and the colors exchanged.
fn exchanged(fen: &str) -> String {
    let [board, side, castling, passed] = fields(fen);
    let ranks: Vec<String> = board.rsplit('/').map(other_side).collect();
    let side = if side == "b" { "w" } else { "b" };
    let passed: String = passed
        .chars()
        .map(|c| match c {
            '3' => '6',
            '6' => '3',
            _ => c,
        })
        .collect();
    format!("{} {side} {} {passed} 0 1", ranks.join("/"), other_side(castling))
}

/// What the search holds of a position.
struct Judge<P: Game> {
    evaluation: Standard<P>,
    map: AttackMap<P::Geometry>,
    assessor: Assessor<P::Geometry>,
}

impl<P: Game> Judge<P> {
    fn new() -> Self {
        let assessor = Assessor::new(P::Geometry::values(ValuePreset::Default));
        Self { evaluation: Standard::new(), map: AttackMap::new(), assessor }
    }

    /// The evaluation, and the numbers of the record.
    fn opinion(&mut self, position: &P) -> (i32, [i32; 4]) {
        self.map.build(position, P::Geometry::values(ValuePreset::Default));
        let eval = self.evaluation.evaluate(position, &self.map);
        let record = self.assessor.assess(position, &self.map, &TableConfig::of_game::<P::Geometry>());
        (eval, [record.net, record.value, record.if_we_parry, i32::from(record.confidence)])
    }
}

/// Every position at the horizon of real searches and its image are worth the
/// same. Where several entries are worth the same, which of them counts first
/// depends on the square, and so may the value: in so many of a thousand
/// positions at most.
fn check_game<P: Game>(image: fn(&str) -> String, evaluates: bool, forgiven: usize) {
    let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
    let mut judge = Judge::<P>::new();
    let (mut seen, mut differ) = (0, 0);
    for leaf in leaf_lines(vec![file]) {
        let text = leaf.expect("a leaf").record.position;
        let position = P::parse(&text).expect("a position");
        let other = P::parse(&image(&text)).expect("an image is a position");
        let ((eval, here), (other_eval, there)) = (judge.opinion(&position), judge.opinion(&other));
        assert!(!evaluates || eval == other_eval, "{text}: {eval}, {other_eval}");
        seen += 1;
        differ += usize::from(here != there);
    }
    eprintln!("measured: {}: {differ} of {seen} records differ from their image's", P::GAME);
    assert!(seen > 1000 && differ * 1000 <= seen * forgiven, "{differ} of {seen}");
}

#[test]
fn shogi_is_the_same_for_both_sides() {
    check_game::<shogi::Position>(turned, true, 40);
}

#[test]
fn shogi_is_the_same_on_both_wings() {
    // Where pieces stand well may be another matter on the other wing.
    check_game::<shogi::Position>(mirrored, false, 40);
}

#[test]
fn chess_is_the_same_for_both_sides() {
    check_game::<chess::Position>(exchanged, true, 20);
}

#[test]
fn images_are_what_they_are_called() {
    let sfen = "ln1g1+P2l/9/9/9/9/9/9/9/4K3k b 2Pr 1";
    assert_eq!(turned(sfen), "K3k4/9/9/9/9/9/9/9/L2+p1G1NL w 2pR 1");
    assert_eq!(mirrored(sfen), "l2+P1g1nl/9/9/9/9/9/9/9/k3K4 b 2Pr 1");
    let fen = "r3k3/8/8/3Pp3/8/8/8/4K2R w Kq e6 0 1";
    assert_eq!(exchanged(fen), "4k2r/8/8/8/3pP3/8/8/R3K3 b kQ e3 0 1");
}
