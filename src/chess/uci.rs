//! Moves as UCI writes them: castling as the king's two steps, or, for
//! Chess960, as the king taking its own rook.

use crate::game::{MoveParts, Notation as _, NotationError, Position as _};

use super::inspect::castled_king;
use super::moves::Move;
use super::piece;
use super::position::Position;
use super::square::{self, file, square};

/// The king's file at the start of a game of chess: only from there is the
/// end of castling never a plain king's move.
pub(super) const KING_FILE: usize = 4;

/// Reads a legal move. Castling may be written either way; where `f1g1` could
/// be both, it is the king's step.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let Some(m) = Move::parse(text) else {
        return Err(NotationError::NoMove { text: text.to_owned(), notation: "UCI move" });
    };
    if position.is_legal(m) {
        return Ok(m);
    }
    castlings(position)
        .filter(|castling| m.promotion().is_none() && castling.from() == m.from())
        .find(|&castling| castled_king(castling) == m.to() && position.is_legal(castling))
        .ok_or_else(|| NotationError::Illegal { text: m.to_string(), position: position.text() })
}

/// Writes a move.
pub(super) fn move_text(position: &Position, m: Move) -> String {
    let rook_is_named = position.is_chess960() || file(m.from()) != KING_FILE;
    if position.is_castling(m) && !rook_is_named {
        Move::new(m.from(), castled_king(m)).to_string()
    } else {
        m.to_string()
    }
}

/// Writes a move that is known only by its parts, castling as the king's two
/// steps.
pub(super) fn parts_text(m: &MoveParts) -> String {
    let from = m.from.map(square::text).unwrap_or_default();
    let promotion =
        if m.is_promotion() { piece::text(m.becomes).to_ascii_lowercase() } else { String::new() };
    format!("{from}{}{promotion}", square::text(m.to))
}

/// The castling moves that the side to move still has the right to.
fn castlings(position: &Position) -> impl Iterator<Item = Move> {
    let board = position.board();
    let us = board.side_to_move();
    let king = square::from_cozy(board.king(us));
    let rights = *board.castle_rights(us);
    [rights.short, rights.long]
        .into_iter()
        .flatten()
        .map(move |rook| Move::new(king, square(rook as usize, square::rank(king))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::parse(fen).expect("a legal FEN")
    }

    /// Each text must be read as the move that is written `king_takes_rook`.
    #[track_caller]
    fn castles(p: &Position, texts: &[&str], king_takes_rook: &str, written: &str) {
        for text in texts {
            let m = p.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(m.to_string(), king_takes_rook);
            assert_eq!(p.move_text(m), written);
        }
    }

    #[test]
    fn castling_is_read_in_both_forms() {
        let mut p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        castles(&p, &["e1g1", "e1h1"], "e1h1", "e1g1");
        castles(&p, &["e1c1", "e1a1"], "e1a1", "e1c1");
        p.set_chess960(true);
        castles(&p, &["e1g1", "e1h1"], "e1h1", "e1h1");
        let p = position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        castles(&p, &["e8g8", "e8h8"], "e8h8", "e8g8");
        castles(&p, &["e8c8", "e8a8"], "e8a8", "e8c8");
        assert!(p.parse_move("e8g8q").is_err());
        assert!(position("r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1").parse_move("e8g8").is_err());
    }

    #[test]
    fn what_could_be_both_is_the_kings_step() {
        let mut p = position("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
        assert!(p.is_chess960());
        castles(&p, &["f1h1"], "f1h1", "f1h1");
        castles(&p, &["f1a1", "f1c1"], "f1a1", "f1a1");
        castles(&p, &["f1g1"], "f1g1", "f1g1");
        p.set_chess960(false);
        castles(&p, &["f1h1"], "f1h1", "f1h1");
        // The king stays where it is.
        castles(&position("4k3/8/8/8/8/8/8/R5KR w KQ - 0 1"), &["g1h1"], "g1h1", "g1h1");
        // A rook of the e-file king that is not in the corner.
        castles(&position("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"), &["e1g1"], "e1g1", "e1g1");
    }

    #[test]
    fn errors_tell_no_move_from_an_illegal_one() {
        let p = Position::start();
        assert!(p.parse_move("e2").is_err_and(|e| e.to_string().contains("'e2' is no UCI move")));
        assert!(p.parse_move("e2e5").is_err_and(|e| e.to_string().contains("e2e5 is not legal in rnbq")));
        assert!(p.parse_move("e1g1").is_err());
        assert_eq!(p.parse_move("e2e4").map(|m| p.move_text(m)), Ok("e2e4".to_owned()));
        let p = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert!(p.parse_move("a7a8").is_err());
        assert_eq!(p.parse_move("a7a8n").map(|m| p.move_text(m)), Ok("a7a8n".to_owned()));
    }
}
