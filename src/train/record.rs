//! Games of self-play in a file: moves and scores, four bytes a ply.
//!
//! A file is a header and whole games one after the other, all numbers little
//! endian. `docs/training.md` describes it byte by byte. Each game carries its
//! length and a checksum, so that a file that was cut or damaged is read up to
//! there. A game is appended by one write when it has ended; the moves are
//! checked only when it is replayed ([`Game::replay`]).

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::game::{Color, Notation, Value};
use crate::lab::batch::Shard;
use crate::records::position::GameKind;

/// The first bytes of every file.
const MAGIC: [u8; 8] = *b"SOMAGAME";
/// The version of the layout that is written and read.
const VERSION: u16 = 1;
/// Bytes of the header.
const HEADER_BYTES: usize = 48;
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
    /// The system says no.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file does not begin as it should.
    #[error("{}: {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A game that is cut or damaged; what comes after it cannot be read.
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
        let sum = checksum(&bytes[..44]);
        bytes[44..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Self, String> {
        if bytes[..8] != MAGIC {
            return Err("no file of self-play games".to_owned());
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(format!("version {version} of the layout, expected {VERSION}"));
        }
        if read_u32(bytes, 44) != checksum(&bytes[..44]) {
            return Err("the header is damaged".to_owned());
        }
        let game = match bytes[10] {
            0 => GameKind::Shogi,
            1 => GameKind::Chess,
            other => return Err(format!("unknown game {other}")),
        };
        let shard = Shard { index: read_u64(bytes, 28), count: read_u64(bytes, 36) };
        Ok(Self { game, seed: read_u64(bytes, 12), nodes: read_u64(bytes, 20), shard })
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

    fn to_bits(self) -> i16 {
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
    pub fn half_points(&self, c: Color) -> u8 {
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
        let file = File::open(path).map_err(|reason| RecordError::Io { path: path.to_owned(), reason })?;
        Self::new(path, file)
    }

    fn new(path: &Path, file: File) -> Result<Self, RecordError> {
        let mut input = BufReader::new(file);
        let mut bytes = [0; HEADER_BYTES];
        let path = path.to_owned();
        match fill(&mut input, &mut bytes) {
            Ok(HEADER_BYTES) => {}
            Ok(_) => return Err(RecordError::Header { path, reason: "the header is cut".to_owned() }),
            Err(reason) => return Err(RecordError::Io { path, reason }),
        }
        match Header::from_bytes(&bytes) {
            Ok(header) => {
                Ok(Self { path, input, header, games: 0, length: HEADER_BYTES as u64, is_over: false })
            }
            Err(reason) => Err(RecordError::Header { path, reason }),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An error about the game that was read last.
    pub fn fault(&self, reason: &impl ToString) -> RecordError {
        RecordError::Game { path: self.path.clone(), game: self.games, reason: reason.to_string() }
    }

    fn read(&mut self) -> Result<Option<Game>, RecordError> {
        let path = self.path.clone();
        let io = |reason| RecordError::Io { path: path.clone(), reason };
        let mut head = [0; GAME_BYTES];
        let read = fill(&mut self.input, &mut head).map_err(io)?;
        if read == 0 {
            return Ok(None);
        }
        self.games += 1;
        let count = usize::from(u16::from_le_bytes([head[8], head[9]]));
        let mut body = vec![0; count * PLY_BYTES];
        if read < GAME_BYTES || fill(&mut self.input, &mut body).map_err(io)? < body.len() {
            return Err(self.fault(&"the file ends in the middle of it"));
        }
        let mut bytes = head[4..].to_vec();
        bytes.extend_from_slice(&body);
        if read_u32(&head, 0) != checksum(&bytes) {
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
        self.length += (GAME_BYTES + body.len()) as u64;
        Ok(Some(Game { number: read_u32(&head, 4), winner, plies: plies.collect() }))
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
    path: PathBuf,
    file: File,
    /// Bytes of the header and of whole games.
    length: u64,
}

impl Writer {
    /// A new file in the place of an old one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, header: Header) -> Result<Self, RecordError> {
        let io = |reason| RecordError::Io { path: path.to_owned(), reason };
        let file = File::create(path).map_err(io)?;
        let mut writer = Self { path: path.to_owned(), file, length: 0 };
        writer.write(&header.to_bytes())?;
        Ok(writer)
    }

    /// A file to go on with, or a new one: each whole game in it is shown to
    /// `look`, and a game at its end that is cut or damaged is dropped.
    ///
    /// # Errors
    /// If it cannot be read and written, or was made in another way.
    pub fn resume(path: &Path, header: Header, mut look: impl FnMut(&Game)) -> Result<Self, RecordError> {
        let io = |reason| RecordError::Io { path: path.to_owned(), reason };
        if !path.exists() {
            return Self::create(path, header);
        }
        let file = File::options().read(true).write(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() < HEADER_BYTES as u64 {
            // Killed before anything was written.
            return Self::create(path, header);
        }
        let mut reader = Reader::new(path, file.try_clone().map_err(io)?)?;
        if reader.header != header {
            let was = reader.header;
            let reason = format!(
                "made with --game {} --seed {} --nodes {} --shard {}/{}",
                was.game.name(),
                was.seed,
                was.nodes,
                was.shard.index,
                was.shard.count
            );
            return Err(RecordError::Header { path: path.to_owned(), reason });
        }
        for game in &mut reader {
            match game {
                Ok(game) => look(&game),
                Err(error @ RecordError::Io { .. }) => return Err(error),
                Err(error) => log::warn!("{error}; dropped"),
            }
        }
        let mut writer = Self { path: path.to_owned(), file, length: reader.length };
        writer.cut().map_err(io)?;
        Ok(writer)
    }

    /// Appends a game, or nothing.
    ///
    /// # Errors
    /// If it cannot be written; then the file ends where it did before.
    pub fn append(&mut self, game: &Game) -> Result<(), RecordError> {
        self.write(&game.to_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        match self.file.write_all(bytes).and_then(|()| self.file.flush()) {
            Ok(()) => {
                self.length += bytes.len() as u64;
                Ok(())
            }
            Err(reason) => {
                let _ = self.cut();
                Err(RecordError::Io { path: self.path.clone(), reason })
            }
        }
    }

    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }
}

/// Reads until the buffer is full or the input ends; how many bytes came.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut at = 0;
    while at < buffer.len() {
        match input.read(&mut buffer[at..]) {
            Ok(0) => break,
            Ok(read) => at += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(at)
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
}

fn read_u64(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

/// FNV-1a (Fowler, Noll and Vo), 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
