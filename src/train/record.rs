//! Games of self-play in a file: moves and scores, four bytes a ply.
//!
//! A file is a header and whole games one after the other, all numbers little
//! endian. The header says all that the games depend on. `docs/training.md` describes it byte by byte. Each game carries its
//! length and a checksum, so that a file that was cut or damaged is read up to
//! there. A game is appended by one write when it has ended; the moves are
//! checked only when it is replayed ([`Game::replay`]).

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::files::Output;
use crate::game::{Color, Notation, Value};
use crate::lab::batch::Shard;
use crate::lang::tr;
use crate::records::position::GameKind;

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"SOMAGAME";
/// The version of the layout that is written; the one before is read as well.
const VERSION: u16 = 2;
/// The version that says nothing of the evaluation.
const VERSION_WITHOUT_EVALUATION: u16 = 1;
/// Bytes of the header.
const HEADER_BYTES: usize = 56;
/// Bytes of the header of the version before.
const OLD_HEADER_BYTES: usize = 48;
/// The most plies of a game that is written.
const MOST_PLIES: usize = 1_000;
/// Bytes of a game before its plies.
const GAME_BYTES: usize = 12;
/// Bytes of a ply.
const PLY_BYTES: usize = 4;
/// What stands in a score's place for a random move.
const RANDOM: i16 = i16::MIN;
/// What stands there where the search ended before the score was exact.
const BOUND: i16 = i16::MIN + 1;
/// The greatest score that is written.
const MAX_SCORE: Value = i16::MAX as Value - 1;

/// What is wrong with a file of games, and where.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read, or does not begin as it should.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file ends in the middle of a game.
    #[error("{}: game {game}: the file ends in the middle of it", path.display())]
    Cut {
        /// The file.
        path: PathBuf,
        /// The place of the game in the file, from 1.
        game: u64,
    },
    /// A game that is damaged; what comes after it cannot be read.
    #[error("{}: game {game}: {reason}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The place of the game in the file, from 1.
        game: u64,
        /// What is wrong.
        reason: String,
    },
}

impl RecordError {
    pub(super) fn of_file(path: &Path, reason: &impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// How the games of a file were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which game it is.
    pub game: GameKind,
    /// The seed of the openings.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The part of all games that the file holds.
    pub shard: Shard,
    /// The evaluation that played ([`crate::eval::EvaluationKind::fingerprint`]); nothing where the file
    /// is of a version that does not say it.
    pub evaluation: Option<u64>,
}

impl Header {
    fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = match self.game {
            GameKind::Shogi => 0,
            GameKind::Chess => 1,
        };
        bytes[12..20].copy_from_slice(&self.seed.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[28..36].copy_from_slice(&self.shard.index.to_le_bytes());
        bytes[36..44].copy_from_slice(&self.shard.count.to_le_bytes());
        bytes[44..52].copy_from_slice(&self.evaluation.unwrap_or_default().to_le_bytes());
        let sum = checksum(&bytes[..52]);
        bytes[52..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a header, and says how many bytes it has.
    fn read(input: &mut impl Read) -> Result<(Self, usize), String> {
        let mut up_to = |count| up_to(input, count).map_err(|error| error.to_string());
        let mut bytes = up_to(OLD_HEADER_BYTES)?;
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
            return Err("no file of self-play games".to_owned());
        }
        if bytes.len() < OLD_HEADER_BYTES {
            return Err("the header is cut".to_owned());
        }
        let length = match u16::from_le_bytes([bytes[8], bytes[9]]) {
            VERSION_WITHOUT_EVALUATION => OLD_HEADER_BYTES,
            VERSION => HEADER_BYTES,
            version => return Err(format!("version {version} of the layout, expected {VERSION}")),
        };
        bytes.extend(up_to(length - OLD_HEADER_BYTES)?);
        if bytes.len() < length {
            return Err("the header is cut".to_owned());
        }
        Self::from_bytes(&bytes).map(|header| (header, length))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let sum = bytes.len() - 4;
        if read_u32(bytes, sum) != checksum(&bytes[..sum]) {
            return Err("the header is damaged".to_owned());
        }
        let game = match bytes[10] {
            0 => GameKind::Shogi,
            1 => GameKind::Chess,
            other => return Err(format!("unknown game {other}")),
        };
        let shard = Shard { index: read_u64(bytes, 28), count: read_u64(bytes, 36) };
        let evaluation = (bytes.len() == HEADER_BYTES).then(|| read_u64(bytes, 44));
        Ok(Self { game, seed: read_u64(bytes, 12), nodes: read_u64(bytes, 20), shard, evaluation })
    }
}

/// What the search thought of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// Nothing: the move is random.
    Random,
    /// It ended before the score was exact.
    Bound,
    /// The score, seen from the side to move.
    Score(Value),
}

impl Thought {
    /// The score, if it is known.
    pub const fn score(self) -> Option<Value> {
        match self {
            Self::Score(score) => Some(score),
            Self::Random | Self::Bound => None,
        }
    }

