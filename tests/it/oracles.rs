//! The fast rules beside slow ones and beside those of an independent
//! program, on the positions of random games; and the parsers on random text.

use std::collections::HashSet;
use std::sync::Mutex;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use rsshogi::board::{MoveList as TheirMoves, Position as Theirs};
use rsshogi::movegen::generate_legal_all;
use rsshogi::types::{Bitboard as TheirSet, Color as TheirColor, Move as TheirMove, RepetitionState};
use somatic::game::rng::Rng;
use somatic::game::{
    All, Board as _, Captures, Color, Evasions, Geometry as _, Mating as _, MoveList, Notation as _,
    PieceType, Position as _, Quiets, Repetition, Square, SquareSet as _,
};
use somatic::shogi::square::{SQUARES, file, rank, square};
use somatic::shogi::{Bitboard, Move, Position, START, Shogi, piece};

use crate::common::{check_numbers, in_parallel, moves, position};

/// Where random games begin: no handicap, some handicaps, tsume, full hands,
/// and positions in which much is possible.
const STARTS: [&str; 12] = [
    START,
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
    "7nl/7k1/9/7S1/9/9/9/9/9 b G2r2b3g3s3n3l18p 1",
    "9/9/9/3k5/9/5K3/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "3nkn3/9/4G4/9/9/9/9/9/4K4 b 2P2p 1",
    "4l4/9/9/3k5/3r5/9/4N4/4B4/4K4 b RLlp 1",
    "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b 9P9p 1",
    "4k4/9/9/+p+p+p+p+p+p+p+p+p/9/+P+P+P+P+P+P+P+P+P/9/9/4K4 b RBrb 1",
];

/// Prints the seed of a game that fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the random game with seed {}", self.0);
        }
    }
}

fn theirs(sfen: &str) -> Theirs {
    Theirs::from_sfen(sfen).expect("the same SFEN")
}

fn their_color(c: Color) -> TheirColor {
    match c {
        Color::Black => TheirColor::BLACK,
        Color::White => TheirColor::WHITE,
    }
}

/// Their squares are numbered as ours are.
fn set(theirs: TheirSet) -> Bitboard {
    theirs.iter().fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(Square::new(sq.to_index() as u8)))
}

fn their_move(m: Move) -> TheirMove {
    TheirMove::from_usi(&m.to_string()).expect("a move")
}

/// Steps and slides of a piece of black's: files to the left, ranks down.
type Reach = (&'static [(i32, i32)], &'static [(i32, i32)]);

fn reach(pt: PieceType) -> Reach {
    const STRAIGHT: &[(i32, i32)] = &[(0, -1), (0, 1), (1, 0), (-1, 0)];
    const DIAGONAL: &[(i32, i32)] = &[(1, -1), (1, 1), (-1, -1), (-1, 1)];
    match Position::piece_text(pt) {
        "P" => (&[(0, -1)], &[]),
        "L" => (&[], &[(0, -1)]),
        "N" => (&[(1, -2), (-1, -2)], &[]),
        "S" => (&[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)], &[]),
        "G" | "+P" | "+L" | "+N" | "+S" => (&[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)], &[]),
        "B" => (&[], DIAGONAL),
        "R" => (&[], STRAIGHT),
        "+B" => (STRAIGHT, DIAGONAL),
        "+R" => (DIAGONAL, STRAIGHT),
        "K" => (&[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)], &[]),
        other => panic!("a piece {other}"),
    }
}

/// The square some files and ranks away, if it is on the board.
fn walk(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let (f, r) = (file(from) as i32 + files, rank(from) as i32 + ranks);
    ((0..9).contains(&f) && (0..9).contains(&r)).then(|| square(f as usize, r as usize))
}

