//! A position as the page shows it: what lies where, what can be played, whether it is over.

use serde_json::{Value as Json, json};

use super::http::Refusal;
use super::question::GameText;
use crate::explain::BoardReport;
use crate::game::{All, Color, Drawing, Game, MoveList, Piece, Repetition};
use crate::lang::{self, tr, tr_of};
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::report::picture::{letter, live_board, object};

/// What the page must know of a position: who is to move, how it stands by the rules, the moves that can be played
/// as programs and as people write them, and the letters of the pieces by square and in hand.
pub fn answer(question: &GameText) -> Result<Json, Refusal> {
    let any = question.position()?;
    of_either!(&any, position => Ok(describe(position, &any, question.view(position)?)))
}

fn describe<P: Game + Drawing>(position: &P, any: &AnyPosition, view: Color) -> Json {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let legal: Vec<String> = list.iter().map(|&m| position.move_text(m)).collect();
    let name = |text: &String| (text.clone(), MoveNotation::current().one(any, text));
    let names = object(legal.iter().map(name));
    let board = BoardReport::without_pins(position);
    let pieces = board.pieces.iter().map(|&(sq, piece)| (P::square_text(sq), letter::<P>(piece)));
    let held =
        |c: Color| board.hands[c].iter().map(move |&(pt, count)| (letter::<P>(Piece::new(c, pt)), count));
    let side = position.side_to_move();
    let side_name = lang::text_of(P::GAME, side.name());
    let king = position.king(side).filter(|_| position.in_check());
    let result = result(position, list.is_empty());
    let is_over = result.is_some();
    let may_declare = !is_over && position.declaration().is_some();
    let told = may_declare.then(|| tr!("{side} may declare a win", side = side_name));
    json!({
        "game": P::GAME,
        "text": position.text(),
        "side": side.name(),
        "side_name": side_name,
        "check": king.map(|sq| P::square_text(sq)),
        "is_over": is_over,
        "may_declare": may_declare,
        "result": result.or(told),
        "legal": legal,
        "names": names,
        "pieces": object(pieces),
        "hands": object(Color::ALL.into_iter().flat_map(held)),
        "board": live_board::<P>(&board, view),
    })
}

/// How the game has ended by the rules.
fn result<P: Game>(position: &P, has_no_move: bool) -> Option<String> {
    let side = position.side_to_move();
    let wins = |c: Color, how| tr!("{how}: {side} wins", how, side = lang::text_of(P::GAME, c.name()));
    Some(match position.repetition(0) {
        _ if has_no_move && position.in_check() => wins(!side, tr!("checkmate")),
        _ if has_no_move && P::NO_MOVES_IS_LOSS => wins(!side, tr!("no legal move")),
        _ if has_no_move => tr!("stalemate: a draw").to_owned(),
        Repetition::Draw => tr_of!(P::GAME, "repetition: a draw").to_owned(),
        Repetition::Win => wins(side, tr!("perpetual check by the other side")),
        Repetition::Loss => wins(!side, tr!("perpetual check")),
        _ if position.is_rule_draw() => tr!("a draw by rule").to_owned(),
        Repetition::None | Repetition::Superior | Repetition::Inferior => return None,
    })
}
