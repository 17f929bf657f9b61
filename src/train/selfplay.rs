//! Games of the engine against itself, from random openings, at fixed nodes.
//!
//! A game depends on its number and the settings alone: tables and histories are empty when it begins. It begins with
//! a few random moves, and for a while a reply is random now and then, so that no two games are the same and positions
//! occur that good play avoids.

use std::sync::Arc;

use crate::eval::EvaluationKind;
use crate::game::rng::Rng;
use crate::game::{All, Color, Declaration, MoveList, Notation as _, Position, Value};
use crate::lab::arena::{
    GameRecord, GameResult, MatchGame, Reason, Side, SideInfo, centipawns, end_by_rules,
};
use crate::lab::batch::{interrupt_flag, is_interrupted};
use crate::protocol::solo::LastScore;
use crate::records::position::GameKind;
use crate::search::{BestMove, Limits, SearchConfig, Shared, TimeOptions, Worker};

use super::record::{Game, Header, IllegalMove, Ply, Thought};

/// Random moves at the beginning, at least.
const LEAST_RANDOM: usize = 3;
/// How many more there may be.
const MORE_RANDOM: usize = 9;
/// Up to this ply a reply may be random.
const RANDOM_UNTIL: usize = 30;
/// Percent of replies that are.
const RANDOM_PERCENT: usize = 4;
/// A game is won when the scores have said so for so many plies in a row.
const WON_PLIES: u32 = 6;
/// A score beyond which a game is over at once: mates, and wins by the rules.
const OVER: Value = 25_000;
/// Table of the search in MiB: more than so few nodes need.
const HASH: usize = 2;

/// When games of a kind are given up.
#[derive(Clone, Copy, Debug)]
struct Manners {
    /// What a side is ahead by when it is said to have won.
    won: Value,
    /// The most that a side may be ahead by after the random moves.
    balanced: Value,
    /// Plies after which it is a draw.
    longest: usize,
}

impl Manners {
    const fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Shogi => Self { won: 3_000, balanced: 900, longest: 320 },
            GameKind::Chess => Self { won: 2_000, balanced: 500, longest: 400 },
        }
    }
}

/// One thread's player of both sides.
#[derive(Debug)]
pub struct SelfPlayer<P: crate::game::Game> {
    worker: Box<Worker<P>>,
    shared: Arc<Shared>,
    /// What games depend on.
    header: Header,
}

impl<P: crate::game::Game> SelfPlayer<P> {
    /// A player of games with this header.
    pub fn new(header: Header, evaluation: EvaluationKind) -> Self {
        let config = SearchConfig { evaluation, ..SearchConfig::default() };
        let shared = Arc::new(Shared::new(HASH));
        let mut worker = Box::new(Worker::new(P::start(), Arc::clone(&shared), &config));
        worker.interrupt = Some(interrupt_flag());
        Self { worker, shared, header }
    }

    /// Plays the game with this number; nothing if the user asked to stop.
    pub fn play(&mut self, number: u32) -> Option<Game> {
        // Mixed, as neighboring seeds give nearly the same sequence.
        let mut rng = Rng::new(self.header.seed ^ Rng::new(number.into()).next_u64());
        loop {
            let mut game = Game { number, winner: None, plies: Vec::new() };
            let mut position = P::start();
            let random = LEAST_RANDOM + rng.below(MORE_RANDOM + 1);
            if (0..random).all(|_| random_move(&mut position, &mut rng, &mut game))
                && self.play_on(position, &mut rng, &mut game)
            {
                return Some(game);
            }
            if is_interrupted() {
                return None;
            }
        }
    }

    /// Plays a game to its end; tells whether it is worth keeping.
    fn play_on(&mut self, mut position: P, rng: &mut Rng, game: &mut Game) -> bool {
        let manners = Manners::of(self.header.game);
        let limits = Limits::nodes(self.header.nodes);
        self.shared.table.clear();
        self.worker.new_game();
        let begin = game.plies.len();
        // Plies in a row for which black and white were said to win.
        let mut won = [0; 2];
        while game.plies.len() < manners.longest {
            let us = position.side_to_move();
            if let Some(ending) = end_by_rules(&position) {
                game.winner = ending.winner;
                break;
            }
            if position.declaration() == Some(Declaration::Declare) {
                game.winner = Some(us);
                break;
            }
            let may_be_random = begin + 1..RANDOM_UNTIL;
            if may_be_random.contains(&game.plies.len()) && rng.below(100) < RANDOM_PERCENT {
                random_move(&mut position, rng, game);
                continue;
            }
            self.worker.position.clone_from(&position);
            self.shared.table.new_search();
            let mut last = LastScore::default();
            let best = self.worker.search(&limits, &TimeOptions::default(), &mut last);
            if is_interrupted() {
                return false;
            }
            let raw = match best {
                BestMove::Move { raw, .. } => raw,
                BestMove::Declare => {
                    game.winner = Some(us);
                    break;
                }
                // There is a legal move, and so an answer.
                BestMove::None => return false,
            };
            let Some(m) = position.from_raw(raw) else { return false };
            if game.plies.len() == begin && last.newest.abs() > manners.balanced {
                return false;
            }
            let thought = if last.is_exact { Thought::Score(last.newest) } else { Thought::Bound };
            game.plies.push(Ply { raw, thought });
            let ahead = if last.newest > 0 { us } else { !us };
            for c in Color::ALL {
                let is_won = c == ahead && last.newest.abs() > manners.won;
                won[c.index()] = if is_won { won[c.index()] + 1 } else { 0 };
            }
            if won[ahead.index()] >= WON_PLIES || last.newest.abs() > OVER {
                game.winner = Some(ahead);
                break;
            }
            position.do_move(m);
        }
        game.plies.len() > begin
    }
}

/// Plays a random move, if there is one.
fn random_move<P: crate::game::Game>(position: &mut P, rng: &mut Rng, game: &mut Game) -> bool {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    if list.is_empty() {
        return false;
    }
    let m = list[rng.below(list.len())];
    game.plies.push(Ply { raw: P::to_raw(m), thought: Thought::Random });
    position.do_move(m);
    true
}

/// The game as one of a match in which A has black. Times and nodes of single moves are not known.
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
        seed: None,
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

/// Why a game ended here with this winner: what the rules do not say, the scores did, or the number of moves.
fn reason<P: Position>(end: &P, winner: Option<Color>) -> Reason {
    match end_by_rules(end) {
        Some(ending) if ending.winner == winner => ending.reason,
        _ if winner.is_none() => Reason::MaxPlies,
        _ if winner == Some(end.side_to_move()) && end.declaration() == Some(Declaration::Declare) => {
            Reason::Declaration
        }
        _ => Reason::Adjudication,
    }
}