    pub(super) fn to_bits(self) -> i16 {
        match self {
            Self::Random => RANDOM,
            Self::Bound => BOUND,
            Self::Score(score) => score.clamp(-MAX_SCORE, MAX_SCORE) as i16,
        }
    }

    fn from_bits(bits: i16) -> Self {
        match bits {
            RANDOM => Self::Random,
            BOUND => Self::Bound,
            score => Self::Score(score.into()),
        }
    }
}

/// A move and what the search thought before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in 16 bits.
    pub raw: u16,
    /// What the search thought of the position in which it was played.
    pub thought: Thought,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number; the same number, seed and settings give the same game.
    pub number: u32,
    /// Who won, if anybody.
    pub winner: Option<Color>,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl Game {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(match self.winner {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        });
        bytes.push(0);
        for ply in &self.plies {
            bytes.extend(ply.raw.to_le_bytes());
            bytes.extend(ply.thought.to_bits().to_le_bytes());
        }
        let sum = checksum(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Plays the game again; `each` sees every position with the ply that is
    /// played in it, before the move is made.
    ///
    /// # Errors
    /// The number of the ply, from 1, whose move is not legal, and the move.
    pub fn replay<P: Notation>(&self, mut each: impl FnMut(&P, &Ply)) -> Result<P, IllegalMove> {
        let mut position = P::start();
        for (at, ply) in self.plies.iter().enumerate() {
            let Some(m) = position.from_raw(ply.raw) else {
                return Err(IllegalMove { game: self.number, ply: at + 1, raw: ply.raw });
            };
            each(&position, ply);
            position.do_move(m);
        }
        Ok(position)
    }

    /// Half points of a side: 0, 1 or 2.
    pub(crate) fn half_points(&self, c: Color) -> u8 {
        self.winner.map_or(1, |winner| if winner == c { 2 } else { 0 })
    }
}

/// A move of a record that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game number {game}, ply {ply}: move {raw:#06x} is not legal")]
pub struct IllegalMove {
    /// The number of the game.
    pub game: u32,
    /// The ply, from 1.
    pub ply: usize,
    /// The move's 16 bits.
    pub raw: u16,
}

/// Reads the games of a file one by one.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    /// How the games were made.
    pub header: Header,
    /// Games read.
    games: u64,
    /// Bytes of the header and of whole games read.
    length: u64,
    is_over: bool,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games in this version.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path);
        Self::new(path, file.map_err(|error| RecordError::of_file(path, &error))?)
    }

    fn new(path: &Path, file: File) -> Result<Self, RecordError> {
        let mut input = BufReader::new(file);
        let (header, length) =
            Header::read(&mut input).map_err(|reason| RecordError::of_file(path, &reason))?;
        Ok(Self { path: path.to_owned(), input, header, games: 0, length: length as u64, is_over: false })
    }

    /// An error about the game that was read last.
    pub fn fault(&self, reason: &impl ToString) -> RecordError {
        RecordError::Game { path: self.path.clone(), game: self.games, reason: reason.to_string() }
    }

    fn read(&mut self) -> Result<Option<Game>, RecordError> {
        let path = self.path.clone();
        let io = |error| RecordError::of_file(&path, &error);
        let mut bytes = up_to(&mut self.input, GAME_BYTES).map_err(io)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.games += 1;
        let plies = bytes.get(8..10).map_or(0, |count| usize::from(u16::from_le_bytes([count[0], count[1]])));
        bytes.extend(up_to(&mut self.input, plies * PLY_BYTES).map_err(io)?);
        if bytes.len() < GAME_BYTES + plies * PLY_BYTES {
            return Err(RecordError::Cut { path, game: self.games });
        }
        let (head, body) = bytes.split_at(GAME_BYTES);
        if read_u32(head, 0) != checksum(&bytes[4..]) {
            return Err(self.fault(&"the checksum is wrong"));
        }
        let winner = match head[10] {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            other => return Err(self.fault(&format!("unknown result {other}"))),
        };
        let plies = body.chunks_exact(PLY_BYTES).map(|ply| Ply {
            raw: u16::from_le_bytes([ply[0], ply[1]]),
            thought: Thought::from_bits(i16::from_le_bytes([ply[2], ply[3]])),
        });
        self.length += bytes.len() as u64;
        Ok(Some(Game { number: read_u32(head, 4), winner, plies: plies.collect() }))
    }
}

