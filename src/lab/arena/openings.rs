//! What games begin with: positions from files, or a few random moves.

use std::collections::HashSet;
use std::sync::Arc;

use crate::game::rng::Rng;
use crate::game::{All, MoveList, Notation, NotationError};
use crate::records::bad_line::{BadLine, LineError};
use crate::records::input::{default_id, each_line, read_line};
use crate::records::position::{GameKind, parse};

/// Random moves behind an opening that was played before.
pub const REPEAT_PLIES: u32 = 2;
/// What these moves are drawn from.
const REPEAT_SEED: u64 = 1;

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name.
    pub id: String,
    /// The first position: `startpos`, `sfen ...` or `fen ...`.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// The words that `position` has for it after these further moves.
    pub fn text(&self, moves: &[String]) -> String {
        let mut text = self.start.clone();
        for (i, word) in self.moves.iter().chain(moves).enumerate() {
            text.push_str(if i == 0 { " moves " } else { " " });
            text.push_str(word);
        }
        text
    }

    /// The position that the game goes on from, with its history.
    pub fn position<P: Notation>(&self) -> Result<P, NotationError> {
        parse(&self.text(&[]).split_ascii_whitespace().collect::<Vec<_>>())
    }
}

/// The beginnings of a match's games.
#[derive(Clone, Debug)]
pub struct Openings {
    /// None where games begin with random moves.
    listed: Arc<[Opening]>,
    seed: u64,
    plies: u32,
    /// Lines that could not be read.
    pub bad: Vec<BadLine>,
}

/// The game of the first readable line of these files. Standard input (`-`) can be read only once and is passed over.
pub(crate) fn recognize_game(files: &[String]) -> Option<GameKind> {
    let files = files.iter().filter(|file| *file != "-").cloned().collect();
    let first = each_line(files, |text, _| read_line(text, String::new).map(Some)).find_map(Result::ok);
    first.map(|line| line.position.kind())
}

impl Openings {
    /// The first `enough` positions of these files, one a line, each once.
    pub fn read<P: Notation>(files: &[String], enough: u64) -> Self {
        let (mut list, mut bad) = (Vec::new(), Vec::new());
        let openings = each_line(files.to_vec(), |text, line| {
            opening::<P>(text, &default_id(&line.file, line.line)).map(Some)
        });
        let mut seen = HashSet::new();
        for found in openings {
            match found {
                Ok(opening) if seen.insert(opening.text(&[])) => list.push(opening),
                Ok(_) => {}
                Err(line) => bad.push(line),
            }
            if list.len() as u64 >= enough {
                break;
            }
        }
        Self { listed: list.into(), seed: 0, plies: 0, bad }
    }

    /// The start position and so many random moves that neither take nor give
    /// check, others for every pair of games and for every seed.
    pub fn random(seed: u64, plies: u32) -> Self {
        Self { listed: Arc::default(), seed, plies, bad: Vec::new() }
    }

    /// How many are listed; nothing if they are random and do not end.
    pub fn count(&self) -> Option<u64> {
        (!self.listed.is_empty()).then_some(self.listed.len() as u64)
    }

    /// The first position of a game that asks for more than the usual rules, or else any.
    pub(crate) fn hardest<P: Notation>(&self, is_hard: impl Fn(&P) -> bool) -> P {
        let mut positions = self.listed.iter().filter_map(|opening| opening.position().ok());
        positions.find(is_hard).unwrap_or_else(P::start)
    }

    /// How many of the first `count` openings are the same as one before.
    pub(crate) fn repeats<P: Notation>(&self, count: u64) -> u64 {
        let mut seen = HashSet::new();
        (1..=count).filter(|&pair| !seen.insert(self.of_pair::<P>(pair).text(&[]))).count() as u64
    }

    /// What tells these openings from others, in a few words.
    pub fn describe(&self) -> String {
        if self.listed.is_empty() {
            return format!("{} random plies, seed {}", self.plies, self.seed);
        }
        let texts = self.listed.iter().flat_map(|opening| opening.text(&[]).into_bytes());
        let mixed = texts.fold(0, |sum: u64, byte| Rng::new(sum ^ u64::from(byte)).next_u64());
        format!("{} listed, {mixed:016x}", self.listed.len())
    }

    /// The opening of a pair of games, from 1. After the last one they come again with [`REPEAT_PLIES`] random
    /// moves behind them: players without a clock would only play the same games once more.
    pub(crate) fn of_pair<P: Notation>(&self, pair: u64) -> Opening {
        let Some(count) = self.count() else {
            let moves = random_moves(P::start(), self.seed, self.plies, pair);
            return Opening { id: format!("random {pair}"), start: "startpos".to_owned(), moves };
        };
        let mut opening = self.listed[((pair - 1) % count) as usize].clone();
        if pair > count
            && let Ok(position) = opening.position::<P>()
        {
            opening.moves.extend(random_moves(position, REPEAT_SEED, REPEAT_PLIES, pair));
        }
        opening
    }
}

/// Reads a line of this game.
fn opening<P: Notation>(text: &str, id: &str) -> Result<Opening, LineError> {
    // Without a board it could be of either game.
    let text = match text.trim_start().strip_prefix("startpos") {
        Some(rest) => format!("{} {}{rest}", P::POSITION_WORD, P::start().text()),
        None => text.to_owned(),
    };
    let line = read_line(&text, || id.to_owned())?;
    let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
    let length = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(length);
    let mut position: P = parse(start)?;
    let start = match position.text() {
        usual if usual == P::start().text() => "startpos".to_owned(),
        other => format!("{} {other}", P::POSITION_WORD),
    };
    // As the referee writes them.
    let mut written = Vec::new();
    for text in moves.iter().skip(1) {
        let m = position.parse_move(text)?;
        written.push(position.move_text(m));
        position.do_move(m);
    }
    if position.count_legal() == 0 {
        return Err(LineError::GameOver);
    }
    Ok(Opening { id: line.id, start, moves: written })
}

/// Random moves that neither take nor give check. They end early where none is left.
fn random_moves<P: Notation>(mut position: P, seed: u64, plies: u32, pair: u64) -> Vec<String> {
    let mut rng = Rng::new(Rng::new(seed).next_u64() ^ pair);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        list.retain(|m| !position.is_capture(*m) && !position.gives_check(*m));
        let Some(&m) = list.get(rng.below(list.len())) else { break };
        moves.push(position.move_text(m));
        position.do_move(m);
    }
    moves
}