/// What a piece attacks, found by walking from square to square.
fn slow_attacks(pt: PieceType, c: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let forward = if c == Color::Black { 1 } else { -1 };
    let (steps, slides) = reach(pt);
    let mut attacks = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        if let Some(to) = walk(from, files, forward * ranks) {
            attacks |= Bitboard::of(to);
        }
    }
    for &(files, ranks) in slides {
        let mut at = from;
        while let Some(to) = walk(at, files, forward * ranks) {
            attacks |= Bitboard::of(to);
            if occupied.contains(to) {
                break;
            }
            at = to;
        }
    }
    attacks
}

/// The pieces of each side that attack each square, found from the attackers' side.
fn slow_attackers(position: &Position, occupied: Bitboard) -> [[Bitboard; SQUARES]; 2] {
    let mut attackers = [[Bitboard::EMPTY; SQUARES]; 2];
    for from in position.occupied().squares() {
        let piece = position.piece_on(from).expect("occupied");
        for to in slow_attacks(piece.piece_type(), piece.color(), from, occupied).squares() {
            attackers[piece.color().index()][to.index()] |= Bitboard::of(from);
        }
    }
    attackers
}

/// The pieces without which another piece would attack the king.
fn slow_blockers(position: &Position, king_of: Color) -> Bitboard {
    let Some(king) = position.king(king_of) else {
        return Bitboard::EMPTY;
    };
    let attackers = |occupied: Bitboard| slow_attackers(position, occupied)[(!king_of).index()][king.index()];
    let before = attackers(position.occupied());
    // Only what the king would see as a queen can be one.
    let seen = [piece::ROOK, piece::BISHOP]
        .map(|pt| slow_attacks(pt, king_of, king, position.occupied()))
        .into_iter()
        .fold(Bitboard::EMPTY, |seen, set| seen | set);
    (seen & position.occupied())
        .squares()
        .filter(|&sq| attackers(position.occupied().without(sq)) != before)
        .fold(Bitboard::EMPTY, |blockers, sq| blockers | Bitboard::of(sq))
}

/// Compares what attacks, pins and checks with walking and with their program.
fn check_attacks(position: &Position, theirs: &Theirs, rng: &mut Rng) {
    /// Squares that change in the second set of occupied squares.
    const TURNED: usize = 6;
    let mut some_turned = position.occupied();
    for _ in 0..TURNED {
        let sq = Square::new(rng.below(SQUARES) as u8);
        some_turned ^= Bitboard::of(sq);
    }
    for occupied in [position.occupied(), some_turned] {
        let slow = slow_attackers(position, occupied);
        for sq in Bitboard::ALL.squares() {
            let [black, white] = [slow[0][sq.index()], slow[1][sq.index()]];
            assert_eq!(position.attackers_of(Color::Black, sq, occupied), black, "{sq:?} in {position:?}");
            assert_eq!(position.attackers_of(Color::White, sq, occupied), white, "{sq:?} in {position:?}");
            assert_eq!(position.attackers_to(sq, occupied), black | white, "{sq:?} in {position:?}");
            assert_eq!(Shogi::attackers_to(position, sq, occupied), black | white, "{sq:?} in {position:?}");
        }
    }
    for c in Color::ALL {
        let blockers = position.blockers_for_king(c);
        assert_eq!(blockers, slow_blockers(position, c), "{c:?} in {position:?}");
        // They also name what stands behind a slider that gives check.
        if c != position.side_to_move() || !position.in_check() {
            assert_eq!(blockers, set(theirs.blockers_for_king(their_color(c))), "{c:?} in {position:?}");
            let pinned = set(theirs.pinned_pieces(their_color(c)));
            assert_eq!(blockers & position.by_color(c), pinned, "{c:?} in {position:?}");
        }
    }
    assert_eq!(position.checkers(), set(theirs.checkers()), "{position:?}");
    assert_eq!(position.in_check(), theirs.is_in_check(), "{position:?}");
}

