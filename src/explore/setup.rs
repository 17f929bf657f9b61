//! A board that is being set up: it is drawn whatever lies on it, and it is said whether it can be played.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::http::{Refusal, bad};
use super::question::{game_kind, side};
use crate::explain::BoardReport;
use crate::game::{
    ByColor, Color, Drawing, Geometry as _, Piece, PieceType, SquareSet as _, board_text, hands_text, quote,
};
use crate::lang::{self, tr};
use crate::records::either::of_game;
use crate::report::picture::{letter, live_board};

/// The most pieces of a kind in one hand: all pawns of a set of shogi.
const MOST_IN_HAND: u8 = 18;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Setup {
    game: String,
    side: String,
    /// The letters of the pieces by square.
    #[serde(default)]
    pieces: BTreeMap<String, String>,
    /// How many pieces of each letter are in hand.
    #[serde(default)]
    hands: BTreeMap<String, u8>,
    /// The rights to castle, as a FEN has them; chess.
    #[serde(default)]
    castling: String,
    view: Option<String>,
}

/// Draws a board that is being set up, and tells the SFEN or FEN if it can be played, or why not.
pub fn answer(setup: &Setup) -> Result<Json, Refusal> {
    of_game!(game_kind(&setup.game)?, P => setup.check::<P>())
}

impl Setup {
    fn check<P: Drawing>(&self) -> Result<Json, Refusal> {
        let view = self.view.as_deref().map_or(Ok(P::CAPITALS), side)?;
        let board = self.board::<P>()?;
        let read = P::parse(&self.text::<P>(&board));
        Ok(json!({
            "board": live_board::<P>(&board, view),
            "fault": read.as_ref().err().map(ToString::to_string),
            "text": read.ok().map(|position| position.text()),
        }))
    }

    fn board<P: Drawing>(&self) -> Result<BoardReport, Refusal> {
        let mut pieces = Vec::new();
        for (square, letter) in &self.pieces {
            let mut all = P::Geometry::all_squares().squares();
            let sq = all.find(|&sq| P::square_text(sq) == *square);
            let sq = sq.ok_or_else(|| bad(tr!("{square} is no square", square = quote(square))))?;
            pieces.push((sq, piece::<P>(letter, P::Geometry::PIECE_TYPES)?));
        }
        let mut hands: ByColor<Vec<(PieceType, u8)>> = ByColor::default();
        // The strongest first, as pictures have them.
        for &pt in P::Geometry::DROPPABLE.iter().rev() {
            for (letter, &count) in &self.hands {
                let held = piece::<P>(letter, P::Geometry::DROPPABLE)?;
                if count > MOST_IN_HAND {
                    let most = MOST_IN_HAND;
                    let told =
                        tr!("{count} pieces {letter} in hand: expected at most {most}", count, letter, most);
                    return Err(bad(told));
                }
                if held.piece_type() == pt && count > 0 {
                    hands[held.color()].push((pt, count));
                }
            }
        }
        if hands == ByColor::default() && !self.hands.is_empty() && !P::Geometry::DROPS {
            return Err(bad(tr!("{game} has no pieces in hand", game = lang::text(P::GAME))));
        }
        Ok(BoardReport { side: side(&self.side)?, pieces, hands, pins: Vec::new() })
    }

    /// The board as an SFEN or FEN, good or not.
    fn text<P: Drawing>(&self, board: &BoardReport) -> String {
        let at = |row, column| {
            let mut here = board.pieces.iter().filter(|(sq, _)| P::cell(*sq) == (column as u8, row as u8));
            here.next().map(|&(_, piece)| letter::<P>(piece))
        };
        let text = board_text(P::RANKS.into(), P::FILES.into(), at);
        let side = &board.side.name()[..1];
        if P::Geometry::DROPS {
            let name = |c: Color, pt| letter::<P>(Piece::new(c, pt));
            let hand = |c| board.hands[c].iter().map(move |&(pt, count)| (name(c, pt), count.into()));
            let hands = hands_text([P::CAPITALS, !P::CAPITALS].into_iter().flat_map(hand));
            return format!("{text} {side} {hands} 1");
        }
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        format!("{text} {side} {castling} - 0 1")
    }
}

/// The piece with this letter, of these types.
fn piece<P: Drawing>(letter: &str, types: &[PieceType]) -> Result<Piece, Refusal> {
    let upper = letter.to_ascii_uppercase();
    let Some(&pt) = types.iter().find(|&&pt| P::piece_text(pt) == upper) else {
        let (letter, game) = (quote(letter), lang::text(P::GAME));
        return Err(bad(tr!("{letter} is no piece of {game} that can be there", letter, game)));
    };
    Ok(Piece::new(if letter == upper { P::CAPITALS } else { !P::CAPITALS }, pt))
}
