//! Games of self-play in a file: moves and scores, four bytes a ply.
//!
//! A file is a header and whole games one after the other, all numbers little endian; `docs/training.md` describes
//! it byte by byte. The header says all that the games depend on. Each game carries its length and a checksum, so
//! that a file that was cut or damaged is read up to there. A game is appended by one write when it has ended; the
//! moves are checked only when it is replayed ([`Game::replay`]).

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
/// The games and the results, by the numbers that stand for them.
const GAMES: [GameKind; 2] = [GameKind::Shogi, GameKind::Chess];
const WINNERS: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];
/// What stands in a score's place for a random move.
const RANDOM: i16 = i16::MIN;
/// What stands there where the search ended before the score was exact.
const BOUND: i16 = i16::MIN + 1;
/// The greatest score that is written.
const MAX_SCORE: Value = i16::MAX as Value - 1;

/// What is wrong with a file of games, and where: in the game at this place in the file, from 1.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read, or does not begin as it should, for this reason.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, String),
    /// The file ends in the middle of a game.
    #[error("{}: {}", .0.display(), tr!("game {number}: {fault}", number = .1, fault = tr!("the file ends in the middle of it")))]
    Cut(PathBuf, u64),
    /// A game is damaged in this way; what comes after it cannot be read.
    #[error("{}: {}", .0.display(), tr!("game {number}: {fault}", number = .1, fault = .2))]
    Game(PathBuf, u64, String),
}

impl RecordError {
    pub(super) fn of_file(path: &Path, reason: &impl ToString) -> Self {
        Self::File(path.to_owned(), reason.to_string())
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
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &[number_of(&GAMES, &self.game), 0]].concat();
        let Shard { index, count } = self.shard;
        for number in [self.seed, self.nodes, index, count, self.evaluation.unwrap_or_default()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header, and says how many bytes it has.
    fn read(input: &mut impl Read) -> Result<(Self, usize)> {
        let mut bytes = up_to(input, OLD_HEADER_BYTES)?;
        ensure!(
            MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]),
            "{}",
            tr!("no file of self-play games")
        );
        ensure!(bytes.len() == OLD_HEADER_BYTES, "{}", tr!("the header is cut"));
        let length = match u16::from_le_bytes(part(&bytes, 8)) {
            VERSION_WITHOUT_EVALUATION => OLD_HEADER_BYTES,
            VERSION => HEADER_BYTES,
            version => bail!("version {version} of the layout, expected {VERSION}"),
        };
        bytes.extend(up_to(input, length - OLD_HEADER_BYTES)?);
        ensure!(bytes.len() == length, "{}", tr!("the header is cut"));
        let (content, sum) = bytes.split_at(length - 4);
        ensure!(sum == checksum(content).to_le_bytes(), "{}", tr!("the header is damaged"));
        let game = content[10];
        let game = *GAMES.get(usize::from(game)).with_context(|| format!("unknown game {game}"))?;
        let number = |at| u64::from_le_bytes(part(content, at));
        let shard = Shard { index: number(28), count: number(36) };
        let evaluation = (length == HEADER_BYTES).then(|| number(44));
        Ok((Self { game, seed: number(12), nodes: number(20), shard, evaluation }, length))
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
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.extend([number_of(&WINNERS, &self.winner), 0]);
        for ply in &self.plies {
            bytes.extend(ply.raw.to_le_bytes());
            bytes.extend(ply.thought.to_bits().to_le_bytes());
        }
        [&checksum(&bytes).to_le_bytes()[..], &bytes].concat()
    }

    /// Plays the game again; `each` sees every position with the ply that is played in it, before the move is made.
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
            Header::read(&mut input).map_err(|error| RecordError::of_file(path, &error))?;
        Ok(Self { path: path.to_owned(), input, header, games: 0, length: length as u64, is_over: false })
    }

    /// An error about the game that was read last.
    pub fn fault(&self, reason: &impl ToString) -> RecordError {
        RecordError::Game(self.path.clone(), self.games, reason.to_string())
    }

    fn read(&mut self) -> Result<Option<Game>, RecordError> {
        let io = |error| RecordError::of_file(&self.path, &error);
        let mut bytes = up_to(&mut self.input, GAME_BYTES).map_err(io)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.games += 1;
        let length = game_bytes(&bytes).unwrap_or(GAME_BYTES);
        bytes.extend(up_to(&mut self.input, length - bytes.len()).map_err(io)?);
        if bytes.len() < length {
            return Err(RecordError::Cut(self.path.clone(), self.games));
        }
        if !is_sound(&bytes) {
            return Err(self.fault(&tr!("the checksum is wrong")));
        }
        let (head, plies) = bytes.split_at(GAME_BYTES);
        let Some(&winner) = WINNERS.get(usize::from(head[10])) else {
            return Err(self.fault(&format!("unknown result {}", head[10])));
        };
        let plies = plies.as_chunks::<PLY_BYTES>().0.iter().map(|ply| Ply {
            raw: u16::from_le_bytes(part(ply, 0)),
            thought: Thought::from_bits(i16::from_le_bytes(part(ply, 2))),
        });
        self.length += length as u64;
        Ok(Some(Game { number: u32::from_le_bytes(part(head, 4)), winner, plies: plies.collect() }))
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
        Ok(Self { out: Output::create(path)?, head: header.to_bytes() })
    }

    /// A file to go on with, or a new one: each whole game in it is shown to `look`, and a last one that was not
    /// written to its end is dropped.
    ///
    /// # Errors
    /// If it cannot be read and written, was made in another way, is damaged or lacks games; nothing is changed then.
    pub fn resume(path: &Path, header: Header, mut look: impl FnMut(&Game)) -> Result<Self> {
        let mut head = Vec::new();
        let out = Output::resume(path, |mut file| {
            if file.metadata()?.len() < HEADER_BYTES as u64 {
                // Killed before anything was written, or something else.
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                head = header.to_bytes();
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
            Err(RecordError::Cut(..)) => {
                let mut file = file;
                file.seek(SeekFrom::Start(reader.length))?;
                let rest = up_to(&mut file, MOST_GAME_BYTES + 1)?;
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
const MOST_GAME_BYTES: usize = GAME_BYTES + MOST_PLIES * PLY_BYTES;

/// Whether the rest of a file is the beginning of this game and holds no other, whole one.
fn is_cut_game(rest: &[u8], number: u64) -> bool {
    let is_named = rest.len() < GAME_BYTES || u64::from(u32::from_le_bytes(part(rest, 4))) == number;
    let is_whole = |rest: &[u8]| game_bytes(rest).and_then(|length| rest.get(..length)).is_some_and(is_sound);
    is_named && rest.len() <= MOST_GAME_BYTES && !(1..rest.len()).any(|at| is_whole(&rest[at..]))
}

/// Bytes of a game, if its beginning goes as far as to say it.
fn game_bytes(game: &[u8]) -> Option<usize> {
    let plies = u16::from_le_bytes(*game.get(8..)?.first_chunk()?);
    Some(GAME_BYTES + usize::from(plies) * PLY_BYTES)
}

/// Whether a game has the checksum that it begins with.
fn is_sound(game: &[u8]) -> bool {
    game[..4] == checksum(&game[4..]).to_le_bytes()
}

/// Reads so many bytes, or as many as there are.
fn up_to(input: &mut impl Read, count: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The number that stands for one of these.
fn number_of<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().take_while(|other| *other != one).count() as u8
}

/// So many bytes from this place on.
fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}

/// FNV-1a (Fowler, Noll and Vo), 32 bits.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
