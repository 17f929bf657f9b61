//! Pages and scripts in another language. Only markup that this program has made is read: every
//! angle bracket in a text is escaped.

use std::collections::HashMap;

use super::{Language, catalogue};

/// Attributes that people read or hear.
const SPOKEN: [&str; 5] = ["aria-label", "title", "placeholder", "data-kind", "data-size"];
/// Elements whose text is not for people, or is somebody else's.
const KEPT: [&str; 3] = ["style", "code", "bdi"];
const SCRIPT: &str = "script";
/// How a script calls the function that fills in a text.
const SAY: &str = "say('";

/// A page, or a part of one.
pub fn translate(game: &str, markup: &str) -> String {
    Walk {
        out: String::with_capacity(markup.len()),
        known: HashMap::new(),
        kept: None,
        games: vec![(game, "", 0)],
    }
    .page(markup)
}

struct Walk<'a> {
    out: String,
    /// Texts that were met before: a page says the same often.
    known: HashMap<(&'a str, &'a str), String>,
    /// The element whose text is kept, and how many of its name are open in it.
    kept: Option<(&'a str, u32)>,
    /// The games of the elements we are in: the game, the element's name, how many of its name are open.
    games: Vec<(&'a str, &'a str, u32)>,
}

impl<'a> Walk<'a> {
    fn page(mut self, markup: &'a str) -> String {
        let mut rest = markup;
        while let Some(open) = rest.find('<') {
            self.text(&rest[..open]);
            let Some(end) = tag_end(&rest[open..]) else {
                self.out.push_str(&rest[open..]);
                return self.out;
            };
            let tag = &rest[open..=open + end];
            rest = &rest[open + end + 1..];
            self.tag(tag);
            if name_of(tag) == SCRIPT && !tag.starts_with("</") {
                let end = rest.find("</script>").unwrap_or(rest.len());
                self.out.push_str(&translate_script(&rest[..end]));
                rest = &rest[end..];
            }
        }
        self.text(rest);
        self.out
    }

    fn text(&mut self, text: &'a str) {
        if self.kept.is_some() || !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            self.out.push_str(text);
            return;
        }
        let said = self.said(text);
        self.out.push_str(&said);
    }

    fn said(&mut self, text: &'a str) -> String {
        let game = self.games.last().map_or("", |&(game, ..)| game);
        self.known
            .entry((game, text))
            .or_insert_with(|| {
                let plain = unescape(text);
                let said = Language::Japanese.say_of(game, &plain);
                if said == plain { text.to_owned() } else { escape(&said) }
            })
            .clone()
    }

    fn tag(&mut self, tag: &'a str) {
        let name = name_of(tag);
        let is_end = tag.starts_with("</");
        let is_whole = tag.ends_with("/>");
        if let Some((kept, open)) = &mut self.kept {
            if *kept == name && !is_whole {
                *open = if is_end { *open - 1 } else { *open + 1 };
            }
            if *open == 0 {
                self.kept = None;
            }
            self.out.push_str(tag);
            return;
        }
        if let Some((_, _, open)) = self.games.last_mut().filter(|&&mut (_, own, _)| own == name && !is_whole)
        {
            *open = if is_end { *open - 1 } else { *open + 1 };
            if *open == 0 {
                self.games.pop();
            }
        }
        if !is_end && !is_whole {
            if let Some(game) = attribute(tag, "data-game") {
                self.games.push((game, name, 1));
            }
            if KEPT.contains(&name) || attribute(tag, "translate") == Some("no") {
                self.kept = Some((name, 1));
            }
        }
        let before = self.out.len();
        self.attributes(tag);
        if name == "html" {
            let written = self.out.split_off(before).replace("lang=\"en\"", "lang=\"ja\"");
            self.out.push_str(&written);
        }
    }

    /// Writes a tag, its attributes for people in the other language.
    fn attributes(&mut self, tag: &'a str) {
        let mut rest = tag;
        while let Some(at) = rest.find("=\"") {
            let (head, tail) = rest.split_at(at + 2);
            let end = tail.find('"').unwrap_or(tail.len());
            let name = head[..at].rsplit(' ').next().unwrap_or_default();
            self.out.push_str(head);
            if SPOKEN.contains(&name) {
                let said = self.said(&tail[..end]);
                self.out.push_str(&said);
            } else {
                self.out.push_str(&tail[..end]);
            }
            rest = &tail[end..];
        }
        self.out.push_str(rest);
    }
}

