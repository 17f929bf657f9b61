//! The parsers on the data folder and on random text.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseError};
use somatic::chess::{Move, Position};
use somatic::game::rng::Rng;
use somatic::game::{All, MoveList, Notation as _, Position as _};

use super::{STARTS, position};
use crate::common::data_text;

/// Files of the data folder whose lines begin with a FEN of four fields.
const COLLECTIONS: [(&str, usize); 12] = [
    ("8moves_v3_dev2000.epd", 2000),
    ("UHO_4060_v3_dev2000.epd", 2000),
    ("noob_3moves_dev2000.epd", 2000),
    ("endgames_dev500.epd", 500),
    ("wac300.epd", 300),
    ("bratko_kopec24.epd", 24),
    ("sbd134.epd", 134),
    ("mate1.epd", 64),
    ("mate2.epd", 200),
    ("mate3.epd", 200),
    ("mate4.epd", 200),
    ("mate5.epd", 200),
];

#[test]
fn positions_of_the_data_folder() {
    for (file, expected) in COLLECTIONS {
        let Some(text) = data_text("chess::reading::positions_of_the_data_folder", &format!("chess/{file}"))
        else {
            return;
        };
        let mut lines = 0;
        for line in text.lines() {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let fen = fields.join(" ");
            assert!(position(&fen).text().starts_with(&fen), "{fen}");
            lines += 1;
        }
        assert_eq!(lines, expected, "{file}");
    }
}

/// Text is read or refused; what was read can be written and played.
fn check_reading(text: &str) -> Result<(), TestCaseError> {
    if let Ok(mut position) = Position::parse(text) {
        let written = position.text();
        prop_assert_eq!(Position::parse(&written).map(|again| again.text()), Ok(written));
        play_some(&mut position, text.len() as u64);
    }
    for start in POSITIONS.iter() {
        if let Ok(m) = start.parse_move(text) {
            prop_assert_eq!(start.parse_move(&start.move_text(m)), Ok(m));
        }
    }
    Ok(())
}

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| STARTS.into_iter().map(position).collect());

/// Plays a few moves and asks everything that could go wrong.
fn play_some(position: &mut Position, seed: u64) {
    const PLIES: usize = 6;
    let mut rng = Rng::new(seed);
    for _ in 0..PLIES {
        let mut legal: MoveList<Move> = MoveList::new();
        position.generate::<All>(&mut legal);
        assert_eq!(legal.len(), position.count_legal());
        for &m in &legal {
            assert!(position.is_legal(m));
            let check = position.gives_check(m);
            position.do_move(m);
            assert_eq!(position.in_check(), check);
            position.undo_move();
        }
        let _ = (position.is_rule_draw(), position.repetition(0), position.diagram());
        if legal.is_empty() {
            return;
        }
        position.do_move(legal[rng.below(legal.len())]);
    }
}

/// One edit: put in, take out, replace, or cut off.
fn change(text: &str, kind: u8, place: Index, with: char) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = place.index(letters.len() + 1);
    match kind {
        0 => letters.insert(at, with),
        1 if at < letters.len() => {
            letters.remove(at);
        }
        3 => letters.truncate(at),
        _ if at < letters.len() => letters[at] = with,
        _ => letters.push(with),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_reading(&text)?;
    }

    #[test]
    fn letters_of_fens_are_read_or_refused(
        text in "([1-8PpNnBbRrQqKk]{1,8}/){7}[1-8PpNnBbRrQqKk]{1,8} [bw] [KQkqA-Ha-h-]{1,4} [a-h-][1-8]?( [0-9]{1,5}){0,2}",
    ) {
        check_reading(&text)?;
    }

    #[test]
    fn letters_of_moves_are_read_or_refused(text in "[a-h][1-8][a-h][1-8][nbrqk]?") {
        check_reading(&text)?;
    }

    #[test]
    fn random_boards_are_read_or_refused(
        squares in proptest::collection::vec("[PpNnBbRrQq1111111111]", 64),
        kings in (0..64usize, 0..64usize),
        rest in "[bw] (-|K|Q|k|q|KQ|kq|KQkq|[A-H][a-h]) (-|[a-h][36]) [0-9]{1,3} [0-9]",
    ) {
        let mut squares = squares;
        squares[kings.0] = "K".to_owned();
        squares[kings.1] = "k".to_owned();
        let rows: Vec<String> = squares.chunks(8).map(|row| merge_ones(&row.concat())).collect();
        check_reading(&format!("{} {rest}", rows.join("/")))?;
    }

    #[test]
    fn changed_fens_are_read_or_refused(
        start in any::<Index>(),
        edits in proptest::collection::vec(
            (0..12u8, any::<Index>(), "[0-9PpNnBbRrQqKk/ bwA-Ha-h♔\u{0}-]"),
            1..5,
        ),
    ) {
        let mut text = (*start.get(&STARTS)).to_owned();
        for (kind, place, with) in edits {
            // Cutting off is rare, replacing common.
            let kind = if kind > 4 { 2 } else { kind };
            text = change(&text, kind, place, with.chars().next().unwrap_or(' '));
        }
        check_reading(&text)?;
    }
}

/// `1`s in a row as one number.
fn merge_ones(row: &str) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for letter in row.chars() {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push_str(&empty.to_string());
        }
        empty = 0;
        out.push(letter);
    }
    if empty > 0 {
        out.push_str(&empty.to_string());
    }
    out
}