/// Checks what follows from the position alone.
fn check_state(position: &Position) {
    assert_eq!(position.board_key(), position.slow_board_key(), "{position:?}");
    assert_eq!(position.hand_key(), position.slow_hand_key(), "{position:?}");
    let stm = position.side_to_move();
    let attackers_of_king = |king_of: Color| {
        let king = position.king(king_of);
        king.map_or(Bitboard::EMPTY, |king| position.attackers_of(!king_of, king, position.occupied()))
    };
    assert_eq!(position.checkers(), attackers_of_king(stm), "{position:?}");
    assert!(attackers_of_king(!stm).is_empty(), "a king to take in {position:?}");
}

/// Compares the legal moves with theirs, and each move's properties with
/// what happens when it is played.
fn check_moves(position: &mut Position, theirs: &Theirs) {
    let list = moves::<All>(position);
    let mut ours: Vec<String> = list.iter().map(|&m| position.move_text(m)).collect();
    let mut their_list = TheirMoves::new();
    generate_legal_all(theirs, &mut their_list);
    let mut expected: Vec<String> = their_list.iter().map(|m| m.to_usi()).collect();
    ours.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ours, expected, "{position:?}");
    assert_eq!(position.count_legal(), list.len(), "{position:?}");

    let before = position.clone();
    for &m in &list {
        assert!(position.is_legal(m), "{m} in {position:?}");
        assert_eq!(position.parse_move(&position.move_text(m)), Ok(m), "{position:?}");
        assert_eq!(position.from_raw(Position::to_raw(m)), Some(m), "{m} in {position:?}");
        assert_eq!(Move::from_raw(m.raw()), Some(m), "{m}");
        let parts = position.parts(m);
        assert_eq!(position.compose(parts.from, parts.to, parts.piece, parts.becomes), m, "{position:?}");
        assert_eq!(position.is_capture(m), parts.captured.is_some(), "{m} in {position:?}");
        assert_eq!(parts.is_promotion(), m.is_promotion(), "{m} in {position:?}");
        assert!(position.piece_to_index(m) < Position::PIECE_TO, "{m} in {position:?}");

        let (gives_check, key) = (position.gives_check(m), position.key_after(m));
        assert_eq!(gives_check, theirs.gives_check_move(their_move(m)), "{m} in {position:?}");
        position.do_move(m);
        check_state(position);
        assert_eq!(position.in_check(), gives_check, "after {m} in {before:?}");
        assert_eq!(position.key(), key, "after {m} in {before:?}");
        assert_eq!(position.last_move(), Some(m));
        assert_eq!(position.piece_on(parts.to).map(|p| p.piece_type()), Some(parts.becomes));
        position.undo_move();
    }
    if position.do_null_move() {
        check_state(position);
        position.undo_null_move();
    } else {
        assert!(position.in_check());
    }
    assert!(*position == before, "not taken back in {before:?}");
}

/// Whether a search leaves the move out: pawn, bishop or rook that could
/// promote and does not, lance that stays behind on the last two ranks.
fn is_useless(position: &Position, m: Move) -> bool {
    if m.is_drop() || m.is_promotion() {
        return false;
    }
    let relative_rank = |sq: Square| match position.side_to_move() {
        Color::Black => rank(sq),
        Color::White => 8 - rank(sq),
    };
    match Position::piece_text(position.parts(m).piece) {
        "P" | "B" | "R" => relative_rank(m.from()) < 3 || relative_rank(m.to()) < 3,
        "L" => relative_rank(m.to()) < 2,
        _ => false,
    }
}

