//! The language of the program: what `--lang` says, else what the locale says. It is found once, before
//! the arguments are read, so that what is wrong with them is said in it.

use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;
use std::sync::OnceLock;

use clap::Command;
use clap::builder::StyledStr;

use super::output::width;
use crate::lab::batch::write_whole;
use crate::lang::{self, Language, UnknownLanguage};
use crate::report::TextTable;

/// The option that chooses it.
const OPTION: &str = "--lang";
/// The variables of a locale, the strongest first.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// What was found; as with the locale of a process, there is one.
static FOUND: OnceLock<Found> = OnceLock::new();

#[derive(Clone, Copy, Debug, Default)]
struct Found {
    asked: Option<Language>,
    of_locale: Language,
}

/// Finds the language out of the arguments of the program and the locale.
pub fn find() {
    let values = LOCALE.map(|name| std::env::var(name).ok());
    let of_locale = Language::of_locale(values.each_ref().map(Option::as_deref));
    let _ = FOUND.set(Found { asked: asked(std::env::args_os().skip(1)), of_locale });
    lang::set(of_messages());
}

/// The language that the arguments ask for. What is wrong with them is told later.
fn asked(arguments: impl Iterator<Item = OsString>) -> Option<Language> {
    let mut found = None;
    let mut is_value = false;
    for argument in arguments {
        let Some(text) = argument.to_str() else { continue };
        if text == "--" {
            break;
        }
        let value = text.strip_prefix(OPTION).and_then(|rest| rest.strip_prefix('='));
        if let Some(value) = value.or(is_value.then_some(text)) {
            found = Language::parse(value).unwrap_or(found);
        }
        is_value = text == OPTION;
    }
    found
}

/// A value of the option. It was read [before](find) all others.
#[derive(Clone, Copy, Debug)]
pub struct Asked;

impl FromStr for Asked {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        Language::parse(text).map(|_| Self)
    }
}

/// The help of a command and of its options in the language of messages.
pub fn translated(command: Command) -> Command {
    let language = of_messages();
    if language == Language::English {
        return command;
    }
    let say = |text: &StyledStr| language.say(&text.to_string()).into_owned();
    let about = command.get_about().map(say);
    // Paragraphs, each of one line.
    let say_all = |text: &StyledStr| {
        let text = text.to_string();
        text.split("\n\n").map(|part| language.say(part)).collect::<Vec<_>>().join("\n\n")
    };
    let long = command.get_long_about().map(say_all);
    let mut command = command.mut_args(|argument| {
        let help = argument.get_help().map(say);
        let long = argument.get_long_help().map(say_all);
        let argument = help.into_iter().fold(argument, |argument, help| argument.help(help));
        long.into_iter().fold(argument, |argument, help| argument.long_help(help))
    });
    command = about.into_iter().fold(command, |command, about| command.about(about));
    command = long.into_iter().fold(command, |command, long| command.long_about(long));
    command.mut_subcommands(translated)
}

/// Writes a page in the language of messages.
///
/// # Errors
/// What the system says.
pub fn write_page(path: &Path, page: String) -> anyhow::Result<()> {
    write_whole(path, of_messages().markup("", page))
}

/// A rendered help in the language of messages: its headings, and what stands behind the help of an option.
pub fn headings(help: &str) -> String {
    const BEHIND: [(&str, &str); 2] = [("[default: ", "[既定値: "), ("[possible values: ", "[値: ")];
    match of_messages() {
        Language::English => help.to_owned(),
        language @ Language::Japanese => {
            // By paragraphs: the help of `match` is longer than any message.
            let paragraph = |part: &str| {
                let part = language.say(part);
                match part.split_once(":\n") {
                    Some((heading, rest)) => format!("{}:\n{rest}", language.say(heading)),
                    None => part.into_owned(),
                }
            };
            let help = help.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n");
            BEHIND.iter().fold(help, |help, (english, own)| help.replace(english, own))
        }
    }
}

/// The language of errors, notes and pages.
pub fn of_messages() -> Language {
    let found = FOUND.get().copied().unwrap_or_default();
    found.asked.unwrap_or(found.of_locale)
}

/// The language of what programs read as well: lines to a GUI. There the locale decides nothing.
pub fn of_dialogue() -> Language {
    FOUND.get().and_then(|found| found.asked).unwrap_or_default()
}

/// A table for people on standard output.
pub fn shown(table: &TextTable) -> String {
    match of_output() {
        Language::English => table.text(width()),
        language @ Language::Japanese => table.reworded(|text| language.say(text).into_owned()).text(width()),
    }
}

/// The language of text on standard output: that of messages on a terminal, and else that of a dialogue.
pub fn of_output() -> Language {
    if width().is_some() { of_messages() } else { of_dialogue() }
}
