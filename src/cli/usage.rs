//! What is wrong with the arguments, in one line.

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Cli;
use crate::game::shorten;
use crate::lang::{self, Language, tr};

/// What is wrong and what was expected, of a usage error's paragraphs, in one line.
pub fn summary(mut error: clap::Error) -> String {
    shorten_typed(&mut error);
    if lang::current() != Language::English
        && let Some(told) = translated(&error)
    {
        return told;
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let wrong = one_line(paragraphs.next().unwrap_or(&text));
    let wrong = wrong.strip_prefix("error: ").unwrap_or(&wrong);
    match error.kind() {
        ErrorKind::InvalidSubcommand => return format!("{wrong}; expected one of {}", commands()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            return no_command();
        }
        _ => {}
    }
    // The last: what comes before repeats the user's words once more.
    match paragraphs.filter_map(|text| text.strip_prefix(USAGE)).last() {
        Some(usage) => format!("{wrong}; usage: {}", one_line(usage)),
        None => wrong.to_owned(),
    }
}

/// How the library begins a usage.
const USAGE: &str = "Usage: ";

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The commands that the user's words lead to.
fn commands() -> String {
    let mut command = Cli::command();
    for word in std::env::args_os().skip(1) {
        command = command.find_subcommand(&word).cloned().unwrap_or(command);
    }
    let names: Vec<&str> = command.get_subcommands().map(|command| command.get_name()).collect();
    names.join(", ")
}

/// A command was named that has commands of its own, and none of these.
fn no_command() -> String {
    tr!("a command is missing; expected one of {names}", names = commands())
}

/// The same out of what the library knows of the error: its words are English.
fn translated(error: &clap::Error) -> Option<String> {
    let named = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(format!("'{text}'")),
        ContextValue::Strings(all) => Some(all.join(" ")),
        _ => None,
    };
    let name = || named(ContextKind::InvalidArg);
    let value = || named(ContextKind::InvalidValue);
    let wrong = match error.kind() {
        ErrorKind::UnknownArgument => tr!("unexpected argument {name} found", name = name()?),
        ErrorKind::InvalidSubcommand => {
            let (name, names) = (named(ContextKind::InvalidSubcommand)?, commands());
            return Some(tr!("unrecognized subcommand {name}; expected one of {names}", name, names));
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            return Some(no_command());
        }
        ErrorKind::InvalidValue if value()? == "''" => {
            tr!("a value is required for {name} but none was supplied", name = name()?)
        }
        ErrorKind::InvalidValue => {
            let (value, name, names) = (value()?, name()?, named(ContextKind::ValidValue)?);
            tr!("invalid value {value} for {name}: expected one of {names}", value, name, names)
        }
        ErrorKind::ValueValidation => {
            let reason = lang::foreign(std::error::Error::source(error)?);
            tr!("invalid value {value} for {name}: {reason}", value = value()?, name = name()?, reason)
        }
        ErrorKind::MissingRequiredArgument => {
            tr!("the following required arguments were not provided: {names}", names = name()?)
        }
        ErrorKind::ArgumentConflict => match (name()?, named(ContextKind::PriorArg)?) {
            (name, other) if name == other => tr!("the argument {name} cannot be used multiple times", name),
            (name, other) => tr!("the argument {name} cannot be used with {other}", name, other),
        },
        _ => return None,
    };
    Some(match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => {
            let usage = usage.to_string();
            let usage = one_line(usage.strip_prefix(USAGE).unwrap_or(&usage));
            tr!("{wrong}; usage: {usage}", wrong, usage)
        }
        _ => wrong,
    })
}

/// Makes what a usage error repeats of the user's words short and plain.
fn shorten_typed(error: &mut clap::Error) {
    let is_typed = |kind: ContextKind| match kind {
        ContextKind::InvalidValue | ContextKind::InvalidSubcommand => true,
        // In all other errors this is the name of an argument of ours.
        ContextKind::InvalidArg => error.kind() == ErrorKind::UnknownArgument,
        _ => false,
    };
    let typed: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) if is_typed(kind) => Some((kind, shorten(text))),
            _ => None,
        })
        .collect();
    for (kind, text) in typed {
        error.insert(kind, ContextValue::String(text));
    }
}
