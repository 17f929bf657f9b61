//! The same position with colors exchanged: the board turned by half a turn.

/// Files and ranks of the board.
const SIZE: u8 = 9;

/// The position seen from the other side of the board: text without number in,
/// text without number out; nothing if it is none.
///
/// ```
/// use somatic::book::flip_position;
///
/// let text = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w 2Pr";
/// let flipped = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R2p";
/// assert_eq!(flip_position(text).as_deref(), Some(flipped));
/// ```
pub fn flip_position(key: &str) -> Option<String> {
    let mut words = key.split(' ');
    let (board, side, hands) = (words.next()?, words.next()?, words.next()?);
    let ranks: Vec<String> = board.split('/').rev().map(flip_rank).collect();
    let side = if side == "b" { 'w' } else { 'b' };
    Some(format!("{} {side} {}", ranks.join("/"), flip_hands(hands)))
}

/// A rank from right to left; a `+` stays before its piece.
fn flip_rank(rank: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    let mut promoted = false;
    for letter in rank.chars() {
        if letter == '+' {
            promoted = true;
            continue;
        }
        let sign = if std::mem::take(&mut promoted) { "+" } else { "" };
        pieces.push(format!("{sign}{}", other_case(letter)));
    }
    pieces.reverse();
    pieces.concat()
}

/// The hands exchanged: black's, in capital letters, stand first.
fn flip_hands(hands: &str) -> String {
    let (mut black, mut white) = (String::new(), String::new());
    let mut number = String::new();
    for letter in hands.chars() {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        let hand = if letter.is_ascii_lowercase() { &mut black } else { &mut white };
        hand.push_str(&number);
        hand.push(other_case(letter));
        number.clear();
    }
    black + &white
}

const fn other_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// A move in USI text seen from the other side of the board.
pub fn flip_move(text: &str) -> String {
    let flip = |c: char| match c {
        '1'..='9' => char::from(b'1' + SIZE - 1 - (c as u8 - b'1')),
        'a'..='i' => char::from(b'a' + SIZE - 1 - (c as u8 - b'a')),
        c => c,
    };
    // The letter of a drop is a capital: it stays.
    text.chars().map(flip).collect()
}
