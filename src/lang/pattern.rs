//! Messages with places that are filled in: `move {number#}: {fault~}`.
//!
//! A place has a name and perhaps a mark: `#` a number, `=` one word or a text in quotation marks, `~` a message that is
//! translated itself, `=~` a word that is translated; without a mark it is any text, which stays as it is.

/// Steps that a comparison may take: a bound for texts made to be slow.
const STEPS: u32 = 20_000;

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text.
    Fixed(String),
    /// A place.
    Place(String, Mark),
}

/// What may stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Anything.
    Any,
    /// A number.
    Number,
    /// A word.
    Word,
    /// A message.
    Message,
    /// A word that is a message.
    WordMessage,
}

/// The parts of a message. Braces that enclose no name are text.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut fixed = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let place =
            rest[open..].find('}').and_then(|length| place(&rest[open + 1..open + length]).zip(Some(length)));
        let Some(((name, mark), length)) = place else {
            fixed.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        fixed.push_str(&rest[..open]);
        if !fixed.is_empty() {
            parts.push(Part::Fixed(std::mem::take(&mut fixed)));
        }
        parts.push(Part::Place(name, mark));
        rest = &rest[open + length + 1..];
    }
    fixed.push_str(rest);
    if !fixed.is_empty() {
        parts.push(Part::Fixed(fixed));
    }
    parts
}

/// The name and the mark of a place.
fn place(text: &str) -> Option<(String, Mark)> {
    let name = text.trim_end_matches(['#', '=', '~']);
    let mark = match &text[name.len()..] {
        "" => Mark::Any,
        "#" => Mark::Number,
        "=" => Mark::Word,
        "~" => Mark::Message,
        "=~" => Mark::WordMessage,
        _ => return None,
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    is_name.then(|| (name.to_owned(), mark))
}

/// What stands in the places of a message, if a text is one.
pub fn filled<'a>(parts: &[Part], text: &'a str) -> Option<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut steps = 0;
    fill(parts, text, &mut found, &mut steps).then_some(found)
}

fn fill<'a>(parts: &[Part], text: &'a str, found: &mut Vec<&'a str>, steps: &mut u32) -> bool {
    *steps += 1;
    match parts {
        [] => text.is_empty(),
        [Part::Fixed(fixed), rest @ ..] => {
            text.strip_prefix(fixed.as_str()).is_some_and(|text| fill(rest, text, found, steps))
        }
        [Part::Place(_, mark)] => {
            found.push(text);
            fits(*mark, text) || found.pop().is_none()
        }
        [Part::Place(_, mark), rest @ ..] => {
            let ends: Vec<usize> = match &rest[0] {
                Part::Fixed(fixed) => text.match_indices(fixed.as_str()).map(|(at, _)| at).collect(),
                Part::Place(..) => text.char_indices().map(|(at, _)| at).skip(1).collect(),
            };
            for end in ends {
                if *steps > STEPS {
                    return false;
                }
                let depth = found.len();
                found.push(&text[..end]);
                if fits(*mark, &text[..end]) && fill(rest, &text[end..], found, steps) {
                    return true;
                }
                found.truncate(depth);
            }
            false
        }
    }
}

fn fits(mark: Mark, text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "+-.,%\u{2212}".contains(c);
    match mark {
        Mark::Any | Mark::Message => !text.is_empty(),
        Mark::Number => text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(is_number),
        Mark::Word | Mark::WordMessage => {
            !text.is_empty() && (is_quoted(text) || !text.contains(char::is_whitespace))
        }
    }
}

/// Whether it is somebody's text, which stands between quotation marks.
fn is_quoted(text: &str) -> bool {
    text.len() > 1 && text.starts_with('\'') && text.ends_with('\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, text: &str, expected: Option<&[&str]>) {
        assert_eq!(filled(&parts(pattern), text).as_deref(), expected, "{pattern} of {text}");
    }

    #[test]
    fn places_are_filled() {
        check("depth {n#}", "depth 12", Some(&["12"]));
        check("depth {n#}", "depth twelve", None);
        check("{a=} is no {b}", "'x y' is no USI move", Some(&["'x y'", "USI move"]));
        check("{a=} is no {b}", "x y is no move", None);
        check("{a}: {b}", "x: y: z", Some(&["x", "y: z"]));
        check("{a} of {n#} shown", "1 of 2 of 3 shown", Some(&["1 of 2", "3"]));
        check("{} and {A}", "{} and {A}", Some(&[]));
        check("{a=~} king", "black king", Some(&["black"]));
        check("{a=~} king", "no black king", None);
        check("{a}", "", None);
    }

    #[test]
    fn hostile_texts_end() {
        let text = "a, ".repeat(1300);
        assert_eq!(filled(&parts("{a}, {b}, {c}, {d}, {e}!"), &text), None);
    }
}
