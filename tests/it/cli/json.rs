//! `xref --json`: every field, its type and what it means, as the README
//! documents them.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value as Json;
use somatic::article::MAX_LINE;
use somatic::explain::{Look, explain};
use somatic::game::rng::Rng;
use somatic::game::{All, Game, MoveList, ValuePreset};
use somatic::{chess, shogi};

use super::{EXAMPLE_1, EXAMPLE_2, good};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explained {
    game: String,
    position: String,
    values: String,
    look: String,
    iterations: Vec<Iteration>,
    line: Vec<String>,
    steps: Vec<Step>,
    net: i32,
    assessed: i32,
    if_we_parry: i32,
    confidence: u8,
    doubts: Vec<String>,
    wider: Option<Wider>,
    search: Option<SearchView>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    does: String,
    entry: Option<String>,
    answer: Option<String>,
    amount: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wider {
    entries: Vec<Entry>,
    ties: Vec<Tie>,
    line: Vec<String>,
    net: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchView {
    net: i32,
    value: i32,
    if_we_parry: i32,
    stand_pat: i32,
    margin: i32,
    winning: Vec<String>,
    quiet: Vec<String>,
    confidence: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Iteration {
    side: String,
    entries: Vec<Entry>,
    ties: Vec<Tie>,
    chosen: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    side: String,
    #[serde(rename = "move")]
    text: String,
    kind: String,
    value: i32,
    first: i32,
    recapture: i32,
    /// Text or null, but there.
    neutralises: Json,
    /// The same.
    waits_for: Json,
    weight: i32,
    flags: Vec<String>,
    credits: Vec<Credit>,
    notes: Vec<Note>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    with: String,
    relation: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Credit {
    from: String,
    amount: i32,
    relation: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tie {
    piece: String,
    object: String,
    amount: i32,
}

const KINDS: [&str; 8] =
    ["capture", "promotion", "neutralise", "evasion", "fork", "immobile", "mate-threat", "check"];
const FLAGS: [&str; 14] = [
    "can-block", "can-defend", "can-run", "immobile", "check", "stoppable", "target-tied", "delayed",
    "active", "sente", "desperado", "evasion", "drop", "partial",
];

/// The relations that give weight, and those that are told only; docs/commands.md names them. The table of the
/// search, which adds nothing for new threats, tells of them.
const CREDITED: [&str; 8] = ["R1", "R2", "R3", "R4", "R5", "R6", "R10", "R12"];
const NOTED: [&str; 5] = ["R7", "R8", "R9", "R11", "R13"];

/// Reads the object and checks all that can be said of it in general.
#[track_caller]
fn check<P: Game>(text: &str, root: &P, look: Look, preset: ValuePreset) -> Explained {
    let told: Explained = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((told.game.as_str(), told.position.as_str()), (P::GAME, root.text().as_str()));
    assert_eq!(told.values, preset.name());
    let shown = if look == Look::Search && root.in_check() { Look::Wide } else { look };
    assert_eq!(told.look, shown.name(), "{text}");
    assert_eq!(told.net, told.steps.iter().map(|step| step.amount).sum::<i32>(), "{text}");
    assert_eq!(told.wider.is_some(), shown == Look::Search, "{text}");
    if shown == Look::Search {
        check_search(&told, root, text);
    } else {
        check_line(&told, root, text);
    }
    check_first(&told.iterations[0], root, text);
    let in_check = told.doubts.iter().any(|doubt| doubt == "the side to move is in check");
    assert_eq!(in_check, root.in_check(), "{text}");
    assert!(told.doubts.iter().all(|doubt| !doubt.is_empty()), "{text}");
    told
}

/// The search has one table; its line says what each step does.
#[track_caller]
fn check_search<P: Game>(told: &Explained, root: &P, text: &str) {
    let [iteration] = &told.iterations[..] else { panic!("one table: {text}") };
    assert_eq!(iteration.side, root.side_to_move().name(), "{text}");
    check_iteration(iteration, true, false);
    let wider = told.wider.as_ref().expect("what only the wide look knows");
    let is_open = |e: &&Entry| e.side == iteration.side && e.waits_for.is_null();
    let known: HashSet<&str> = iteration.entries.iter().filter(is_open).map(|e| e.text.as_str()).collect();
    assert!(
        wider.entries.iter().all(|e| e.side != iteration.side || !known.contains(e.text.as_str())),
        "{text}"
    );
    wider.ties.iter().for_each(check_tie);
    let tied = |tie: &Tie| iteration.ties.iter().any(|t| (&t.piece, &t.object) == (&tie.piece, &tie.object));
    assert!(!wider.ties.iter().any(tied), "{text}");
    assert!(!wider.line.is_empty() || wider.net == 0, "{text}");
    assert!(told.if_we_parry <= told.net, "{text}");
    assert_eq!(told.line.len(), told.steps.len().max(1), "{text}");
    for (number, step) in told.steps.iter().enumerate() {
        assert!(step.answer.is_none() || step.does == "parry", "{step:?}: {text}");
        let expected = match (step.does.as_str(), &step.entry) {
            ("play", Some(entry)) => entry.as_str(),
            ("parry", Some(_)) => step.answer.as_deref().unwrap_or("pass"),
            ("pass", None) => "pass",
            _ => panic!("{step:?}: {text}"),
        };
        assert_eq!(told.line[number], expected, "{text}");
    }
    assert_eq!(iteration.chosen, told.line[0], "{text}");
    let played = told.steps.first().filter(|step| step.does == "play").and_then(|step| step.entry.as_deref());
    assert!(played.is_none_or(|played| known.contains(played)), "{text}");
}

/// The iteration has a table for each choice.
#[track_caller]
fn check_line<P: Game>(told: &Explained, root: &P, text: &str) {
    assert!(told.iterations.len() <= MAX_LINE && told.line.len() <= MAX_LINE, "{text}");
    let mut side = root.side_to_move();
    let mut net = 0;
    let mut sign = 1;
    let mut line = Vec::new();
    for (number, iteration) in told.iterations.iter().enumerate() {
        assert_eq!(iteration.side, side.name(), "{text}");
        check_iteration(iteration, false, number == 0 && root.in_check());
        let chosen = iteration.entries.iter().find(|e| e.side == side.name() && e.text == iteration.chosen);
        assert_eq!(chosen.is_none(), iteration.chosen == "pass", "{}: {text}", iteration.chosen);
        net += sign * chosen.map_or(0, |entry| entry.first);
        line.push(iteration.chosen.clone());
        sign = -sign;
        side = !side;
    }
    // A side that is mated does not pass.
    if line.len() == told.line.len() + 1 {
        assert!(told.doubts.iter().any(|doubt| doubt == "a mate is near"), "{text}");
        assert_eq!(line.pop().as_deref(), Some("pass"), "{text}");
    }
    assert_eq!((&told.line, told.net, told.assessed), (&line, net, net), "{text}");
    let passes = line.iter().rev().take_while(|step| *step == "pass").count();
    assert!(passes <= 2, "{text}");
}

#[track_caller]
fn check_iteration(iteration: &Iteration, is_search: bool, in_check: bool) {
    let mut seen = HashSet::new();
    for e in &iteration.entries {
        assert!(e.side == "black" || e.side == "white", "{e:?}");
        let waits = !e.waits_for.is_null();
        // A promotion that forks stands in the table of the search as both.
        let kind = if is_search { e.kind.as_str() } else { "" };
        assert!(seen.insert((&e.side, &e.text, kind)) || waits, "twice: {e:?}");
        assert!(KINDS.contains(&e.kind.as_str()), "{e:?}");
        assert_eq!(e.value, e.first + e.recapture, "{e:?}");
        assert_eq!(e.weight, e.value + e.credits.iter().map(|c| c.amount).sum::<i32>(), "{e:?}");
        assert!(e.flags.iter().all(|flag| FLAGS.contains(&flag.as_str())), "{e:?}");
        let has = |name: &str| e.flags.iter().any(|flag| flag == name);
        assert_eq!(has("drop"), e.text.contains('*'), "{e:?}");
        assert_eq!(has("active"), !waits, "{e:?}");
        assert!(!has("evasion") || e.side == iteration.side, "{e:?}");
        assert!(e.kind != "evasion" || has("evasion"), "{e:?}");

        // What it answers stands in the same table, on the other side.
        let threat =
            |text: &str| iteration.entries.iter().find(|other| other.side != e.side && other.text == text);
        match &e.neutralises {
            Json::Null => assert_ne!(e.kind, "neutralise", "{e:?}"),
            Json::String(text) => assert!(threat(text).is_some_and(|threat| threat.value > 0), "{e:?}"),
            other => panic!("{other}: {e:?}"),
        }
        for credit in &e.credits {
            assert!(CREDITED.contains(&credit.relation.as_str()), "{e:?}");
            // What a move newly makes possible it gives to itself.
            let is_own = credit.relation == "R12" && credit.from == e.text;
            assert!(credit.amount > 0 && (is_own || threat(&credit.from).is_some()), "{e:?}");
        }
        for note in &e.notes {
            let is_noted = NOTED.contains(&note.relation.as_str()) || is_search && note.relation == "R12";
            assert!(is_noted && !note.with.is_empty(), "{e:?}");
        }
        // Of the other side the search also holds what pieces in danger may take.
        if e.side != iteration.side && !is_search {
            assert!(e.value > 0, "no threat: {e:?}");
        }
    }
    let order = iteration.entries.iter().map(|e| {
        let is_evasion = e.flags.iter().any(|flag| flag == "evasion");
        (!e.waits_for.is_null(), !is_evasion, -e.weight)
    });
    let order: Vec<(bool, bool, i32)> = order.collect();
    assert!(order.is_sorted(), "{iteration:?}");
    if in_check {
        assert!(iteration.entries.iter().all(|e| e.side != iteration.side || !order[0].1), "{iteration:?}");
    }
    iteration.ties.iter().for_each(check_tie);
}

#[track_caller]
fn check_tie(tie: &Tie) {
    let is_square = |text: &str| text.len() == 2 && text.is_ascii();
    assert!(is_square(&tie.piece) && (is_square(&tie.object) || tie.object == "mate"), "{tie:?}");
    assert!(tie.amount > 0, "{tie:?}");
}

/// The first table is that of the position itself: its moves can be played.
#[track_caller]
fn check_first<P: Game>(iteration: &Iteration, root: &P, text: &str) {
    let is_own = |e: &&Entry| e.side == root.side_to_move().name() && e.waits_for.is_null();
    for e in iteration.entries.iter().filter(is_own) {
        let m = match root.parse_move(&e.text) {
            Ok(m) => m,
            // A capture in passing may open a line to the own king: that is not looked at.
            Err(_) if root.en_passant().is_some_and(|(to, _)| e.text.ends_with(&P::square_text(to))) => {
                continue;
            }
            Err(error) => panic!("{error}: {e:?}"),
        };
        assert_eq!(root.move_text(m), e.text);
        assert!(e.kind != "capture" || root.is_capture(m), "{e:?}");
        assert!(e.kind != "promotion" || !root.is_capture(m), "{e:?}");
        let checks = e.flags.iter().any(|flag| flag == "check");
        assert_eq!(checks, root.gives_check(m), "{e:?}: {text}");
    }
}

/// What the program prints for a position, looked at as its values imply.
#[track_caller]
fn told<P: Game>(position: &str, preset: ValuePreset, more: &[&str]) -> Explained {
    told_by::<P>(position, Look::of(preset), preset, more)
}

/// What the program prints for a position.
#[track_caller]
fn told_by<P: Game>(position: &str, look: Look, preset: ValuePreset, more: &[&str]) -> Explained {
    let root = P::parse(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let asked = ["xref", "--json", "--values", preset.name(), "--look", look.name(), position];
    let out = good(&[&asked, more].concat());
    if look == Look::of(preset) {
        assert_eq!(out, good(&[&asked[..4], &[position], more].concat()), "the look that the values imply");
    }
    assert_eq!(out.matches('\n').count(), 1, "one line");
    let told = check(&out, &root, look, preset);
    let width = more.last().and_then(|width| width.parse().ok());
    let same = serde_json::to_string(&explain(&root, look, preset, width)).expect("an object");
    // The same, and one field of the search's.
    let (before, search) = out.trim_end().split_once(",\"search\":").expect("the field of the search");
    assert_eq!(format!("{before}}}"), same);
    assert_eq!(search == "null}", root.in_check(), "{out}");
    assert_eq!(told.search.is_none(), root.in_check(), "{out}");
    if let Some(search) = &told.search {
        assert!(search.net >= search.if_we_parry && search.margin > 0, "{search:?}");
        assert!((search.if_we_parry.min(0)..=0).contains(&search.stand_pat), "{search:?}");
    }
    told
}

const PRESETS: [ValuePreset; 3] = [ValuePreset::Article, ValuePreset::ArticlePrint, ValuePreset::Default];

/// Examples, checks, mates, a lone king, the most moves and the fullest hands.
const SHOGI: [&str; 13] = [
    shogi::START,
    EXAMPLE_1,
    EXAMPLE_2,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "k8/9/9/9/9/9/9/9/8K b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/5n3/4r4/4K4 b - 1",
    "4k4/9/9/9/4r4/9/3n5/4P4/4K4 b - 1",
    "3gkg3/4P4/9/9/9/9/9/9/4K4 w 2S 1",
    "8k/8P/7+P1/9/9/9/9/9/4K4 w - 1",
    "8k/8G/7G1/9/9/9/9/9/4K4 w - 1",
    "9/9/9/9/4k4/9/9/9/9 w - 1",
    "9/9/9/9/4k4/4P4/4R4/9/9 w - 1",
];
/// The same, and what only chess has: castling, en passant, four promotions,
/// stalemate, bare kings, Chess960.
const CHESS: [&str; 14] = [
    chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/PPPP4/8/k6K/8/8/4pppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3q2k1/5ppp/5n2/6B1/4p3/2N5/4QPPP/6K1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/8/3n4/4r3/4K3 w - - 0 1",
    "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/k1K5 w - - 100 80",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1R1KR1R w FCgb - 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
];

#[test]
fn every_field_in_shogi() {
    for position in SHOGI {
        for preset in PRESETS {
            told::<shogi::Position>(position, preset, &[]);
        }
        told::<shogi::Position>(position, ValuePreset::Default, &["--width", "1"]);
        told_by::<shogi::Position>(position, Look::Search, ValuePreset::Article, &[]);
        told_by::<shogi::Position>(position, Look::Wide, ValuePreset::Default, &[]);
    }
}

#[test]
fn every_field_in_chess() {
    for position in CHESS {
        for preset in PRESETS {
            told::<chess::Position>(position, preset, &[]);
        }
        told::<chess::Position>(position, ValuePreset::Article, &["--width", "48"]);
        told_by::<chess::Position>(position, Look::Wide, ValuePreset::Default, &[]);
    }
}

#[test]
fn the_figures_of_the_article() {
    let find = |told: &Explained, text: &str| {
        let entry = told.iterations[0].entries.iter().find(|e| e.text == text);
        entry
            .map(|e| (e.side.clone(), e.kind.clone(), e.value, e.first, e.recapture, e.weight))
            .expect("an entry")
    };
    let white = |kind: &str| ("white".to_owned(), kind.to_owned());
    let article = told::<shogi::Position>(EXAMPLE_2, ValuePreset::Article, &[]);
    let (side, kind) = white("capture");
    assert_eq!(find(&article, "6d4d"), (side, kind, -560, 400, -960, 1160));
    assert_eq!((article.line.join(" ").as_str(), article.net), ("6d4d 3f4d 4c8g+ pass pass", -356));
    assert_eq!((article.assessed, article.confidence), (-356, 81));
    // The table of the search finds the same; with replies believed in part
    // the free pawn counts for more.
    let search = article.search.expect("not in check");
    assert!((search.net..0).contains(&search.value) && search.confidence < 255);
    assert_eq!(search.winning, vec!["4c8g+".to_owned()]);
    let by_search = told_by::<shogi::Position>(EXAMPLE_2, Look::Search, ValuePreset::Article, &[]);
    assert_eq!((by_search.line.join(" ").as_str(), by_search.net), ("6d4d 3f4d 4c8g+", -356));
    let weights =
        |text: &str| by_search.iterations[0].entries.iter().find(|e| e.text == text).map(|e| e.weight);
    assert_eq!(["6d4d", "6f6d", "4c8g+", "4d4c+"].map(weights), [1160, 960, 944, 944].map(Some));
    let fork = told::<shogi::Position>("k8/3s1g3/9/9/9/9/9/9/8K b N 1", ValuePreset::Default, &[]);
    assert_eq!(fork.search.expect("not in check").quiet, ["N*5d"]);
    let printed = told::<shogi::Position>(EXAMPLE_2, ValuePreset::ArticlePrint, &[]);
    let (side, kind) = white("capture");
    assert_eq!(find(&printed, "4c8g+"), (side, kind, 152, 152, 0, 892));
    assert_eq!(printed.net, -408);
    // In chess both tables of the article are one: P 100, N 320.
    for preset in [ValuePreset::Article, ValuePreset::ArticlePrint] {
        let told = told::<chess::Position>("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", preset, &[]);
        let (side, kind) = white("capture");
        assert_eq!(find(&told, "e4d5"), (side, kind, 320, 320, 0, 320));
        assert_eq!(told.net, 320);
    }
}

/// Nobody passes for a side that is mated; a stalemate is no check.
#[test]
fn the_end_of_the_game() {
    for (position, line, doubts) in
        [("8k/8G/7G1/9/9/9/9/9/4K4 w - 1", &[][..], 2), ("9/9/9/9/4k4/9/9/9/9 w - 1", &["pass"][..], 0)]
    {
        let told = told::<shogi::Position>(position, ValuePreset::Default, &[]);
        assert_eq!(
            (told.line, told.net, told.doubts.len()),
            (line.iter().map(|s| (*s).to_owned()).collect(), 0, doubts)
        );
    }
    for (position, line, doubts) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &[][..], 2),
        // Stalemate; if it were White's move he would mate.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &["pass", "f7g7"], 2),
    ] {
        let told = told::<chess::Position>(position, ValuePreset::Article, &[]);
        assert_eq!(
            (told.line, told.net, told.doubts.len()),
            (line.iter().map(|s| (*s).to_owned()).collect(), 0, doubts)
        );
    }
}

/// Random games from a position, each position explained.
fn random_games<P: Game>(starts: &[&str], games: usize) {
    const PLIES: usize = 60;
    let mut rng = Rng::new(7);
    for game in 0..games {
        let mut position = P::parse(starts[game % starts.len()]).expect("a position");
        for ply in 0..PLIES {
            let preset = PRESETS[ply % PRESETS.len()];
            let width = [Some(1), None, Some(48)][rng.below(3)];
            let look = Look::ALL[rng.below(3)];
            let text = serde_json::to_string(&explain(&position, look, preset, width)).expect("an object");
            check(&text, &position, look, preset);
            let mut legal = MoveList::new();
            position.generate::<All>(&mut legal);
            if legal.is_empty() {
                break;
            }
            position.do_move(legal[rng.below(legal.len())]);
        }
    }
}

#[test]
fn random_positions_of_shogi() {
    random_games::<shogi::Position>(&SHOGI, 40);
}

#[test]
fn random_positions_of_chess() {
    random_games::<chess::Position>(&CHESS, 40);
}
