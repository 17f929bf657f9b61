//! What is written is read back as the same game.

use somatic::game::rng::Rng;
use somatic::game::{All, Color, Game, MoveList};
use somatic::records::position::GameKind;
use somatic::records::{Comments, Form, GameRecord, GameResult, Header, Reason};
use somatic::{chess, shogi};

use super::{found, only};

/// All forms of a game, by name.
pub fn forms(game: GameKind) -> Vec<(&'static str, Form)> {
    Form::names(Some(game)).into_iter().map(|name| (name, Form::named(name).expect(name))).collect()
}

/// What is read of a game that was written.
#[track_caller]
fn again(name: &str, form: Form, record: &GameRecord) -> GameRecord {
    let text = form.write(record).expect("a text");
    let (bytes, is_whole) = form.encode(text.clone());
    assert!(is_whole, "{text}");
    let read = only(name, bytes);
    assert_eq!(read.cut, None, "{text}");
    read
}

/// The start without the number of its first move, which not all formats have.
fn board(record: &GameRecord) -> &str {
    match record.game {
        GameKind::Shogi => record.start.rsplit_once(' ').expect("an SFEN").0,
        GameKind::Chess => &record.start,
    }
}

fn comments(record: &GameRecord) -> Vec<&str> {
    (0..=record.moves.len()).map(|moves| record.comments.after(moves)).collect()
}

/// Writes a game in all forms of it, each from what was read of the one before.
#[track_caller]
fn check(record: &GameRecord) {
    let mut last = record.clone();
    for (name, form) in forms(record.game) {
        last = again(name, form, &last);
        let text = form.write(record).expect("a text");
        assert_eq!((board(&last), &last.moves), (board(record), &record.moves), "{text}");
        assert_eq!(last.result, record.result, "{text}");
        assert_eq!(last.names, record.names, "{text}");
        assert_eq!(comments(&last), comments(record), "{text}");
    }
}

/// A game of random moves from a position, with remarks here and there.
pub fn random_game<P: Game>(game: GameKind, start: &P, plies: usize, seed: u64) -> GameRecord {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut record = GameRecord::new(game, start, "", 1);
    for number in 0..plies {
        if rng.below(4) == 0 {
            let said =
                ["a remark", "two\nlines", "1.e4 \"quoted\" \\ ; % [x] (", "+7776FU 'x", "[Event \"x\"] %"];
            record.comments.add(number, said[rng.below(said.len())]).expect("room");
        }
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        if list.is_empty() {
            break;
        }
        let m = list[rng.below(list.len())];
        record.moves.push(P::to_raw(m));
        position.do_move(m);
    }
    record.result =
        [None, Some(GameResult::Black), Some(GameResult::White), Some(GameResult::Draw)][rng.below(4)];
    if record.result.is_some() {
        record.names[Color::Black] = Some("B \"the\" 1".to_owned());
        record.names[Color::White] = Some("W,2:3".to_owned());
    }
    record
}

#[test]
fn games_of_shogi_are_read_as_they_were_written() {
    use somatic::game::Notation as _;
    for seed in 0..20 {
        check(&random_game(GameKind::Shogi, &shogi::Position::start(), 120, seed));
    }
    for sfen in [
        // A handicap with a name, one without, both sides to move, hands.
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "4k4/9/4P4/9/9/9/9/9/4K4 b 2Gb15p 1",
        "ln1gk1snl/1r1s2gb1/p2ppp1pp/2p3p2/1p7/P6R1/1PPPPPP1P/1BG3S2/LNS1KG1NL b P 17",
        "l+N1g1+B2l/2+Sk5/p1p1p4/4+P1+Rpp/9/4S4/P1+p+nPPPPP/1B1S1K3/+r3+lG1NL w Gs3pgn 44",
    ] {
        let start = shogi::Position::parse(sfen).expect(sfen);
        check(&random_game(GameKind::Shogi, &start, 30, 7));
    }
}

