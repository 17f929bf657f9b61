//! Text for a terminal of some width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Columns that a text takes on a terminal.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Text with no line wider than the terminal, as far as no word is: longer
/// lines go on below, indented as the line is, or under its second column.
pub fn fit(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let fitted = |line: &str| match line.trim_end() {
        told if columns(told) <= width => line.to_owned(),
        told => wrap(told, width) + if line.ends_with('\n') { "\n" } else { "" },
    };
    text.split_inclusive('\n').map(fitted).collect()
}

/// Breaks one line at blanks, and between letters of two columns.
fn wrap(line: &str, width: usize) -> String {
    let indent = hanging_indent(line).min(width / 2);
    let (start, rest) = line.split_at(line.len() - line.trim_start().len());
    let (mut out, mut used) = (start.to_owned(), columns(start));
    for (number, (gap, piece)) in pieces(rest, width - indent).into_iter().enumerate() {
        let needed = gap + columns(piece);
        if number > 0 && used + needed > width {
            out = out + "\n" + &" ".repeat(indent);
            used = indent + columns(piece);
        } else {
            out += &" ".repeat(gap);
            used += needed;
        }
        out += piece;
    }
    out
}

/// What a line is made of, each with the number of blanks before it: words, and pieces of those that are wider than a
/// line of their own.
fn pieces(line: &str, room: usize) -> Vec<(usize, &str)> {
    let (mut pieces, mut blanks) = (Vec::new(), 0);
    for mut rest in line.split(' ') {
        let is_whole = columns(rest) <= room;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(if is_whole { rest.len() } else { first_piece(rest).len() });
            pieces.push((std::mem::take(&mut blanks), piece));
            rest = behind;
        }
        blanks += 1;
    }
    pieces
}

/// The beginning of a word up to where a line may end: Japanese has no blanks. No line begins with a mark
/// that closes, nor ends with one that opens.
fn first_piece(word: &str) -> &str {
    const CLOSES: &str = "\u{30fb}\u{3001}\u{3002}\u{300d}\u{ff09}\u{30fc}\u{ff1a},.:;)]!?";
    const OPENS: &str = "\u{300c}\u{ff08}([";
    let is_wide = |c: char| c.width() == Some(2);
    let mut letters = word.char_indices().zip(word.chars().skip(1));
    let end = letters.find_map(|((at, one), next)| {
        let may = (is_wide(one) || is_wide(next)) && !CLOSES.contains(next) && !OPENS.contains(one);
        may.then_some(at + one.len_utf8())
    });
    &word[..end.unwrap_or(word.len())]
}

/// Where a line goes on: under its second column if it has two, which a gap of
/// two blanks parts, and else a little further in than it begins.
fn hanging_indent(line: &str) -> usize {
    const DEEPEST: usize = 40;
    const FURTHER_IN: usize = 2;
    let begin = line.len() - line.trim_start().len();
    let gap = line.trim_start().find("  ");
    let second = gap.map(|gap| line.len() - line[begin + gap..].trim_start().len());
    match second.map(|at| columns(&line[..at])).filter(|&at| at <= DEEPEST) {
        Some(at) => at,
        None if begin > 0 => columns(&line[..begin]),
        None => FURTHER_IN,
    }
}
