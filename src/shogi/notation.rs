//! Moves as the Japanese write and print them: `▲７六歩`, `△同銀成`, `▲５八金右`.
//!
//! The rules are those of the Japan Shogi Association ("棋譜の表記方法"): where
//! several pieces of a kind reach the square, the motion tells them apart
//! (上 forward, 寄 sideways, 引 back), else the side they come from as the player
//! sees it (右, 左, and 直 for a gold or silver that steps straight ahead), else
//! both. 打 is written only where a piece on the board could go there too.

use std::cmp::Ordering;
use std::iter::Peekable;

use super::moves::Move;
use super::piece::{self, BISHOP, DRAGON, ROOK, unpromoted};
use super::position::Position;
use super::square::{self, SIZE};
use crate::game::{
    Board as _, Color, MoveParts, Notation as _, NotationError, PieceType, Position as _, Square,
    SquareSet as _,
};

/// The names of the piece types, by number.
const NAMES: [&str; 16] =
    ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "？", "馬", "龍", "？"];
/// Their signs in diagrams, one letter each as newspapers have them.
const SIGNS: [&str; 16] =
    ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "？", "馬", "龍", "？"];
/// Other signs for the same.
const OTHER_SIGNS: [(char, PieceType); 4] =
    [('王', piece::KING), ('竜', DRAGON), ('个', piece::PRO_PAWN), ('仝', piece::PRO_LANCE)];
/// The numbers of files.
const FILES: [char; SIZE] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
/// The numbers of ranks, and the digits of numbers of pieces.
const NUMERALS: [char; SIZE] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The marks of the sides, black's and white's by turns.
const MARKS: [char; 8] = ['▲', '△', '☗', '☖', '▼', '▽', '⛊', '⛉'];
/// A destination that is the last move's.
const SAME: char = '同';
/// A promotion.
const PROMOTES: char = '成';
/// What errors call the notation.
const NOTATION: &str = "move";

/// The name of a piece type: `歩`, `成銀`, `龍`.
pub fn name(pt: PieceType) -> &'static str {
    NAMES.get(pt.index()).copied().unwrap_or_default()
}

/// The sign of a piece type in a diagram, one letter.
pub fn sign(pt: PieceType) -> &'static str {
    SIGNS.get(pt.index()).copied().unwrap_or_default()
}

/// The piece type with this sign.
pub(crate) fn of_sign(letter: char) -> Option<PieceType> {
    let own = piece::ALL.into_iter().find(|&pt| sign(pt).starts_with(letter));
    own.or_else(|| OTHER_SIGNS.iter().find(|(other, _)| *other == letter).map(|(_, pt)| *pt))
}