/// Where a tag ends: brackets within quotation marks are text.
fn tag_end(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    text.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b'>' && !is_quoted
    })
}

fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let length = tag[start..].find('"')?;
    Some(&tag[start..start + length])
}

const ESCAPES: [(&str, &str); 5] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#8592;", "\u{2190}"), ("&#8594;", "\u{2192}")];

fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    ESCAPES
        .iter()
        .fold(text.to_owned(), |text, (code, plain)| text.replace(code, plain))
        .replace("&amp;", "&")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A script: the texts in calls of its function `say`.
pub fn translate_script(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find(SAY) {
        let (head, tail) = rest.split_at(at + SAY.len());
        out.push_str(head);
        let end = literal_end(tail);
        let own = catalogue().source("script", &plain(&tail[..end]));
        match own {
            Some(own) => out.push_str(&own.replace('\\', "\\\\").replace('\'', "\\'").replace("</", "<\\/")),
            None => out.push_str(&tail[..end]),
        }
        rest = &tail[end..];
    }
    out.push_str(rest);
    out
}

/// A literal as it is meant.
fn plain(literal: &str) -> String {
    const CODES: [(&str, &str); 4] =
        [("\\'", "'"), ("\\u2026", "\u{2026}"), ("\\u2190", "\u{2190}"), ("\\u2192", "\u{2192}")];
    CODES.iter().fold(literal.to_owned(), |text, (code, letter)| text.replace(code, letter))
}

/// Where a literal between single quotation marks ends.
fn literal_end(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'\'' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markup: &str, expected: &str) {
        assert_eq!(translate("", markup), expected);
    }

    #[test]
    fn texts_and_spoken_attributes_are_translated() {
        check("<p class=\"pawn\">checkmate <b>capture</b></p>", "<p class=\"pawn\">詰み <b>駒取り</b></p>");
        check(
            "<svg aria-label=\"checkmate\" viewBox=\"0 0\"/>",
            "<svg aria-label=\"詰み\" viewBox=\"0 0\"/>",
        );
        check("<html lang=\"en\"><p>x</p></html>", "<html lang=\"ja\"><p>x</p></html>");
        check(
            "<!DOCTYPE html><i title=\"a > b\">1 &lt; 2</i>",
            "<!DOCTYPE html><i title=\"a > b\">1 &lt; 2</i>",
        );
        check("an end that <is none", "an end that <is none");
    }

    #[test]
    fn texts_of_others_are_kept() {
        check("<bdi>checkmate</bdi>", "<bdi>checkmate</bdi>");
        check("<code>black</code> <i>black</i>", "<code>black</code> <i>先手</i>");
        check(
            "<div translate=\"no\"><div>black</div>black</div><p>black</p>",
            "<div translate=\"no\"><div>black</div>black</div><p>先手</p>",
        );
    }

    #[test]
    fn names_are_those_of_the_game() {
        check(
            "<div data-game=\"chess\"><div>black</div>black</div><p>black</p>",
            "<div data-game=\"chess\"><div>黒</div>黒</div><p>先手</p>",
        );
        assert_eq!(translate("chess", "<i>white</i>"), "<i>白</i>");
    }

    #[test]
    fn texts_of_scripts_are_marked() {
        assert_eq!(translate_script("a = 'Search'; b = say('Search');"), "a = 'Search'; b = say('検討');");
        assert_eq!(
            translate("", "<script>if (a<b) say('Search')</script>"),
            "<script>if (a<b) say('検討')</script>"
        );
        assert_eq!(translate_script("say('it\\'s unknown')"), "say('it\\'s unknown')");
    }
}