impl Iterator for Reader {
    type Item = Result<Game, RecordError>;

    /// The next game; after an error nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.read().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A file of games that grows by whole games and nothing else.
#[derive(Debug)]
pub struct Writer {
    out: Output,
    /// What is to be written before the first game.
    head: Vec<u8>,
}

impl Writer {
    /// A new file. What stands there stays until the first game is written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, header: Header) -> Result<Self> {
        Ok(Self { out: Output::create(path)?, head: header.to_bytes().to_vec() })
    }

    /// A file to go on with, or a new one: each whole game in it is shown to
    /// `look`, and a last one that was not written to its end is dropped.
    ///
    /// # Errors
    /// If it cannot be read and written, was made in another way, is damaged or lacks games; nothing
    /// is changed then.
    pub fn resume(path: &Path, header: Header, mut look: impl FnMut(&Game)) -> Result<Self> {
        let mut head = Vec::new();
        let out = Output::resume(path, |mut file| {
            if file.metadata()?.len() < HEADER_BYTES as u64 {
                // Killed before anything was written, or something else.
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                head = header.to_bytes().to_vec();
                ensure!(head.starts_with(&bytes), "no file of self-play games, or of others");
                return Ok(0);
            }
            whole_games(path, file, header, &mut look)
        })?;
        Ok(Self { out, head })
    }

    /// Appends a game, or nothing.
    ///
    /// # Errors
    /// If it cannot be written; then the file ends where it did before.
    pub fn append(&mut self, game: &Game) -> Result<()> {
        self.write(&game.to_bytes())
    }

    /// Ends a file that may hold no game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        if self.head.is_empty() { Ok(()) } else { self.write(&[]) }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.append(&[&self.head, bytes].concat())?;
        self.head.clear();
        Ok(())
    }
}

/// Shows the whole games of a file of this header, and gives the bytes up to their end.
fn whole_games(path: &Path, file: &File, header: Header, look: &mut impl FnMut(&Game)) -> Result<u64> {
    let mut reader = Reader::new(path, file.try_clone()?)?;
    let was = reader.header;
    ensure!(
        was.evaluation.is_some(),
        tr!("made by a version that wrote nothing of the evaluation: it can be read, but not gone on with")
    );
    if (was.game, was.seed, was.nodes, was.shard) != (header.game, header.seed, header.nodes, header.shard) {
        bail!(tr!(
            "made with --game {game} --seed {seed} --nodes {nodes} --shard {index}/{count}",
            game = was.game.name(),
            seed = was.seed,
            nodes = was.nodes,
            index = was.shard.index,
            count = was.shard.count
        ));
    }
    ensure!(was == header, tr!("made with another evaluation"));
    let mut expected = header.shard.index;
    while let Some(game) = reader.next() {
        match game {
            Ok(game) if u64::from(game.number) == expected => look(&game),
            Ok(game) => bail!(tr!(
                "game {number} is missing before game {next}",
                number = expected,
                next = game.number
            )),
            Err(RecordError::Cut { .. }) => {
                let mut rest = Vec::new();
                let mut file = file;
                file.seek(SeekFrom::Start(reader.length))?;
                file.take(MOST_GAME_BYTES + 1).read_to_end(&mut rest)?;
                ensure!(is_cut_game(&rest, expected), "game {expected} is damaged");
                break;
            }
            Err(error) => return Err(error).context("it is damaged, and what comes behind would be lost"),
        }
        expected += header.shard.count;
    }
    Ok(reader.length)
}

/// Bytes of the longest game.
const MOST_GAME_BYTES: u64 = (GAME_BYTES + MOST_PLIES * PLY_BYTES) as u64;

/// Whether the rest of a file is the beginning of this game and holds no other, whole one.
fn is_cut_game(rest: &[u8], number: u64) -> bool {
    let is_named = rest.len() < GAME_BYTES || u64::from(read_u32(rest, 4)) == number;
    let is_whole = |game: &[u8]| {
        let plies = game.get(8..GAME_BYTES).map(|head| usize::from(u16::from_le_bytes([head[0], head[1]])));
        let game = plies.and_then(|plies| game.get(..GAME_BYTES + plies * PLY_BYTES));
        game.is_some_and(|game| read_u32(game, 0) == checksum(&game[4..]))
    };
    is_named && rest.len() as u64 <= MOST_GAME_BYTES && !(1..rest.len()).any(|at| is_whole(&rest[at..]))
}

/// Reads so many bytes, or as many as there are.
fn up_to(input: &mut impl Read, count: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
}

fn read_u64(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

/// FNV-1a (Fowler, Noll and Vo), 32 bits.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
