//! Records of self-play: written, read back, cut, damaged.

use std::path::Path;

use somatic::eval::EvaluationKind;
use somatic::game::{Color, Game, Notation as _};
use somatic::lab::batch::Shard;
use somatic::records::position::GameKind;
use somatic::train::record::{self, Header, Ply, Reader, RecordError, Thought, Writer};
use somatic::train::selfplay::SelfPlayer;
use somatic::{chess, shogi};

use crate::common::Folder;

const HEADER: Header = Header {
    game: GameKind::Shogi,
    seed: 3,
    nodes: 30,
    shard: Shard { index: 1, count: 1 },
    evaluation: Some(0),
};

/// Some games of the kind, played in a moment.
pub fn games<P: Game>(kind: GameKind, count: u32) -> Vec<record::Game> {
    let mut player = SelfPlayer::<P>::new(Header { game: kind, ..HEADER }, EvaluationKind::default());
    (1..=count).map(|number| player.play(number).expect("nobody interrupts")).collect()
}

/// Writes games to a file; the length of the file after each of them.
fn write(path: &Path, header: Header, games: &[record::Game]) -> Vec<u64> {
    /// Bytes of the header.
    const HEADER_BYTES: u64 = 56;
    let length = || path.metadata().expect("a file").len();
    let mut writer = Writer::create(path, header).expect("a file");
    let mut lengths = vec![HEADER_BYTES];
    for game in games {
        writer.append(game).expect("written");
        lengths.push(length());
    }
    lengths
}

/// The whole games of a file, and what is wrong with the next one.
fn read(path: &Path) -> (Vec<record::Game>, Option<String>) {
    let (mut games, mut fault) = (Vec::new(), None);
    for game in Reader::open(path).expect("a header") {
        match game {
            Ok(game) => games.push(game),
            Err(error) => fault = Some(error.to_string()),
        }
    }
    (games, fault)
}

#[test]
fn games_are_read_as_they_were_written() {
    fn check<P: Game>(kind: GameKind) {
        let folder = Folder::new(&format!("round-trip-{}", kind.name()));
        let path = folder.file("games.bin");
        let written = games::<P>(kind, 5);
        write(&path, Header { game: kind, ..HEADER }, &written);
        assert_eq!(read(&path), (written.clone(), None));
        assert_eq!(games::<P>(kind, 5), written, "a game depends on its number alone");
        for game in &written {
            let mut scores = 0;
            let end = game.replay::<P>(|position, ply| {
                scores += usize::from(ply.thought.score().is_some());
                assert!(position.from_raw(ply.raw).is_some());
            });
            assert!(end.is_ok_and(|p| p.game_ply() as usize >= game.plies.len()) && scores > 0);
            assert!((3..=12).all(|ply| ply > 3 || game.plies[ply - 1].thought == Thought::Random));
        }
    }
    check::<shogi::Position>(GameKind::Shogi);
    check::<chess::Position>(GameKind::Chess);
}

#[test]
fn a_file_that_was_cut_gives_its_whole_games() {
    let folder = Folder::new("cut");
    let path = folder.file("games.bin");
    let written = games::<shogi::Position>(GameKind::Shogi, 3);
    let lengths = write(&path, HEADER, &written);
    let bytes = std::fs::read(&path).expect("the file");
    for length in (0..bytes.len()).step_by(7) {
        std::fs::write(&path, &bytes[..length]).expect("written");
        if (length as u64) < lengths[0] {
            let error = Reader::open(&path).expect_err("a header that was cut").to_string();
            assert!(error.contains("the header is cut"), "{error}");
            continue;
        }
        let whole = lengths.iter().filter(|&&end| end <= length as u64).count() - 1;
        let (found, fault) = read(&path);
        assert_eq!(found, written[..whole]);
        let is_whole = lengths.contains(&(length as u64));
        let says = fault.is_some_and(|fault| fault.contains(&format!("game {}", whole + 1)));
        assert_eq!(says, !is_whole, "cut to {length} bytes");
        // It is gone on with where the last whole game ended.
        let mut numbers = Vec::new();
        let mut writer = Writer::resume(&path, HEADER, |game| numbers.push(game.number)).expect("resumed");
        assert_eq!(numbers, (1..=whole as u32).collect::<Vec<_>>());
        for game in &written[whole..] {
            writer.append(game).expect("written");
        }
        assert_eq!(std::fs::read(&path).expect("the file"), bytes);
    }
}

#[test]
fn damage_is_found() {
    let folder = Folder::new("damage");
    let path = folder.file("games.bin");
    let written = games::<shogi::Position>(GameKind::Shogi, 2);
    let lengths = write(&path, HEADER, &written);
    let bytes = std::fs::read(&path).expect("the file");
    for at in (0..bytes.len()).step_by(5) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&path, &damaged).expect("written");
        if (at as u64) < lengths[0] {
            assert!(matches!(Reader::open(&path), Err(RecordError::File { .. })), "byte {at}");
            continue;
        }
        let whole = lengths.iter().filter(|&&end| end <= at as u64).count() - 1;
        let (found, fault) = read(&path);
        assert_eq!(found, written[..whole], "byte {at}");
        assert!(fault.is_some(), "byte {at}");
    }
}