#[test]
fn games_of_chess_are_read_as_they_were_written() {
    use somatic::game::Notation as _;
    for seed in 0..20 {
        check(&random_game(GameKind::Chess, &chess::Position::start(), 160, seed));
    }
    for fen in [
        "4k3/P7/8/8/8/8/8/4K2R w K - 3 9",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 40",
        "8/8/3k4/8/2pP4/8/8/4K3 b - d3 0 1",
    ] {
        check(&random_game(GameKind::Chess, &chess::Position::parse(fen).expect(fen), 40, 7));
    }
    let mut start = chess::Position::parse("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1").expect("a FEN");
    start.set_chess960(true);
    check(&random_game(GameKind::Chess, &start, 40, 3));
}

/// Whoever won, and whoever was to move: the winner is read back, and the
/// reason where the format has a word for it.
#[test]
fn every_end_is_read_as_it_was_written() {
    use Reason::{
        Adjudication, Checkmate, Crash, Declaration, DrawByRule, Flood, Forfeit, Hang, Illegal, MaxPlies,
        NoMoves, PerpetualCheck, Repetition, Resignation, Stalemate, Time,
    };
    let reasons = [
        Adjudication, Checkmate, Crash, Declaration, DrawByRule, Flood, Forfeit, Hang, Illegal, MaxPlies,
        NoMoves, PerpetualCheck, Repetition, Resignation, Stalemate, Time,
    ];
    let results = [None, Some(GameResult::Black), Some(GameResult::White), Some(GameResult::Draw)];
    for plies in [0, 7, 8] {
        use somatic::game::Notation as _;
        for mut record in [
            random_game(GameKind::Shogi, &shogi::Position::start(), plies, 1),
            random_game(GameKind::Chess, &chess::Position::start(), plies, 1),
        ] {
            for result in results {
                for reason in reasons.map(Some).into_iter().chain([None]) {
                    (record.result, record.reason) = (result, reason);
                    check(&record);
                }
            }
        }
    }
    let mut record = random_game(GameKind::Shogi, &shogi_start(), 7, 1);
    // After seven moves white is to move.
    for (result, reason) in [
        (GameResult::Black, Resignation),
        (GameResult::Black, Checkmate),
        (GameResult::Black, Time),
        (GameResult::Black, Illegal),
        (GameResult::Black, Forfeit),
        (GameResult::White, Forfeit),
        (GameResult::White, Declaration),
        (GameResult::White, Illegal),
        (GameResult::Draw, Repetition),
    ] {
        (record.result, record.reason) = (Some(result), Some(reason));
        for (name, form) in forms(GameKind::Shogi) {
            assert_eq!(
                again(name, form, &record).reason,
                Some(reason),
                "{}",
                form.write(&record).expect("a text")
            );
        }
    }
}

fn shogi_start() -> shogi::Position {
    use somatic::game::Notation as _;
    shogi::Position::start()
}

#[test]
fn heads_and_times_go_from_csa_to_kif_and_back() {
    let text = "V2.2\nN+a\nN-b\n$EVENT:Oui\n$SITE:Tokyo\n$START_TIME:2003/05/03 10:30:00\nPI\n+\n'*first\n\
                'for nobody\n+7776FU\nT12\n-3334FU\nT3725\n'** 30 +2726FU\n+2726FU\nT4\n%TORYO\n";
    let record = only("csa", text);
    assert_eq!(comments(&record), ["first", "", "* 30 +2726FU", ""]);
    let kif = again("kif", Form::named("kif").expect("a form"), &record);
    assert_eq!(kif.header(&Header::Event), Some("Oui"));
    assert_eq!(kif.header(&Header::Date), Some("2003/05/03 10:30:00"));
    assert_eq!((kif.times.as_slice(), comments(&kif)), (record.times.as_slice(), comments(&record)));
    let written = Form::named("kifu").expect("a form").write(&record).expect("a text");
    for line in [
        "棋戦：Oui",
        "   2 ３四歩(33)   (62:05/01:02:05)",
        "   3 ２六歩(27)   ( 0:04/00:00:16)",
        "** 30 +2726FU",
    ] {
        assert!(written.lines().any(|own| own == line), "{line}\n{written}");
    }
    assert!(written.ends_with("   4 投了\nまで3手で先手の勝ち\n"), "{written}");
    let csa = Form::named("csa").expect("a form").write(&kif).expect("a text");
    assert_eq!(csa.lines().filter(|line| line.starts_with('T')).collect::<Vec<_>>(), ["T12", "T3725", "T4"]);
}

