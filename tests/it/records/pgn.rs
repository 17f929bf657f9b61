//! Portable Game Notation.

use somatic::chess::Position;
use somatic::game::Color;
use somatic::records::{GameRecord, GameResult, Header, Reason};

use super::{check, found, moves, only, start, told};
use crate::common::data;

const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1";

pub const GAME: &str = "\
[Event \"none\"]
[White \"A \\\"B\\\" C\"]
[Black \"D\"]
[Result \"1-0\"]

% escaped (
1. e4 {a comment ( with a parenthesis
over lines [Event \"no\"]} e5 $1 $22 2.Nf3!? ; to the end {
2... Nc6 (2... d6 3. d4 (3. Bc4 {)}) exd4) 3. Bb5+?? a6 4. 0-0 1-0
";

#[test]
fn a_game_with_all_there_is() {
    let record = only("pgn", GAME);
    assert_eq!(moves(&record), MOVES);
    assert_eq!((record.result, &record.cut, record.line), (Some(GameResult::White), &None, 1));
    assert_eq!(record.names[Color::White].as_deref(), Some("A \"B\" C"));
    assert_eq!(record.names[Color::Black].as_deref(), Some("D"));
    assert_eq!(record.start, start::<Position>());
    // Recognized without the file's name, with other line ends and letters.
    assert_eq!(moves(&only("txt", GAME.replace('\n', "\r\n"))), MOVES);
    let latin = only("pgn", b"[White \"Andr\xe9\"]\n\n1.e4 *\n");
    assert_eq!(latin.names[Color::White].as_deref(), Some("André"));
    assert_eq!(latin.result, None);
    let quotes = only("pgn", "[White \"The \"Great\" One\"]\n1.e4 *");
    assert_eq!(quotes.names[Color::White].as_deref(), Some("The \"Great\" One"));
}

#[test]
fn games_follow_each_other() {
    check("pgn", format!("{GAME}\n{GAME}{GAME}"), &[MOVES; 3]);
    check("pgn", "1.e4 e5 * 1. d4 1/2-1/2 {the end}\n\n1. c4", &["e2e4 e7e5", "d2d4", "c2c4"]);
    // Without results, tags part the games; tags may share a line.
    check("pgn", "[White \"a\"] [Black \"b\"]\n1.e4\n[White \"c\"]\n1.d4 d5\n", &["e2e4", "d2d4 d7d5"]);
    check("pgn", "[Event \"no moves\"]\n[Result \"0-1\"]\n\n0-1\n", &[""]);
    check("pgn", " \n{only a comment}\n;and another\n", &[]);
}

#[test]
fn positions_and_variants() {
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n";
    check("pgn", format!("{fen}1. a8=Q+ Kd7 2. O-O! +- Ke7 e.p. *"), &["a7a8q e8d7 e1g1 d7e7"]);
    check("pgn", fen.replace("\"1\"", "\"0\"") + "1.e4 *", &["e2e4"]);
    for none in ["", "?", " "] {
        check("pgn", format!("[SetUp \"1\"]\n[FEN \"{none}\"]\n\n1.e4 *"), &["e2e4"]);
    }
    check("pgn", "[FEN \"8/8\"]\n\n1.e4 *\n\n[Event \"\"]\n1.e4 *", &["1: FEN: 2 ranks", "e2e4"]);
    for name in ["wild/9", "Chess 961", "Antichess", "chessish"] {
        let read = told("pgn", format!("[Variant \"{name}\"]\n1.e4 *"));
        assert_eq!(read, [format!("1: the variant '{name}' is not played here")]);
    }
    check("pgn", "[Variant \"Crazyhouse\"]\n1.e4 *\n1.e4 *", &["1: the variant 'Crazyhouse'", "e2e4"]);
    let head = "[Variant \"chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n";
    check("pgn", format!("{head}1.O-O *\n{head}1.O-O-O *"), &["e1g1", "e1b1"]);
}

#[test]
fn broken_games_are_used_up_to_the_fault() {
    check(
        "pgn",
        GAME.replace("Nc6 ", "Nd6 ") + GAME,
        &["e2e4 e7e5 g1f3 | 9: move 4: 'Nd6' is not legal in rnbqkbnr/pppp1ppp", MOVES],
    );
    check("pgn", "1.e4 Sf6 2.d4 *\n1.d4 *", &["e2e4 | 1: move 2: 'Sf6' is no move", "d2d4"]);
    // What is never closed ends before the next game.
    check("pgn", format!("1.e4 {{open\ne5\n{GAME}"), &["e2e4 | 1: the comment is never closed", MOVES]);
    check("pgn", format!("1.e4\n(1.d4 (d5\n{GAME}"), &["e2e4 | 2: the variation is never closed", MOVES]);
    check("pgn", "1.e4 {open", &["e2e4 | 1: the comment is never closed"]);
    check("pgn", format!("{{open\n{GAME}"), &[MOVES]);
}

/// A file of the data folder.
#[track_caller]
fn of_data(test: &str, name: &str) -> Option<GameRecord> {
    data(test, name).map(|path| only("pgn", std::fs::read(path).expect("a file")))
}

/// As python-chess has them: names of chess and Chess960, however they are written.
#[test]
fn variants_under_all_their_names() {
    if let Some(record) = of_data("variants_under_all_their_names", "records/pgn_chess_960.pgn") {
        assert_eq!((record.moves.len(), &record.cut), (7, &None));
    }
    let fen = "[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]";
    for name in [
        "Chess960",
        "Chess 960",
        "chess 960",
        "CHESS-960",
        "Fischer Random",
        "Fischerandom",
        "FischerRandom",
        "Fischer Random Chess",
        "Classical",
        "Standard",
        "From Position",
        "from position",
        "Normal",
        "Illegal",
        "wild/8a",
        "wild/fr",
        "?",
        "",
    ] {
        check("pgn", format!("[Variant \"{name}\"]\n{fen}\n1.O-O *"), &["e1g1"]);
    }
}

/// Whatever its case, and in the words of servers.
#[test]
fn terminations_in_any_words() {
    for (words, expected) in [
        ("time forfeit", Some(Reason::Time)),
        ("Time forfeit", Some(Reason::Time)),
        ("TIME FORFEIT", Some(Reason::Time)),
        ("Anna won on time", Some(Reason::Time)),
        ("Rules Infraction", Some(Reason::Illegal)),
        ("Abandoned", Some(Reason::Crash)),
        ("Adjudication", Some(Reason::Adjudication)),
        ("anna won by resignation", Some(Reason::Resignation)),
        ("Game drawn by repetition", Some(Reason::Repetition)),
        ("Normal", None),
        ("unterminated", None),
    ] {
        let record = only("pgn", format!("[Termination \"{words}\"]\n1.e4 1-0"));
        assert_eq!((record.reason, record.result), (expected, Some(GameResult::White)), "{words}");
    }
}

/// Regression: the tag was lost, or came back as `normal`.
#[test]
fn terminations_come_back_as_they_were() {
    let form = somatic::records::Form::named("pgn").expect("a form");
    let written = |text: &str| form.write(&only("pgn", text)).expect("a text");
    for words in ["mate in 3", "Normal", "Game drawn by agreement", "anna won by checkmate", "Time forfeit"] {
        let tag = format!("[Termination \"{words}\"]\n");
        let text = written(&format!("{tag}\n1.e4 1-0"));
        assert!(text.contains(&tag) && text.matches("Termination").count() == 1, "{text}");
        // Of a game that is used no further than to its second move it is not true.
        let text = written(&format!("{tag}\n1.e4 e5 2.Ke3 1-0"));
        assert!(!text.contains("Termination"), "{text}");
    }
    let mut record = only("pgn", "1.e4 1-0");
    record.reason = Some(Reason::Time);
    assert!(form.write(&record).expect("a text").contains("[Termination \"time forfeit\"]\n"));
}

/// Regression: a comment behind the result was lost, and half points were no draw.
#[test]
fn comments_behind_the_result() {
    let text =
        "1. e4 e5 1-0 {White wins on\ntime} ; at last\n\n{of the next} 1. d4 0.5-0.5 {and} {more} 1. c4 * ;";
    let games: Vec<GameRecord> =
        found("pgn", text.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    let told: Vec<_> =
        games.iter().map(|game| (moves(game), game.comments.after(game.moves.len()))).collect();
    let expected = [("e2e4 e7e5", "White wins on time\nat last"), ("d2d4", "and\nmore"), ("c2c4", "")];
    assert_eq!(told, expected.map(|(moves, said)| (moves.to_owned(), said)));
    assert_eq!(games[1].comments.after(0), "of the next");
    assert_eq!(games[1].result, Some(GameResult::Draw));
    assert_eq!(only("pgn", "[Result \"0.5-0.5\"]\n\n1. d4").result, Some(GameResult::Draw));
    assert_eq!(only("pgn", "1. d4 .5-.5").result, Some(GameResult::Draw));
    // Right below it, too; behind an empty line it is of the next game.
    let below = "1. e4 1-0\n{below,\nlong}\n; more\n{last} 1. d4 *\n\n{of the next}\n1. c4 *\n";
    let games: Vec<GameRecord> =
        found("pgn", below.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    let told: Vec<_> = games.iter().map(|game| game.comments.after(game.moves.len())).collect();
    assert_eq!(told, ["below, long\nmore\nlast", "", ""]);
    assert_eq!(games[2].comments.after(0), "of the next");
    // Without an end it takes nothing away from the game.
    check("pgn", format!("1. e4 1-0 {{open\n{GAME}"), &["e2e4", MOVES]);
    assert_eq!(only("pgn", "1-0 {by default}").comments.after(0), "by default");
}

/// Nobody passes in chess: the game is used up to there, and it is said why.
#[test]
fn null_moves_end_a_game_with_a_word() {
    for pass in ["--", "Z0", "0000", "@@@@", "1...--"] {
        let expected = "e2e4 | 1: move 2: the side to move passes, which no rule allows";
        check("pgn", format!("1.e4 {pass} 2.d4 *\n1.d4 *"), &[expected, "d2d4"]);
        // In a variation it is a remark.
        check("pgn", format!("1.e4 (1. d4 {pass}) e5 *"), &["e2e4 e7e5"]);
    }
}

/// What is no move, no position and no result costs no move.
#[test]
fn what_is_no_move_costs_none() {
    check("pgn", "1.e4 hello e5 2.d4 novelty +- N *\n1.d4 *", &["e2e4 e7e5 d2d4", "d2d4"]);
    check("pgn", "hello\nworld\n[Event \"\"]\n1.d4 *", &["d2d4"]);
    check("pgn", "1.e4 ) e5 } 2.d4 ] *", &["e2e4 e7e5 d2d4"]);
    check("pgn", "[Event none]\n[Site\n[]\n[White \"A\"]\n1.e4 *\n1.d4 *", &["e2e4", "d2d4"]);
    let record = only("pgn", "[Event none at all]\n[Result\"1-0\"]\n[White A]\n1. \u{2658}f3 \u{bd}-\u{bd}");
    assert_eq!(record.header(&Header::Event), Some("none at all"));
    assert_eq!(record.names[Color::White].as_deref(), Some("A"));
    assert_eq!((moves(&record).as_str(), record.result), ("g1f3", Some(GameResult::Draw)));
    // A remark of five megabytes.
    let long = "x y\n".repeat(1_300_000);
    let record = only("pgn", format!("1.e4 {{{long}}} e5 2.d4 *"));
    assert_eq!((moves(&record).as_str(), &record.cut), ("e2e4 e7e5 d2d4", &None));
}

/// Regression: records in other notations and texts in brackets were games without moves.
#[test]
fn what_is_no_game_of_chess_is_none() {
    let psn = "[Sente \"a\"]\n[Gote \"b\"]\n[Result \"0-1\"]\n1.P7g-7f (00:01/00:00:01)\n2.P3c-3d\n{gote resigns}\n";
    for ending in ["psn", "pgn"] {
        check(ending, psn, &["1: this is PSN, a format of shogi that is not read here"]);
        check(ending, &psn[psn.find("[Result").expect("a tag")..], &["2: 'P7g-7f' is no move"]);
    }
    check(
        "pgn",
        "[Event \"\"]\n\n1. P-K4 P-K4 *\n\n1. 5254 *\n\n1. e4 *",
        &["3: 'P-K4'", "5: '5254'", "e2e4"],
    );
    check("pgn", "[pgn]\n[White \"A\"]\n\n1. e4 *\n[/pgn]\n[/url x] 7 [b]bold \"x\"[/b]\n", &["e2e4"]);
    for ending in ["", "pgn"] {
        let told = told(ending, "[section]\nkey=value\n[1,2,3]\n");
        assert!(told.is_empty() == (ending == "pgn") && told.len() < 2, "{told:?}");
    }
}

/// Time in proportion to the line's length, not to its square.
#[test]
fn many_games_on_one_line() {
    let line = "* ".repeat(100_000);
    let start = std::time::Instant::now();
    assert_eq!(found("pgn", line.as_bytes()).len(), 100_000);
    let time = start.elapsed();
    assert!(time < std::time::Duration::from_mins(1), "{time:?}");
    check("pgn", "1.e4 * % 1.d4 d5 0-1 {and} 1.c4", &["e2e4", "d2d4 d7d5", "c2c4"]);
}

#[test]
fn lines_and_games_have_a_largest_length() {
    let long = "x".repeat((1 << 25) + 1);
    let text = format!("1.e4 e5\n{long}\n2.d4 *\n1.c4 *");
    check("pgn", &text, &["e2e4 e7e5 | 2: the line is too long", "c2c4"]);
    let mut endless = "Nf3 Nf6 Ng1 Ng8\n".repeat(2_501);
    endless.push_str("*\n1.c4 *");
    let told = told("pgn", &endless);
    assert!(told[0].ends_with("| 2501: move 10001: more than 10000 moves") && told[1] == "c2c4");
}

/// Regression: dashes of word processors took castlings and results away, captures without a rank
/// vanished, and a remark in square brackets ended the game.
#[test]
fn moves_as_people_print_them() {
    let castling = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O–O O−O 5. d3 1–0\n\n1. d4 *";
    check("pgn", castling, &["e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8 d2d3", "d2d4"]);
    check("pgn", "1. e4 d5 2. exd Qxd 3. Nc3 *", &["e2e4 d7d5 e4d5 d8d5 b1c3"]);
    check("pgn", "1. e4 d5 2.ed! Q:d 3. Nc3 *", &["e2e4 d7d5 e4d5 d8d5 b1c3"]);
    check("pgn", "1. e4 d5 abri de jeu 2. Nc3 de *", &["e2e4 d7d5 b1c3 d5e4"]);
    check("pgn", "1. e4 d5 2. exd Qxe *", &["e2e4 d7d5 e4d5 | 1: move 4"]);
    // A pawn that can only take is no pawn that goes on.
    check("pgn", "1. e4 d5 2. d5 *", &["e2e4 d7d5 | 1: move 3: 'd5' is not legal"]);
    check("pgn", "1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f1-b5 a7-a6 4. e1-g1 *", &[MOVES]);
    check("pgn", "1. e4± e5 2. Nf3+/= Nc6∞ 3. Bb5+- a6□ *", &["e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"]);
    check("pgn", "1. e4 [a remark] e5 2. Nf3 *", &["e2e4 e7e5 g1f3"]);
    // What both have lost is written as castling is.
    check("pgn", "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0\n\n", &["f1c4 f8c5"]);
    check("pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0 1-0\n", &["f1c4 f8c5 e1g1"]);
}

/// Regression: Latin letters of a file that does not begin with a tag were taken for Japanese ones.
#[test]
fn latin_letters_below_the_first_line() {
    let text = b"% written by hand\r\n[Event \"x\"]\r\n[White \"Jos\xe9\"]\r\n\r\n1. e4 {jou\xe9} e5 2. Nf3 Nc6 1-0\r\n";
    let record = only("pgn", text);
    assert_eq!(record.names[Color::White].as_deref(), Some("José"));
    assert_eq!((moves(&record).as_str(), record.comments.after(1)), ("e2e4 e7e5 g1f3 b8c6", "joué"));
}

#[test]
fn other_tags_come_back() {
    let text = "[Event \"x\"]\n[ECO \"C50\"]\n[WhiteElo \"2500\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n";
    let record = only("pgn", text);
    assert_eq!(record.header(&Header::Other("ECO".to_owned())), Some("C50"));
    let form = somatic::records::Form::named("pgn").expect("a form");
    let written = form.write(&record).expect("a text");
    assert!(written.contains("[ECO \"C50\"]\n[WhiteElo \"2500\"]\n") && written.matches("[FEN").count() == 1);
    assert_eq!(only("pgn", &written).headers, record.headers);
    assert_eq!(moves(&only("pgn", text.replace("FEN", "Fen"))), "e1g1");
}
