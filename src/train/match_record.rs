//! A game of self-play as the record of a match, which is written in formats
//! that others read.

use crate::game::{Color, Declaration, Notation as _, Position as _};
use crate::lab::arena::{
    GameRecord, GameResult, MatchGame, Reason, Side, SideInfo, centipawns, end_by_rules,
};

use super::record::{Game, Header, IllegalMove, Thought};

/// The game as one of a match in which A has black. Times and nodes of single
/// moves are not known.
///
/// # Errors
/// If a move is not legal.
pub fn match_record<D: MatchGame>(header: &Header, game: &Game) -> Result<GameRecord, IllegalMove> {
    let mut moves = Vec::with_capacity(game.plies.len());
    let end: D::Game = game.replay(|position: &D::Game, ply| {
        moves.extend(position.from_raw(ply.raw).map(|m| position.move_text(m)));
    })?;
    // The opening is random; a random reply later on is a player's move.
    let opening = game.plies.iter().take_while(|ply| ply.thought == Thought::Random).count();
    let played = moves.split_off(opening);
    let scores = game.plies[opening..].iter().map(|ply| ply.thought.score().map(centipawns::<D>));
    let side = |color| if color == Color::Black { Side::A } else { Side::B };
    let (name, limit) = ("somatic".to_owned(), format!("nodes {}", header.nodes));
    let player = SideInfo { name, limit, ..SideInfo::default() };
    let mover = if opening % 2 == 0 { D::FIRST } else { !D::FIRST };
    Ok(GameRecord {
        trial: None,
        game: header.game.name().to_owned(),
        number: game.number.into(),
        stranger: None,
        a: player.clone(),
        b: player,
        rules: String::new(),
        black: Side::A,
        opening: "random".to_owned(),
        start: "startpos".to_owned(),
        opening_moves: moves,
        first: side(mover),
        result: game.winner.map_or(GameResult::Draw, |winner| GameResult::won_by(side(winner))),
        reason: reason(&end, game.winner),
        detail: None,
        plies: played.len(),
        time_ms: Vec::new(),
        nodes: vec![None; played.len()],
        score: scores.collect(),
        moves: played,
    })
}

/// Why a game ended here with this winner: what the rules do not say, the
/// scores did, or the number of moves.
fn reason<P: crate::game::Position>(end: &P, winner: Option<Color>) -> Reason {
    match end_by_rules(end) {
        Some(ending) if ending.winner == winner => ending.reason,
        _ if winner.is_none() => Reason::MaxPlies,
        _ if winner == Some(end.side_to_move()) && end.declaration() == Some(Declaration::Declare) => {
            Reason::Declaration
        }
        _ => Reason::Adjudication,
    }
}
