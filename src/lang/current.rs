//! Which language is spoken, and messages in it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::catalogue::SCRIPT;
use super::{Language, catalogue};

/// The language of the program.
static IS_JAPANESE: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// That of the work at hand, where it is another.
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Sets the language of the program.
pub fn set(language: Language) {
    IS_JAPANESE.store(language == Language::Japanese, Relaxed);
}

/// The language that messages are made in.
pub fn current() -> Language {
    let of_program = || if IS_JAPANESE.load(Relaxed) { Language::Japanese } else { Language::English };
    HERE.get().unwrap_or_else(of_program)
}

/// Does something whose messages on this thread are in a language of their own.
pub fn within<T>(language: Language, work: impl FnOnce() -> T) -> T {
    /// Puts back what was before, also where the work panics.
    struct Before(Option<Language>);
    impl Drop for Before {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _before = Before(HERE.replace(Some(language)));
    work()
}

/// A whole message in the language of now; what the catalogue does not have stays English.
pub fn text(english: &str) -> &str {
    text_of("", english)
}

/// The same about a game, `shogi` or `chess`, whose sides and pieces have names of their own.
pub fn text_of<'a>(game: &str, english: &'a str) -> &'a str {
    match current() {
        Language::English => english,
        Language::Japanese => catalogue().find(game, english).unwrap_or(english),
    }
}

/// Whole messages in the language of now, with commas between them.
pub fn list(messages: &[&str]) -> String {
    messages.iter().map(|message| text(message)).collect::<Vec<_>>().join(text(", "))
}

/// What another program part says, the system or a library, in the language of now: some of their whole
/// messages are in the catalogue.
pub fn foreign(said: impl Display) -> String {
    text(&said.to_string()).to_owned()
}

/// What the scripts of a page say in the language of now, as one JSON object by the English messages; nothing in
/// English. No `<` stands in it, which might end the element that holds it.
pub fn words() -> String {
    let entries = match current() {
        Language::English => &[][..],
        Language::Japanese => catalogue().entries(),
    };
    let said = entries.iter().filter(|entry| entry.file == SCRIPT);
    let said: BTreeMap<&str, &str> = said.map(|entry| (&*entry.english, &*entry.japanese)).collect();
    serde_json::to_string(&said).unwrap_or_default().replace('<', "\\u003c")
}

/// Markup in the language of now: what stands in `{{...}}` is a message, `{{lang}}` the language, and `{{words}}` are
/// the [messages of the scripts](words).
pub fn filled(markup: &str) -> String {
    let mut parts = markup.split("{{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |page, part| {
        let (message, rest) = part.split_once("}}").unwrap_or(("", part));
        let own = match message {
            "lang" => current().code().to_owned(),
            "words" => words(),
            message => text(message).to_owned(),
        };
        page + &own + rest
    })
}

/// A message with its places, `{name}`, filled in.
pub fn fill(message: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut out = String::with_capacity(message.len() + 16);
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}').and_then(|(name, behind)| {
            let (_, value) = values.iter().find(|(own, _)| *own == name)?;
            Some((value, behind))
        });
        match place {
            Some((value, behind)) => {
                out.push_str(&value.to_string());
                rest = behind;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// A message that is told later, in the language of then: an error may go to a person or into a file. Its place
/// `side` is filled in by the name of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The game that it is about.
    pub game: &'static str,
    /// Its English text.
    pub text: &'static str,
    /// What stands in its places.
    pub values: Vec<(&'static str, String)>,
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let told = |(name, value): &(&'static str, String)| match *name {
            "side" => (*name, text_of(self.game, value).to_owned()),
            _ => (*name, value.clone()),
        };
        let values: Vec<(&str, String)> = self.values.iter().map(told).collect();
        let values: Vec<(&str, &dyn Display)> =
            values.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
        f.write_str(&fill(text_of(self.game, self.text), &values))
    }
}

/// A message in the language of now. The English text is its key in the catalogue; its places are filled in
/// by name: `tr!("no file {name} from {place}", name, place = self.place)`. Without places it is the text itself, and else
/// a `String`.
macro_rules! tr {
    ($text:literal) => { $crate::lang::text($text) };
    ($text:literal, $($places:tt)+) => { $crate::lang::tr_of!("", $text, $($places)+) };
}

/// [`tr`] about a game, whose sides and pieces have names of their own.
macro_rules! tr_of {
    ($game:expr, $text:literal) => { $crate::lang::text_of($game, $text) };
    ($game:expr, $text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::lang::fill(
            $crate::lang::text_of($game, $text),
            &[$((stringify!($name), &$crate::lang::tr_value!($name $(= $value)?) as &dyn ::std::fmt::Display)),+],
        )
    };
}

/// A [`Message`] about a game: as [`tr_of`], but told later.
macro_rules! message {
    ($game:expr, $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::lang::Message {
            game: $game,
            text: $text,
            values: vec![$((stringify!($name), $crate::lang::tr_value!($name $(= $value)?).to_string())),*],
        }
    };
}

/// The value of a place.
macro_rules! tr_value {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

pub(crate) use {message, tr, tr_of, tr_value};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_by_name() {
        let values: &[(&str, &dyn Display)] = &[("a", &1), ("b", &"{a}")];
        assert_eq!(fill("{b}, {a}: {c} {", values), "{a}, 1: {c} {");
    }

    #[test]
    fn a_message_is_made_in_the_language_of_now() {
        let (name, most) = ("Hash", 5);
        let told = || tr!("{name}: expected a whole number from {least} to {most}", name, least = 1, most);
        assert_eq!(told(), "Hash: expected a whole number from 1 to 5");
        assert_eq!(within(Language::Japanese, told), "Hash: 1 から 5 までの整数を指定してください");
    }

    #[test]
    fn what_is_told_later_is_told_in_the_language_of_then() {
        let fault = within(Language::Japanese, || message!("chess", "no {side} king", side = "black"));
        assert_eq!(fault.to_string(), "no black king");
        assert_eq!(within(Language::Japanese, || fault.to_string()), "黒のキングがありません");
    }

    #[test]
    fn a_language_holds_for_a_piece_of_work_on_its_thread() {
        let mate = || text("checkmate");
        let inner = || (mate(), within(Language::English, mate), mate());
        assert_eq!(within(Language::Japanese, inner), ("詰み", "checkmate", "詰み"));
        assert_eq!(mate(), "checkmate");
        let other = || std::thread::spawn(|| text("checkmate")).join().unwrap_or_default();
        assert_eq!(within(Language::Japanese, other), "checkmate");
    }
}
