//! SUPER-SOMA on random positions of both games: it ends, its first move is
//! legal, and it wins no more than there is.

use somatic::article::{GREEDY, MAX_LINE, predict};
use somatic::game::{Color, Game, Geometry, PieceValues, Value, ValuePreset};
use somatic::{chess, shogi};

use crate::common::{at_least, random_games};

/// How many positions of each game; `SOMATIC_DEEP` names a larger number.
const POSITIONS: u64 = 5_000;
/// Longest playout.
const PLIES: usize = 160;
/// Every so many positions the wide assessment is tried as well.
const WIDE_EVERY: u64 = 16;
/// The width tried then.
const WIDE: u32 = 5;

/// All that could change hands or promote.
fn material<P: Game>(position: &P, values: &PieceValues) -> Value {
    P::Geometry::PIECE_TYPES
        .iter()
        .filter(|&&pt| pt != P::Geometry::KING)
        .map(|&pt| {
            let held = Color::ALL.iter().map(|&c| i32::from(position.hand(c, pt))).sum::<i32>();
            let count = squares(position, pt) + held;
            count * (values.capture(pt) + values.promotion(pt).max(0))
        })
        .sum()
}

fn squares<P: Game>(position: &P, pt: somatic::game::PieceType) -> i32 {
    use somatic::game::SquareSet;
    position.by_type(pt).len() as i32
}

fn check<P: Game>(position: &P, width: u32) {
    let values = P::Geometry::values(ValuePreset::Article);
    let found = predict(position, values, width);
    let text = position.text();
    assert!(found.line.len() <= MAX_LINE, "{text}");
    assert!(found.assessment.net.abs() <= material(position, values), "{text}: {found:?}");
    if let Some(Some(m)) = found.line.first() {
        let legal = position.is_legal(position.compose(m.from, m.to, m.piece, m.becomes));
        assert!(legal, "{text}: {}", P::parts_text(m));
    }
}

fn check_game<P: Game>() {
    random_games::<P, _>(at_least(POSITIONS), PLIES, || {
        move |position: &P, number| {
            check(position, GREEDY);
            if number.is_multiple_of(WIDE_EVERY) {
                check(position, WIDE);
            }
        }
    });
}

#[test]
fn random_shogi_is_assessed_within_bounds() {
    check_game::<shogi::Position>();
}

#[test]
fn random_chess_is_assessed_within_bounds() {
    check_game::<chess::Position>();
}