#[test]
fn tags_and_comments_of_pgn() {
    let text = "[Event \"A \\\"B\\\"\"]\n[Date \"2020.01.02\"]\n[Round \"3\"]\n[White \"?\"]\n[Black \"b\"]\n[Termination \"time forfeit\"]\n\n\
                {before} 1.e4 {over\nlines} {and more} e5 ; to the end\n(1... c5 {not ours}) 2.Nf3 1-0 {behind}\n[Event \"?\"]\n\n1.d4 *\n";
    let all: Vec<GameRecord> =
        found("pgn", text.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    let record = &all[0];
    assert_eq!(comments(record), ["before", "over lines\nand more", "to the end", "behind"]);
    assert_eq!((&record.names[Color::White], record.reason), (&None, Some(Reason::Time)));
    assert_eq!(comments(&all[1]), ["", ""]);
    let form = Form::named("pgn").expect("a form");
    let text = form.write(record).expect("a text");
    assert!(
        text.starts_with(
            "[Event \"A \\\"B\\\"\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"3\"]\n[White \"?\"]\n"
        ),
        "{text}"
    );
    assert!(
        text.ends_with("\n{before} 1. e4 {over lines} {and more} 1... e5 {to the end} 2. Nf3 {behind} 1-0\n"),
        "{text}"
    );
    assert_eq!(comments(&again("pgn", form, record)), comments(record));
}

#[test]
fn letters_that_shift_jis_does_not_have_are_told() {
    let mut record = GameRecord::new(GameKind::Shogi, &shogi_start(), "", 1);
    record.names[Color::Black] = Some("先手😀".to_owned());
    let form = Form::named("kif").expect("a form");
    let (bytes, is_whole) = form.encode(form.write(&record).expect("a text"));
    assert!(!is_whole);
    assert_eq!(only("kif", bytes).names[Color::Black].as_deref(), Some("先手〓"));
}

/// Regression: a line of more than a megabyte could be written and not be read.
#[test]
fn long_lines_are_read_as_they_were_written() {
    use somatic::game::Notation as _;
    let mut record = random_game(GameKind::Shogi, &shogi_start(), 20, 1);
    record.comments.add(20, &"\"".repeat(1 << 21)).expect("room");
    check(&record);
    let mut record = random_game(GameKind::Chess, &chess::Position::start(), 20, 1);
    record.comments.add(20, &"long ".repeat(1 << 19)).expect("room");
    check(&record);
    let text = format!("1. e4 {{{}}} e5 *", "x".repeat(1 << 21));
    assert_eq!(only("pgn", text).comments.after(1).len(), 1 << 21);
}

#[test]
fn comments_do_not_fill_the_memory() {
    let mut comments = Comments::default();
    let line = "x".repeat(1 << 20);
    assert!((0..100).any(|_| comments.add(3, &line).is_err()));
    assert!(Comments::default().add(usize::MAX, "x").is_err());
    let csa = format!("PI\n+\n+7776FU\n{}", format!("'*{}\n", &line[10..]).repeat(6));
    super::check("csa", csa, &["7g7f"]);
    let pgn = format!("1.e4 {{\n{}}} e5 *", format!("{}\n", &line[10..]).repeat(6));
    super::check("pgn", pgn, &["e2e4 e7e5"]);
    super::check(
        "usi",
        "startpos moves 7g7f ; comment x \"y\"\n",
        &["7g7f | 1: comment 'x': expected how many"],
    );
}

/// What a record says of its players and its result is not contradicted by its headers.
#[test]
fn headers_change_no_tag_of_the_game() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let headers = r#"head "FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" ; head "Result:0-1""#;
    let text = format!("fen {start} moves e2e4 e7e5 ; {headers} ; result white");
    let record = only("uci", text);
    assert_eq!(record.headers.len(), 2, "{record:?}");
    let form = Form::named("pgn").expect("a form");
    let read = again("pgn", form, &record);
    assert_eq!(
        (read.start, read.moves, read.result),
        (record.start.clone(), record.moves.clone(), record.result)
    );
}