/// The mark of a side: `▲` for black, `△` for white.
pub const fn mark(c: Color) -> char {
    match c {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// The side with this mark.
pub(crate) fn of_mark(letter: char) -> Option<Color> {
    let at = MARKS.iter().position(|&own| own == letter)?;
    Some(if at % 2 == 0 { Color::Black } else { Color::White })
}

/// A rank's number, or a digit of a number of pieces: 1 to 9 in any letters.
pub fn digit(letter: char) -> Option<usize> {
    let numeral = || NUMERALS.iter().position(|&own| own == letter).map(|at| at + 1);
    decimal(letter).filter(|&n| n > 0).or_else(numeral)
}

/// An Arabic digit of half or full width: 0 to 9.
pub(crate) fn decimal(letter: char) -> Option<usize> {
    match letter {
        '0'..='9' => Some(letter as usize - '0' as usize),
        '０'..='９' => Some(letter as usize - '０' as usize),
        _ => None,
    }
}

/// A digit in any letters: 0 to 9.
pub(crate) fn digit_or_zero(letter: char) -> Option<usize> {
    decimal(letter).or_else(|| digit(letter))
}

/// The number that a text begins with, in any letters: `12`, `１２`, `十二`, `一二`. Takes its digits.
pub(crate) fn number<I: Iterator<Item = char>>(letters: &mut Peekable<I>) -> Option<usize> {
    let (mut number, mut after_ten) = (None::<usize>, false);
    let is_digit = |&letter: &char| matches!(letter, '十' | '〇') || digit_or_zero(letter).is_some();
    while let Some(letter) = letters.next_if(is_digit) {
        let value = digit_or_zero(letter).unwrap_or(0);
        number = Some(match (letter, number) {
            ('十', tens) => tens.unwrap_or(1).saturating_mul(10),
            (_, None) => value,
            // Behind a ten the ones: twelve are ten and two, or one and two as digits.
            (_, Some(tens)) if after_ten && decimal(letter).is_none() => tens.saturating_add(value),
            (_, Some(tens)) => tens.saturating_mul(10).saturating_add(value),
        });
        after_ten = letter == '十';
    }
    number
}

/// A number in Chinese digits, from 1 to 99: `二`, `十八`.
pub(crate) fn numeral(number: usize) -> String {
    let digit = |n: usize| NUMERALS.get(n.wrapping_sub(1)).copied();
    let (tens, ones) = (number / 10 % 10, number % 10);
    let ten = (tens > 0).then_some('十');
    digit(tens).filter(|_| tens > 1).into_iter().chain(ten).chain(digit(ones)).collect()
}

/// The name of a square: `７六`.
pub(crate) fn square_name(sq: Square) -> String {
    FILES.get(square::file(sq)).into_iter().chain(NUMERALS.get(square::rank(sq))).collect()
}

/// A legal move without the mark of its side: `７六歩`, `同銀成`, `５八金右`. It is
/// written `同` where the move before went to the same square.
///
/// ```
/// use somatic::game::Notation;
/// use somatic::shogi::{Position, notation};
///
/// let position = Position::parse("4k4/9/9/9/9/9/9/3G1G3/4K4 b G 1")?;
/// for (usi, text) in [("6h5h", "５八金左"), ("G*5h", "５八金打"), ("G*5e", "５五金"), ("6h6g", "６七金")] {
///     assert_eq!(notation::text(&position, position.parse_move(usi)?), text);
/// }
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
pub fn text(position: &Position, m: Move) -> String {
    let parts = position.parts(m);
    let mut out = match position.last_move() {
        Some(last) if Position::destination(last) == parts.to => SAME.to_string(),
        _ => square_name(parts.to),
    };
    out.push_str(name(parts.piece));
    out.push_str(&how(position, &parts));
    if let Some(from) = parts.from {
        let c = position.side_to_move();
        let reaches = |sq| square::relative_rank(sq, c) < 3;
        if parts.is_promotion() {
            out.push(PROMOTES);
        } else if piece::can_promote(parts.piece) && (reaches(from) || reaches(parts.to)) {
            out.push_str("不成");
        }
    }
    out
}

/// What follows the square of a move, legal or not, that tells where it comes from: `角成(88)`, `歩打`.
pub(crate) fn with_origin(m: &MoveParts) -> String {
    let promotes = if m.is_promotion() { PROMOTES.to_string() } else { String::new() };
    let origin = m.from.map_or_else(
        || "打".to_owned(),
        |from| format!("({}{})", square::file(from) + 1, square::rank(from) + 1),
    );
    format!("{}{promotes}{origin}", name(m.piece))
}

/// How a piece comes to a square, as its player sees it: ahead, sideways or
/// back; from the left (`Greater`), the middle or the right.
fn way(c: Color, from: Square, to: Square) -> (Ordering, Ordering) {
    let (ahead, side) =
        (square::rank(from).cmp(&square::rank(to)), square::file(from).cmp(&square::file(to)));
    match c {
        Color::Black => (ahead, side),
        Color::White => (ahead.reverse(), side.reverse()),
    }
}

const fn motion(ahead: Ordering) -> char {
    match ahead {
        Ordering::Greater => '上',
        Ordering::Equal => '寄',
        Ordering::Less => '引',
    }
}

const fn side(side: Ordering) -> Option<char> {
    match side {
        Ordering::Greater => Some('左'),
        Ordering::Equal => None,
        Ordering::Less => Some('右'),
    }
}

/// The squares of the mover's pieces of a type that reach a square. Pins do
/// not count: who reads the move need not see them.
fn origins(position: &Position, pt: PieceType, to: Square) -> Vec<Square> {
    let c = position.side_to_move();
    let mut found = Vec::new();
    let own = position.pieces(c, pt);
    (position.attackers_of(c, to, position.occupied()) & own).for_each(|sq| found.push(sq));
    found
}

/// The words that tell which piece moves, where several could.
fn how(position: &Position, parts: &MoveParts) -> String {
    let mut others = origins(position, parts.piece, parts.to);
    let Some(from) = parts.from else {
        return if others.is_empty() { String::new() } else { "打".to_owned() };
    };
    others.retain(|&sq| sq != from);
    if others.is_empty() {
        return String::new();
    }
    let c = position.side_to_move();
    let (ahead, own_side) = way(c, from, parts.to);
    let rivals = || others.iter().map(|&sq| way(c, sq, parts.to));
    if rivals().all(|(other, _)| other != ahead) {
        return motion(ahead).to_string();
    }
    // Of two that move far, which are never more, one stands left of the other.
    let own_side = match (is_major(parts.piece), others.first()) {
        (true, Some(&other)) => way(c, from, other).1,
        _ if ahead == Ordering::Greater && own_side == Ordering::Equal => return "直".to_owned(),
        _ => own_side,
    };
    let is_only = is_major(parts.piece) || rivals().all(|(_, other)| other != own_side);
    side(own_side).into_iter().chain((!is_only).then_some(motion(ahead))).collect()
}

const fn is_major(pt: PieceType) -> bool {
    matches!(unpromoted(pt), BISHOP | ROOK)
}

/// A move as it is written, before it is known which piece it is.
#[derive(Debug)]
struct Written {
    /// Nothing for `同`.
    to: Option<Square>,
    piece: PieceType,
    /// What is said of the way and of promotion.
    words: String,
    /// Where the piece comes from, in brackets behind the move as KIF has it.
    from: Option<(usize, usize)>,
}

/// Whether a text begins as a move does: with a square and something behind
/// it, or with `同`; a mark of a side may stand before it.
pub(crate) fn begins_move(text: &str) -> bool {
    let mut letters = text.trim_start().chars().peekable();
    letters.next_if(|&letter| of_mark(letter).is_some());
    let letters: Vec<char> = letters.filter(|letter| !letter.is_whitespace()).take(3).collect();
    match letters.as_slice() {
        [SAME, third, ..] => of_sign(*third).is_some() || *third == PROMOTES,
        [file, rank, third] => {
            digit(*file).is_some()
                && !NUMERALS.contains(file)
                && digit(*rank).is_some()
                && !third.is_ascii_punctuation()
                && third.to_digit(10).is_none()
        }
        _ => false,
    }
}

/// The pieces of a text, taken one by one.
fn take(text: &str) -> Option<(Written, &str)> {
    let mut rest = text.trim_start();
    let mut next = |wanted: &dyn Fn(char) -> bool| {
        let letter = rest.chars().next().filter(|&letter| wanted(letter))?;
        rest = rest.get(letter.len_utf8()..)?.trim_start();
        Some(letter)
    };
    next(&|letter| of_mark(letter).is_some());
    let to = if next(&|letter| letter == SAME).is_some() {
        // Some books print the square as well.
        None
    } else {
        let file = digit(next(&|letter| digit(letter).is_some())?)?;
        let rank = digit(next(&|letter| digit(letter).is_some())?)?;
        Some(square::square(file - 1, rank - 1))
    };
    let is_promoted = next(&|letter| letter == PROMOTES).is_some();
    let pt = of_sign(next(&|letter| of_sign(letter).is_some())?)?;
    let piece = if is_promoted { piece::promote(pt) } else { pt };
    if is_promoted && !piece::is_promoted(piece) {
        return None;
    }
    let mut words = String::new();
    while let Some(word) = next(&|letter| "右左直上行寄引入打成不生".contains(letter)) {
        words.push(word);
    }
    let from = bracketed_square(rest);
    if let Some((_, after)) = from {
        rest = after;
    }
    Some((Written { to, piece, words, from: from.map(|(from, _)| from) }, rest))
}

/// The square in brackets that a text begins with, and what follows.
fn bracketed_square(text: &str) -> Option<((usize, usize), &str)> {
    let inner = text.trim_start().strip_prefix(['(', '（'])?;
    let (inside, rest) = inner.split_once([')', '）'])?;
    let digits: Vec<char> = inside.chars().filter(|letter| !letter.is_whitespace()).collect();
    match digits.as_slice() {
        [file, rank] => Some(((digit_or_zero(*file)?, digit_or_zero(*rank)?), rest)),
        _ => None,
    }
}

/// Reads the legal move that a text begins with, and gives what follows it.
/// The piece may be told by brackets behind it (`７六歩(77)`) or by the words of
/// the rules; where neither says which piece is meant, a move that only one
/// can make is taken. If none on the board can, it is a drop: some writers leave
/// out 打 where the pieces that reach the square are pinned.
///
/// # Errors
/// Says whether the text is no move, the move is not legal here, or several
/// pieces could make it.
pub fn read<'t>(position: &Position, text: &'t str) -> Result<(Move, &'t str), NotationError> {
    let no_move = || NotationError::NoMove { text: text.trim().to_owned(), notation: NOTATION };
    let (written, rest) = take(text).ok_or_else(no_move)?;
    let own = text.get(..text.len() - rest.len()).unwrap_or(text).trim();
    let last = || position.last_move().map(Position::destination);
    let to = written.to.or_else(last).ok_or_else(no_move)?;
    let illegal = || NotationError::Illegal { text: own.to_owned(), position: position.text() };
    let says = |words: &str| written.words.contains(|letter| words.contains(letter));
    let c = position.side_to_move();
    let candidates: Vec<Move> = match written.from {
        _ if says("打") => vec![drop_of(&written, to).ok_or_else(illegal)?],
        Some((0, 0)) => vec![drop_of(&written, to).ok_or_else(illegal)?],
        Some((file @ 1..=SIZE, rank @ 1..=SIZE)) => {
            let from = square::square(file - 1, rank - 1);
            let stands = position.piece_on(from).is_some_and(|found| found.piece_type() == written.piece);
            if !stands || from == to {
                return Err(illegal());
            }
            vec![step(&written, from, to)]
        }
        Some(_) => return Err(no_move()),
        None => {
            let mut origins = origins(position, written.piece, to);
            if origins.is_empty() {
                vec![drop_of(&written, to).ok_or_else(illegal)?]
            } else {
                narrow(&written, c, to, &mut origins);
                origins.into_iter().map(|from| step(&written, from, to)).collect()
            }
        }
    };
    let legal = |m: &Move| position.from_raw(m.raw());
    let mut found = candidates.iter().filter_map(|m| legal(m).or_else(|| legal(&forced(&written, *m)?)));
    match (found.next(), found.next()) {
        (Some(m), None) => Ok((m, rest)),
        (Some(_), Some(_)) => Err(NotationError::Ambiguous { text: own.to_owned() }),
        (None, _) => {
            let drop = drop_of(&written, to).filter(|_| written.from.is_none() && written.words.is_empty());
            Ok((drop.and_then(|m| legal(&m)).ok_or_else(illegal)?, rest))
        }
    }
}

fn drop_of(written: &Written, to: Square) -> Option<Move> {
    piece::HAND.contains(&written.piece).then(|| Move::drop(written.piece, to))
}

fn step(written: &Written, from: Square, to: Square) -> Move {
    let promotes = written.words.ends_with(PROMOTES) && !written.words.ends_with("不成");
    if promotes { Move::promotion(from, to) } else { Move::new(from, to) }
}

/// The promotion of a piece of which nothing is said and which must promote.
fn forced(written: &Written, m: Move) -> Option<Move> {
    let is_silent = !written.words.contains(['成', '不', '生']) && written.from.is_none();
    Some(Move::promotion(Position::origin(m)?, Position::destination(m))).filter(|_| is_silent)
}

/// Keeps the pieces that come the way that is told.
fn narrow(written: &Written, c: Color, to: Square, origins: &mut Vec<Square>) {
    let words = &written.words;
    let ways = [("上行入直", Ordering::Greater), ("寄", Ordering::Equal), ("引", Ordering::Less)];
    for (letters, ahead) in ways {
        if words.contains(|letter| letters.contains(letter)) {
            origins.retain(|&from| way(c, from, to).0 == ahead);
        }
    }
    if words.contains('直') {
        origins.retain(|&from| way(c, from, to).1 == Ordering::Equal);
    }
    for (letter, outer) in [('左', Ordering::Greater), ('右', Ordering::Less)] {
        if words.contains(letter) {
            let is_outer =
                |&from: &Square, all: &[Square]| all.iter().all(|&other| way(c, other, from).1 != outer);
            let all = origins.clone();
            origins.retain(|from| is_outer(from, &all));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{All, MoveList};

    /// The texts of all moves of a piece type to a square.
    fn texts(sfen: &str, to: &str, pt: PieceType) -> Vec<String> {
        let position = Position::parse(sfen).expect(sfen);
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        let to = square::parse(to).expect("a square");
        let mut all: Vec<String> = Vec::new();
        for &m in &list {
            let parts = position.parts(m);
            if parts.to == to && parts.piece == pt {
                let text = text(&position, m);
                assert_eq!(read(&position, &text), Ok((m, "")), "{text}");
                all.push(format!("{} {text}", position.move_text(m)));
            }
        }
        all.sort();
        all
    }

    /// The examples of the Japan Shogi Association's page.
    #[test]
    fn the_associations_examples() {
        let gold = piece::GOLD;
        let check = |sfen: &str, to: &str, pt, expected: &[&str]| {
            assert_eq!(texts(sfen, to, pt), expected, "{sfen} {to}");
        };
        check("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "8b", gold, &["7b8b ８二金寄", "9c8b ８二金上"]);
        check("8k/4G4/9/5G3/9/9/9/9/4K4 b - 1", "5c", gold, &["4d5c ５三金上", "5b5c ５三金引"]);
        check("4k4/9/9/9/9/9/9/9/4K1G1G b - 1", "2h", gold, &["1i2h ２八金右", "3i2h ２八金左"]);
        check(
            "4k4/9/9/9/9/9/9/9/3GGG2K b - 1",
            "5h",
            gold,
            &["4i5h ５八金右", "5i5h ５八金直", "6i5h ５八金左"],
        );
        let silver = piece::SILVER;
        check("4k4/9/9/9/9/9/9/9/2SS4K b - 1", "7h", silver, &["6i7h ７八銀右", "7i7h ７八銀直"]);
        let tokin = piece::PRO_PAWN;
        check(
            "4k4/9/9/9/9/9/9/9/+P+P+P5K b - 1",
            "8h",
            tokin,
            &["7i8h ８八と右", "8i8h ８八と直", "9i8h ８八と左"],
        );
        check(
            "4k4/9/9/9/9/9/2S1S4/9/2S1S3K b - 1",
            "6h",
            silver,
            &["5g6h ６八銀右引", "5i6h ６八銀右上", "7g6h ６八銀左引", "7i6h ６八銀左上"],
        );
        let dragon = DRAGON;
        check("4k4/+R8/9/1+R7/9/9/9/9/4K4 b - 1", "8b", dragon, &["8d8b ８二龍上", "9b8b ８二龍寄"]);
        check("4k4/9/9/9/9/9/9/9/+R+R6K b - 1", "8h", dragon, &["8i8h ８八龍右", "9i8h ８八龍左"]);
        check("4k4/9/9/9/9/9/9/9/2K3+B+B1 b - 1", "3h", piece::HORSE, &["2i3h ３八馬右", "3i3h ３八馬左"]);
    }

    #[test]
    fn promotions_and_drops() {
        assert_eq!(
            texts("4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "5c", piece::SILVER),
            ["5d5c ５三銀不成", "5d5c+ ５三銀成"]
        );
        assert_eq!(
            texts("4k4/9/9/9/4S4/9/9/9/4K4 b S 1", "5d", piece::SILVER),
            ["5e5d ５四銀", "S*5d ５四銀打"]
        );
        assert_eq!(texts("4k4/9/9/9/9/9/9/9/4K4 b S 1", "5d", piece::SILVER), ["S*5d ５四銀"]);
    }

    #[test]
    fn what_is_no_move_is_said() {
        let position = Position::start();
        for (text, expected) in [
            ("７六歩(77)", Ok("7g7f")),
            ("76歩(77)", Ok("7g7f")),
            ("▲７六歩", Ok("7g7f")),
            ("７六歩(67)", Err("not legal")),
            ("７六象(77)", Err("no move")),
            ("同　歩(77)", Err("no move")),
            ("５八金", Err("several")),
            ("７六金打", Err("not legal")),
            ("７六歩(70)", Err("no move")),
        ] {
            match (read(&position, text), expected) {
                (Ok((m, _)), Ok(usi)) => assert_eq!(position.move_text(m), usi),
                (Err(error), Err(said)) => assert!(error.to_string().contains(said), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}