/// Checks that the kinds of moves share out all moves but the useless ones.
fn check_kinds(position: &Position) {
    let raws = |list: &[Move]| {
        let set: HashSet<u16> = list.iter().map(|m| m.raw()).collect();
        assert_eq!(set.len(), list.len(), "a move twice in {position:?}");
        set
    };
    let useful: Vec<Move> =
        moves::<All>(position).into_iter().filter(|&m| !is_useless(position, m)).collect();
    if position.in_check() {
        assert_eq!(raws(&moves::<Evasions>(position)), raws(&useful), "{position:?}");
        return;
    }
    let (captures, quiets): (Vec<Move>, Vec<Move>) = useful.iter().partition(|&&m| position.is_tactical(m));
    assert_eq!(raws(&moves::<Captures>(position)), raws(&captures), "{position:?}");
    assert_eq!(raws(&moves::<Quiets>(position)), raws(&quiets), "{position:?}");
    let mut checks = MoveList::new();
    position.generate_quiet_checks(&mut checks);
    let expected: Vec<Move> =
        moves::<Quiets>(position).into_iter().filter(|&m| position.gives_check(m)).collect();
    assert_eq!(checks.as_slice(), expected, "{position:?}");
    let squares = position.check_squares();
    for &m in &quiets {
        assert_eq!(position.gives_check_from(m, &squares), position.gives_check(m), "{m} in {position:?}");
    }
    for &m in &captures {
        let parts = position.parts(m);
        let pawn_promotes = Position::piece_text(parts.piece) == "P" && parts.is_promotion();
        assert!(parts.captured.is_some() || pawn_promotes, "{m} in {position:?}");
    }
}

/// Checks that a position is the same when read again.
fn check_text(position: &Position) {
    let text = position.text();
    let again = self::position(&text);
    assert_eq!(again.text(), text);
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(again.checkers(), position.checkers(), "{text}");
}

/// A random legal move; often a check, a capture or a promoting pawn, if there is one.
fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let list = moves::<All>(position);
    let preferred: Vec<Move> = match rng.below(4) {
        0 => list.iter().copied().filter(|&m| position.gives_check(m)).collect(),
        1 => list.iter().copied().filter(|&m| position.is_tactical(m)).collect(),
        _ => Vec::new(),
    };
    let choice: &[Move] = if preferred.is_empty() { &list } else { &preferred };
    choice.get(rng.below(choice.len())).copied()
}

/// Plays one random game, checks each of its positions, and takes it back.
fn check_game(seed: u64) {
    const LONGEST: usize = 160;
    /// In one position of so many all numbers are tried as moves.
    const NUMBERS: usize = 16;
    let _seed = Seed(seed);
    let mut rng = Rng::new(seed);
    let start = STARTS[seed as usize % STARTS.len()];
    let (mut ours, mut theirs) = (position(start), theirs(start));
    let mut texts = Vec::new();
    for _ in 0..LONGEST {
        check_state(&ours);
        check_attacks(&ours, &theirs, &mut rng);
        check_moves(&mut ours, &theirs);
        check_kinds(&ours);
        check_text(&ours);
        if rng.below(NUMBERS) == 0 {
            check_numbers(&ours);
        }
        let Some(m) = random_move(&ours, &mut rng) else {
            break;
        };
        texts.push((ours.text(), ours.key()));
        ours.do_move(m);
        theirs.apply_move(their_move(m));
    }
    while let Some(before) = texts.pop() {
        ours.undo_move();
        assert_eq!((ours.text(), ours.key()), before);
    }
    assert!(ours == position(start));
}

#[test]
fn random_games_agree() {
    const GAMES: u64 = 480;
    let seeds: Vec<u64> = (0..GAMES).collect();
    in_parallel(&seeds, |&seed| check_game(seed));
}

/// What a repetition is judged by, kept in full for every ply.
struct Ply {
    /// The board and the side to move, as SFEN writes them.
    board: String,
    stm: Color,
    hands: [[u8; 7]; 2],
    /// Whether the move that led here gave check.
    by_check: bool,
}

impl Ply {
    fn of(position: &Position) -> Self {
        let text = position.text();
        let board = text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let hands = Color::ALL.map(|c| piece::HAND.map(|pt| position.hand(c, pt)));
        Self { board, stm: position.side_to_move(), hands, by_check: position.in_check() }
    }
}

