//! The lowest level loses to a beginner who takes what hangs.

use somatic::game::rng::Rng;
use somatic::game::{All, Board, ByColor, Color, Geometry, MoveList, Notation, Position, Value, ValuePreset};
use somatic::protocol::{Uci, Usi};

use super::gui::{Gui, Sample};

/// Games of each test, half of them with each side.
const GAMES: usize = 6;
/// A game that is not over by then is won by whoever has more, by so much.
const PLIES: usize = 160;
const AHEAD: Value = 500;

fn moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    list
}

fn after<P: Position>(position: &P, m: P::Move) -> P {
    let mut next = position.clone();
    next.do_move(m);
    next
}

/// Mates in one if he can, else takes the most valuable piece that stands undefended, else plays any move.
fn beginner<P: Position>(position: &P, rng: &mut Rng) -> P::Move {
    let list = moves(position);
    if let Some(&mate) = list.iter().find(|&&m| {
        let next = after(position, m);
        next.in_check() && next.count_legal() == 0
    }) {
        return mate;
    }
    let values = P::Geometry::values(ValuePreset::Default);
    let hangs = |&&m: &&P::Move| {
        let next = after(position, m);
        let to = position.parts(m).to;
        position.is_capture(m) && !moves(&next).iter().any(|&reply| next.parts(reply).to == to)
    };
    let best = list.iter().filter(hangs).max_by_key(|&&m| values.gain(&position.parts(m)));
    *best.unwrap_or(&list[rng.below(list.len())])
}

/// What the pieces of each side are worth, on the board and in hand.
fn material<P: Position>(position: &P) -> ByColor<Value> {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut sums = ByColor([0; 2]);
    position.for_each_piece(|_, piece| sums[piece.color()] += values.board(piece.piece_type()));
    for c in Color::ALL {
        for &pt in P::Geometry::DROPPABLE {
            sums[c] += Value::from(position.hand(c, pt)) * values.hand(pt);
        }
    }
    sums
}

/// How many games the beginner wins, and how many he loses.
fn results<D: Sample>(level: i64) -> [usize; 2] {
    let mut rng = Rng::new(1);
    let mut results = [0, 0];
    for number in 0..GAMES {
        let mut gui = Gui::<D>::new();
        gui.quiet(&format!("setoption name Skill value {level}"));
        gui.quiet(&format!("setoption name Seed value {}", number + 1));
        let (mut words, mut position) = ("startpos moves".to_owned(), D::Game::start());
        let own = if number % 2 == 0 { position.side_to_move() } else { !position.side_to_move() };
        let mut plies = 0;
        while plies < PLIES && position.count_legal() > 0 {
            let m = if position.side_to_move() == own {
                beginner(&position, &mut rng)
            } else {
                let best = gui.search_from(&words, "go depth 30").best;
                position.parse_move(&best).expect("a move")
            };
            words = format!("{words} {}", position.move_text(m));
            position.do_move(m);
            plies += 1;
        }
        let sums = material(&position);
        let is_mate = position.count_legal() == 0 && position.in_check();
        let ahead = if is_mate { Value::MAX } else { sums[own] - sums[!own] };
        let ahead = if is_mate && position.side_to_move() == own { Value::MIN } else { ahead };
        results[0] += usize::from(ahead > AHEAD);
        results[1] += usize::from(ahead < -AHEAD);
    }
    results
}

fn the_lowest_level_loses_to_a_beginner<D: Sample>() {
    let [won, lost] = results::<D>(0);
    assert!(won > lost, "the beginner won {won} and lost {lost} of {GAMES}");
}

fn a_middle_level_beats_him<D: Sample>() {
    let [won, lost] = results::<D>(10);
    assert!(lost > won, "the beginner won {won} and lost {lost} of {GAMES}");
}

both! { the_lowest_level_loses_to_a_beginner a_middle_level_beats_him }
