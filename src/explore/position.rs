//! A position as the page shows it: what lies where, what can be played, whether it is over.

use std::collections::BTreeMap;

use serde::Serialize;

use super::http::Refusal;
use super::question::GameText;
use crate::explain::BoardReport;
use crate::game::{All, Color, Drawing, Game, MoveList, Piece, Repetition};
use crate::lang::{self, tr, tr_of};
use crate::records::either::of_either;
use crate::records::notation::MoveNotation;
use crate::report::picture::{LiveBoard, letter, live_board};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionAnswer {
    /// `shogi` or `chess`.
    game: &'static str,
    /// The SFEN or FEN.
    text: String,
    /// The side to move, and what it is called.
    side: &'static str,
    side_name: &'static str,
    /// The square of a king in check.
    check: Option<String>,
    /// How the game stands by the rules, where there is something to say.
    result: Option<String>,
    /// Whether it has ended by the rules.
    is_over: bool,
    /// The moves that can be played, in USI or UCI text.
    legal: Vec<String>,
    /// The same as people write them.
    names: BTreeMap<String, String>,
    /// The letters of the pieces by square.
    pieces: BTreeMap<String, String>,
    /// How many pieces of each letter are in hand.
    hands: BTreeMap<String, u8>,
    /// The board to click on.
    board: LiveBoard,
}

pub fn answer(question: &GameText) -> Result<PositionAnswer, Refusal> {
    let any = question.position()?;
    let mut answer = of_either!(&any, position => describe(position, question.view(position)?));
    let notation = MoveNotation::current();
    answer.names = answer.legal.iter().map(|text| (text.clone(), notation.one(&any, text))).collect();
    Ok(answer)
}

fn describe<P: Game + Drawing>(position: &P, view: Color) -> PositionAnswer {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let board = BoardReport::without_pins(position);
    let side = position.side_to_move();
    let king = position.king(side).filter(|_| position.in_check());
    let result = result(position, list.is_empty());
    let may_declare = |_| tr!("{side} may declare a win", side = lang::text_of(P::GAME, side.name()));
    PositionAnswer {
        game: P::GAME,
        text: position.text(),
        side: side.name(),
        side_name: lang::text_of(P::GAME, side.name()),
        check: king.map(|sq| P::square_text(sq)),
        is_over: result.is_some(),
        result: result.or_else(|| position.declaration().map(may_declare)),
        legal: list.iter().map(|&m| position.move_text(m)).collect(),
        names: BTreeMap::new(),
        pieces: board.pieces.iter().map(|&(sq, piece)| (P::square_text(sq), letter::<P>(piece))).collect(),
        hands: Color::ALL
            .into_iter()
            .flat_map(|c| {
                board.hands[c].iter().map(move |&(pt, count)| (letter::<P>(Piece::new(c, pt)), count))
            })
            .collect(),
        board: live_board::<P>(&board, None, view),
    }
}

/// How the game has ended by the rules.
fn result<P: Game>(position: &P, has_no_move: bool) -> Option<String> {
    let side = position.side_to_move();
    let name = |c: Color| lang::text_of(P::GAME, c.name());
    let wins = |c: Color, how: &str| Some(tr!("{how}: {side} wins", how, side = name(c)));
    if has_no_move {
        return match position.in_check() {
            true => wins(!side, tr!("checkmate")),
            false if P::NO_MOVES_IS_LOSS => wins(!side, tr!("no legal move")),
            false => Some(tr!("stalemate: a draw").to_owned()),
        };
    }
    match position.repetition(0) {
        Repetition::Draw => return Some(tr_of!(P::GAME, "repetition: a draw").to_owned()),
        Repetition::Win => return wins(side, tr!("perpetual check by the other side")),
        Repetition::Loss => return wins(!side, tr!("perpetual check")),
        Repetition::None | Repetition::Superior | Repetition::Inferior => {}
    }
    if position.is_rule_draw() {
        return Some(tr!("a draw by rule").to_owned());
    }
    None
}
