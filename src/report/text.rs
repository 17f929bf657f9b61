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
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if columns(line.trim_end()) <= width {
            out.push_str(line);
        } else {
            wrap(line.trim_end(), width, &mut out);
            out.push('\n');
        }
    }
    if !text.ends_with('\n') && out.ends_with('\n') {
        out.pop();
    }
    out
}

/// Breaks one line at blanks, and between letters of two columns.
fn wrap(line: &str, width: usize, out: &mut String) {
    let indent = hanging_indent(line).min(width / 2);
    let start = line.len() - line.trim_start().len();
    out.push_str(&line[..start]);
    let mut used = columns(&line[..start]);
    let mut is_first = true;
    for (gap, word) in words(&line[start..]) {
        // What has a line of its own stays whole.
        let is_whole = indent + columns(word) <= width;
        let mut rest = word;
        while !rest.is_empty() {
            let piece = if is_whole { rest } else { first_piece(rest) };
            let gap = if rest.len() == word.len() { gap } else { 0 };
            let needed = gap + columns(piece);
            if !is_first && used + needed > width {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                used = indent + columns(piece);
            } else {
                out.push_str(&" ".repeat(gap));
                used += needed;
            }
            out.push_str(piece);
            is_first = false;
            rest = &rest[piece.len()..];
        }
    }
}

/// The words of a line, each with the number of blanks before it.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut gap = 0;
    line.split(' ').filter_map(move |word| {
        if word.is_empty() {
            gap += 1;
            return None;
        }
        Some((std::mem::replace(&mut gap, 1), word))
    })
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
    let second = line.trim_start().find("  ").map(|gap| {
        let rest = &line[begin + gap..];
        begin + gap + rest.len() - rest.trim_start().len()
    });
    match second.map(|at| columns(&line[..at])).filter(|&at| at <= DEEPEST) {
        Some(at) => at,
        None if begin > 0 => columns(&line[..begin]),
        None => FURTHER_IN,
    }
}
