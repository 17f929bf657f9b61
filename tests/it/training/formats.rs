//! Games of self-play as others read them, and as the commands do that read games.

use std::path::Path;
use std::process::Output;

use somatic::chess;
use somatic::game::{Color, Game};
use somatic::lab::batch::Shard;
use somatic::records::position::GameKind;
use somatic::records::{GameResult, Records};
use somatic::shogi;
use somatic::train::record::{self, Header, Writer};

use super::records::games;
use crate::common::Folder;

fn run(arguments: &[&str]) -> Output {
    crate::common::somatic().args(arguments).output().expect("the program runs")
}

/// Runs it to a good end, and gives what it printed.
#[track_caller]
fn run_well(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// Runs it to a bad end, and gives its one line of complaint.
#[track_caller]
fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    error
}

fn write<P: Game>(path: &Path, kind: GameKind) -> Vec<record::Game> {
    let header =
        Header { game: kind, seed: 3, nodes: 30, shard: Shard { index: 1, count: 1 }, evaluation: Some(0) };
    let games = games::<P>(kind, 6);
    let mut writer = Writer::create(path, header).expect("a file");
    for game in &games {
        writer.append(game).expect("written");
    }
    games
}

/// The games that our readers find in a file, which must be whole.
#[track_caller]
fn check(file: &str, kind: GameKind, games: &[record::Game]) {
    // Without a word about the game: a line or a record says which it is.
    let found: Vec<_> = Records::new(vec![file.to_owned()], GameKind::Shogi).collect();
    assert_eq!(found.len(), games.len(), "{file}");
    for (found, game) in found.iter().zip(games) {
        let found = found.as_ref().expect(file);
        assert!(found.cut.is_none() && found.game == kind, "{file}: {:?}", found.cut);
        let moves: Vec<u16> = game.plies.iter().map(|ply| ply.raw).collect();
        assert_eq!(found.moves, moves, "{file}");
        if let Some(result) = found.result {
            assert_eq!(result, game.winner.map_or(GameResult::Draw, GameResult::win), "{file}");
        }
    }
}

#[test]
fn games_are_written_in_formats_that_are_read() {
    let folder = Folder::new("formats");
    let text = |name: &str| folder.file(name).display().to_string();
    let shogi = write::<shogi::Position>(&folder.file("shogi.bin"), GameKind::Shogi);
    let chess = write::<chess::Position>(&folder.file("chess.bin"), GameKind::Chess);
    let all = [
        (GameKind::Shogi, &shogi, vec!["games.usi", "games.csa"]),
        (GameKind::Chess, &chess, vec!["games.pgn", "games.uci"]),
    ];
    for (kind, games, names) in all {
        let binary = text(&format!("{}.bin", kind.name()));
        for name in names {
            run_well(&["selfplay", "--read", &binary, "--record", &text(name)]);
            check(&text(name), kind, games);
            let census = run_well(&["census", "--from-ply", "0", &text(name)]);
            let plies: usize = games.iter().map(|game| game.plies.len() + 1).sum();
            let expected = format!("{}: 6 games, {plies} positions", kind.name());
            assert!(census.starts_with(&expected), "{name}: {census}");
        }
        let lines = run_well(&["selfplay", "--read", &binary, "--moves"]);
        let file = folder.write("printed.txt", &lines).display().to_string();
        check(&file, kind, games);
        // As positions to search, without the last moves: some games end in mate or stalemate.
        let before_last = |line: &str| {
            let moves = line.split(" ; ").next().unwrap_or_default();
            moves.rsplit_once(' ').map_or(String::new(), |(earlier, _)| format!("{earlier}\n"))
        };
        let open: String = lines.lines().map(before_last).collect();
        let file = folder.write("open.txt", &open).display().to_string();
        let compared = run_well(&["compare", "--depth", "1", "--hash", "1", "--tactics", "stand-pat", &file]);
        assert!(!compared.is_empty());
    }
}

/// What the records know beside the moves.
#[test]
fn pgn_has_results_and_scores() {
    let folder = Folder::new("pgn");
    let binary = folder.file("chess.bin");
    let games = write::<chess::Position>(&binary, GameKind::Chess);
    let pgn = folder.file("games.pgn");
    run_well(&["selfplay", "--read", &binary.display().to_string(), "--record", &pgn.display().to_string()]);
    let text = std::fs::read_to_string(pgn).expect("a file");
    for winner in [None, Some(Color::Black), Some(Color::White)] {
        let result = match winner {
            None => "1/2-1/2",
            Some(Color::Black) => "0-1",
            Some(Color::White) => "1-0",
        };
        let count = games.iter().filter(|game| game.winner == winner).count();
        assert_eq!(text.matches(&format!("[Result \"{result}\"]")).count(), count, "{text}");
    }
    let scores =
        games.iter().flat_map(|game| &game.plies).filter(|ply| ply.thought.score().is_some()).count();
    // Each score has a sign and stands alone in a comment, which a line may end in.
    assert_eq!(text.matches("{+").count() + text.matches("{-").count(), scores, "{text}");
}

#[test]
fn a_file_of_games_is_not_written_over_or_mixed() {
    let folder = Folder::new("refused");
    let text = |name: &str| folder.file(name).display().to_string();
    write::<shogi::Position>(&folder.file("shogi.bin"), GameKind::Shogi);
    write::<chess::Position>(&folder.file("chess.bin"), GameKind::Chess);
    let (shogi, chess) = (text("shogi.bin"), text("chess.bin"));
    folder.write("old.pgn", "[Event \"old\"]\n");
    let read = |files: &[&str], record: &str| {
        complaint(&[&["selfplay", "--read"], files, &["--record", &text(record)]].concat())
    };
    assert!(read(&[&chess], "old.pgn").contains("the file holds something"));
    assert!(read(&[&chess], "new.csa").contains("a name that ends in .pgn or .uci"));
    assert!(read(&[&chess, &shogi], "new.pgn").contains("expected files of one game"));
    assert!(read(&[&chess], "chess.bin").contains("would write over an input"));
    assert!(complaint(&["selfplay", "--read", &text("none.bin")]).contains("no such file"));
}