/// Judges by comparing the last ply with all earlier ones, the latest first.
fn slow_repetition(game: &[Ply], ply: usize) -> Repetition {
    let (now, earlier) = game.split_last().expect("a position");
    let [us, them] = [now.stm, !now.stm];
    let mut same = 0;
    for (back, then) in (1..).zip(earlier.iter().rev()) {
        if then.board != now.board {
            continue;
        }
        if then.hands == now.hands {
            same += 1;
            if back <= ply || same == 3 {
                let cycle = &game[game.len() - back..];
                let always = |c: Color| cycle.iter().filter(|ply| ply.stm != c).all(|ply| ply.by_check);
                return match (always(us), always(them)) {
                    (true, false) => Repetition::Loss,
                    (false, true) => Repetition::Win,
                    _ => Repetition::Draw,
                };
            }
        } else if back < ply {
            let at_least = |a: &[u8; 7], b: &[u8; 7]| a.iter().zip(b).all(|(a, b)| a >= b);
            let (hand, before) = (&now.hands[us.index()], &then.hands[us.index()]);
            if at_least(hand, before) {
                return Repetition::Superior;
            }
            if at_least(before, hand) {
                return Repetition::Inferior;
            }
        }
    }
    Repetition::None
}

/// A random move that most often leads to a board that has been.
fn repeating_move(position: &mut Position, boards: &HashSet<u64>, rng: &mut Rng) -> Option<Move> {
    /// How many of eight moves lead back, if any does.
    const LEADING_BACK: usize = 7;
    let list = moves::<All>(position);
    let mut leads_back = |m: Move| {
        position.do_move(m);
        let seen = boards.contains(&position.board_key());
        position.undo_move();
        seen
    };
    let repeating: Vec<Move> = list.iter().copied().filter(|&m| leads_back(m)).collect();
    let choice: &[Move] =
        if repeating.is_empty() || rng.below(8) >= LEADING_BACK { &list } else { &repeating };
    choice.get(rng.below(choice.len())).copied()
}

/// Plays a random game that goes in circles and gives what was judged.
fn check_repetitions(seed: u64) -> Vec<Repetition> {
    const LONGEST: usize = 150;
    const STARTS: [&str; 6] = [
        "4k4/9/9/9/5R3/9/9/9/K8 b - 1",
        "k8/9/9/9/4R4/9/9/9/4K4 b 2p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b Pp 1",
        "kn7/pp7/9/9/9/9/9/7PP/7NK b Gg 1",
        "k1K6/9/9/9/9/9/9/9/1R5r1 w - 1",
        "4k4/4p4/4b4/9/4r4/4R4/4B4/4P4/4K4 b - 1",
    ];
    let _seed = Seed(seed);
    let mut rng = Rng::new(seed);
    let start = STARTS[seed as usize % STARTS.len()];
    let (mut ours, mut theirs) = (position(start), theirs(start));
    let mut game = vec![Ply::of(&ours)];
    let mut boards = HashSet::from([ours.board_key()]);
    let mut judged = Vec::new();
    let mut is_over = false;
    for _ in 0..LONGEST {
        let Some(m) = repeating_move(&mut ours, &boards, &mut rng) else {
            break;
        };
        ours.do_move(m);
        theirs.apply_move(their_move(m));
        game.push(Ply::of(&ours));
        boards.insert(ours.board_key());
        for ply in [0, 3, 4, 5, 8, rng.below(game.len()), game.len()] {
            let expected = slow_repetition(&game, ply);
            assert_eq!(ours.repetition(ply), expected, "ply {ply} of {ours:?}");
            judged.push(expected);
        }
        let by_rule = match theirs.repetition_state() {
            RepetitionState::Draw => Repetition::Draw,
            RepetitionState::Win => Repetition::Win,
            RepetitionState::Lose => Repetition::Loss,
            RepetitionState::None | RepetitionState::Superior | RepetitionState::Inferior => Repetition::None,
        };
        // Once the game is over by the rules they count differently.
        if !is_over {
            assert_eq!(ours.repetition(0), by_rule, "{ours:?}");
            is_over = by_rule != Repetition::None;
        }
    }
    judged
}