#[test]
fn another_version_or_another_run_is_refused() {
    let folder = Folder::new("version");
    let path = folder.file("games.bin");
    Writer::create(&path, HEADER).and_then(Writer::finish).expect("a file");
    let refused =
        |header: Header| format!("{:#}", Writer::resume(&path, header, |_| {}).expect_err("another header"));
    let error = refused(Header { nodes: 31, ..HEADER });
    assert!(error.contains("made with --game shogi --seed 3 --nodes 30 --shard 1/1"), "{error}");
    let error = refused(Header { evaluation: Some(1), ..HEADER });
    assert!(error.contains("made with another evaluation"), "{error}");
    let mut bytes = std::fs::read(&path).expect("the file");
    bytes[8] = 99;
    std::fs::write(&path, bytes).expect("written");
    let error = Reader::open(&path).expect_err("another version").to_string();
    assert!(error.contains("version 99"), "{error}");
    std::fs::write(&path, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n".repeat(9)).expect("written");
    let error = Reader::open(&path).expect_err("a text").to_string();
    assert!(error.contains("no file of self-play games"), "{error}");
}

#[test]
fn an_illegal_move_is_told_with_its_place() {
    let ply = |raw| Ply { raw, thought: Thought::Score(0) };
    let position = shogi::Position::start();
    let good = shogi::Position::to_raw_of(&position, "7g7f");
    let game = record::Game { number: 8, winner: Some(Color::Black), plies: vec![ply(good), ply(good)] };
    let mut seen = 0;
    let error = game.replay::<shogi::Position>(|_, _| seen += 1).expect_err("the move is not white's");
    assert_eq!((error.game, error.ply, error.raw, seen), (8, 2, good, 1));
}

trait RawOf {
    fn to_raw_of(position: &Self, text: &str) -> u16;
}

impl RawOf for shogi::Position {
    fn to_raw_of(position: &Self, text: &str) -> u16 {
        use somatic::game::Position as _;
        position.parse_move(text).map(Self::to_raw).expect(text)
    }
}

/// Regression: a damaged byte and `--resume` cut all good games behind it, without a word; and games that were
/// missing were never made good.
#[test]
fn only_a_last_game_that_was_not_written_to_its_end_is_dropped() {
    let folder = Folder::new("damaged");
    let path = folder.file("games.bin");
    let written = games::<shogi::Position>(GameKind::Shogi, 4);
    let lengths = write(&path, HEADER, &written);
    let bytes = std::fs::read(&path).expect("the file");
    let refused = |bytes: &[u8], reason: &str| {
        std::fs::write(&path, bytes).expect("written");
        let error = format!("{:#}", Writer::resume(&path, HEADER, |_| {}).expect_err(reason));
        assert!(error.contains(reason), "{error}");
        assert_eq!(std::fs::read(&path).expect("the file"), bytes, "nothing is lost");
    };
    for game in 0..4 {
        let [begin, end] = [lengths[game], lengths[game + 1]].map(|at| at as usize);
        // A move, the number of plies, the result, the game's number.
        for (at, flip) in
            [(end - 3, 0x10), (begin + 8, 0x01), (begin + 9, 0x01), (begin + 10, 0x02), (begin + 4, 0x08)]
        {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            // The very last game may look as if it had been cut: then it alone is dropped.
            if game == 3 && (begin + 8..begin + 10).contains(&at) {
                continue;
            }
            refused(&damaged, "damaged");
        }
    }
    let without =
        |game: usize| [&bytes[..lengths[game] as usize], &bytes[lengths[game + 1] as usize..]].concat();
    refused(&without(1), "game 2 is missing before game 3");
    refused(b"short", "no file of self-play games");
    refused(&b"notes ".repeat(100), "no file of self-play games");
}

/// Files of the version before, which says nothing of the evaluation, are still read.
#[test]
fn the_version_before_is_read() {
    let folder = Folder::new("version-1");
    let path = folder.file("games.bin");
    let written = games::<shogi::Position>(GameKind::Shogi, 2);
    let lengths = write(&path, HEADER, &written);
    let bytes = std::fs::read(&path).expect("the file");
    let mut old = bytes[..44].to_vec();
    old[8] = 1;
    let fnv = |bytes: &[u8]| {
        bytes.iter().fold(0x811C_9DC5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    };
    old.extend(fnv(&old).to_le_bytes());
    old.extend(&bytes[lengths[0] as usize..]);
    std::fs::write(&path, &old).expect("written");
    assert_eq!(read(&path), (written, None));
    assert_eq!(Reader::open(&path).expect("a header").header, Header { evaluation: None, ..HEADER });
    let error = format!("{:#}", Writer::resume(&path, HEADER, |_| {}).expect_err("the version before"));
    assert!(error.contains("it can be read, but not gone on with"), "{error}");
}
