//! The language of the program: what `--lang` says, else what the locale says. It is found once, before the
//! arguments are read, so that what is wrong with them is said in it.

use std::ffi::OsString;
use std::str::FromStr;
use std::sync::OnceLock;

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};

use super::output::{print_line, width};
use crate::lang::{self, Language, UnknownLanguage, tr};
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

/// The arguments without the option where help is asked for by its command, which takes no options.
pub(crate) fn arguments() -> Vec<OsString> {
    let all: Vec<OsString> = std::env::args_os().collect();
    if all.get(1).is_none_or(|word| word != "help") {
        return all;
    }
    let is_option = |word: &OsString| word == OPTION;
    let joined = |word: &str| word.strip_prefix(OPTION).is_some_and(|rest| rest.starts_with('='));
    let is_joined = |word: &OsString| word.to_str().is_some_and(joined);
    let value = all.iter().position(is_option).map(|at| at + 1);
    let is_kept =
        |&(at, word): &(usize, &OsString)| !is_option(word) && !is_joined(word) && Some(at) != value;
    all.iter().enumerate().filter(is_kept).map(|(_, word)| word.clone()).collect()
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

/// The help of a command, of its options and of the commands within it, in the language of messages.
pub fn translated(command: Command) -> Command {
    if lang::current() == Language::English {
        return command;
    }
    let usage = tr!("Usage: {usage}", usage = "{usage}");
    let told = |about: Option<&StyledStr>| Resettable::from(about.map(|about| paragraphs(about).into()));
    let (about, long) = (told(command.get_about()), told(command.get_long_about()));
    command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(tr!("Commands"))
        .mut_args(translated_argument)
        .about(about)
        .long_about(long)
        .mut_subcommands(translated)
}

/// The help of an argument, and what stands behind it: the values that it can have, and the one that it has
/// unless it is given.
fn translated_argument(argument: Arg) -> Arg {
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
    let defaults: Vec<String> = defaults.filter(|_| argument.get_action().takes_values()).collect();
    let values: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let mut behind = Vec::new();
    if defaults.iter().any(|value| !value.is_empty()) && !argument.is_hide_default_value_set() {
        behind.push(tr!("[default: {value}]", value = defaults.join(" ")));
    }
    if !values.is_empty() && argument.get_action().takes_values() {
        behind.push(tr!("[possible values: {values}]", values = values.join(", ")));
    }
    let help = argument.get_help().map(paragraphs);
    let long = argument.get_long_help().map(paragraphs);
    let heading = match argument.get_help_heading() {
        Some(_) => lang::text(super::limits::OWN),
        None if argument.is_positional() => tr!("Arguments"),
        None => tr!("Options"),
    };
    let argument = argument.hide_default_value(true).hide_possible_values(true).help_heading(heading);
    let with = |text: String, gap: &str| [std::slice::from_ref(&text), &behind].concat().join(gap);
    let argument = help.into_iter().fold(argument, |argument, help| argument.help(with(help, " ")));
    long.into_iter().fold(argument, |argument, help| argument.long_help(with(help, "\n\n")))
}

/// Paragraphs, each of which is a message.
fn paragraphs(text: &StyledStr) -> String {
    text.to_string().split("\n\n").map(lang::text).collect::<Vec<_>>().join("\n\n")
}

/// The language of errors, notes and pages.
pub(crate) fn of_messages() -> Language {
    let found = FOUND.get().copied().unwrap_or_default();
    found.asked.unwrap_or(found.of_locale)
}

/// The language of what programs read as well: lines to a GUI. There the locale decides nothing.
pub(crate) fn of_dialogue() -> Language {
    FOUND.get().and_then(|found| found.asked).unwrap_or_default()
}

/// A table for people on standard output.
pub fn shown(table: &TextTable) -> String {
    table.text(width())
}

/// Prints tables for people on standard output, in its language.
pub(crate) fn print_tables(tables: impl FnOnce() -> Vec<TextTable>) -> anyhow::Result<()> {
    on_output(tables).iter().try_for_each(|table| print_line(&shown(table)))
}

/// Makes text for people on standard output, in its language.
pub(crate) fn on_output<T>(work: impl FnOnce() -> T) -> T {
    lang::within(of_output(), work)
}

/// The language of text on standard output: that of messages on a terminal, and else that of a dialogue.
pub(crate) fn of_output() -> Language {
    if width().is_some() { of_messages() } else { of_dialogue() }
}