#[test]
fn repetitions_agree_with_full_comparison() {
    use Repetition::{Draw, Inferior, Loss, None, Superior, Win};
    const GAMES: u64 = 240;
    let seeds: Vec<u64> = (1000..1000 + GAMES).collect();
    let judged = Mutex::new(Vec::new());
    in_parallel(&seeds, |&seed| {
        let found = check_repetitions(seed);
        judged.lock().expect("no game failed").extend(found);
    });
    let judged = judged.into_inner().expect("no game failed");
    for kind in [None, Draw, Win, Loss, Superior, Inferior] {
        assert!(judged.contains(&kind), "no game shows {kind:?}");
    }
}

/// Checks that text is read without panic, and what is read can be used and
/// written.
fn check_reading(text: &str) -> Result<(), proptest::test_runner::TestCaseError> {
    /// No error repeats more of the text than fits on two lines.
    const LONGEST_ERROR: usize = 250;
    match Position::parse(text) {
        Ok(position) => {
            let written = position.text();
            let again = Position::parse(&written);
            prop_assert!(again.is_ok_and(|again| again == position && again.text() == written), "{written}");
            prop_assert_eq!(moves::<All>(&position).len(), position.count_legal());
            check_kinds(&position);
            let _ = (position.repetition(0), position.declaration(), position.diagram());
        }
        Err(error) => prop_assert!(is_plain(&error.to_string(), LONGEST_ERROR), "{error}"),
    }
    let start = Position::start();
    match start.parse_move(text) {
        Ok(m) => prop_assert_eq!(start.move_text(m), text),
        Err(error) => prop_assert!(is_plain(&error.to_string(), LONGEST_ERROR), "{error}"),
    }
    if let Some(m) = Move::parse(text) {
        prop_assert_eq!(m.to_string(), text);
        prop_assert_eq!(Move::from_raw(m.raw()), Some(m));
    }
    Ok(())
}

fn is_plain(text: &str, longest: usize) -> bool {
    text.chars().count() <= longest && !text.contains(char::is_control)
}

/// A small change of a text at a place: a character put in, taken out,
/// replaced or doubled, or the end cut off.
fn change(text: &str, kind: u8, place: Index, with: char) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = place.index(chars.len() + 1);
    match (kind, chars.get(at).copied()) {
        (0, _) => chars.insert(at, with),
        (1, Some(_)) => {
            chars.remove(at);
        }
        (2, Some(_)) => chars[at] = with,
        (3, Some(c)) => chars.insert(at, c),
        _ => chars.truncate(at),
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_reading(&text)?;
    }

    #[test]
    fn letters_of_sfens_are_read_or_refused(text in "[1-9PpLlNnSsGgBbRrKk+/]{0,90} [bw] [1-9PpLlGgRr-]{0,9}( [0-9]{1,5})?") {
        check_reading(&text)?;
    }

    #[test]
    fn letters_of_moves_are_read_or_refused(text in "[1-9PLNSGBRK]?[1-9a-i*][1-9][a-i][+]?") {
        check_reading(&text)?;
    }

    #[test]
    fn changed_sfens_are_read_or_refused(
        start in any::<Index>(),
        edits in proptest::collection::vec(
            (0..12u8, any::<Index>(), "[0-9PpLlNnSsGgBbRrKk+/ bw*歩\u{0}-]"),
            1..5,
        ),
    ) {
        let mut text = (*start.get(&STARTS)).to_owned();
        for (kind, place, with) in edits {
            // Cutting off is rare, replacing common.
            let kind = if kind > 4 { 2 } else { kind };
            text = change(&text, kind, place, with.chars().next().unwrap_or(' '));
        }
        check_reading(&text)?;
    }
}
