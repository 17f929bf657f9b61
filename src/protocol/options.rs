//! Options as a GUI sees them: name, type, range, default.

use std::fmt;

use crate::game::quote;
use crate::lang::tr;

use super::settings::Settings;

/// What an option does in a dialogue beside the setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    None,
    /// Nothing; but no search heeds the setting.
    Dialogue,
    OpenBook,
    OpenLog,
    /// Loads the net, before anything is set.
    LoadNet,
    SetRules,
    /// Forgets what searches have found.
    Forget,
}

/// The type of an option, with its range and default, and how a value becomes a setting.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool, fn(&mut Settings, bool)),
    /// A number: default, least, greatest.
    Spin(i64, i64, i64, fn(&mut Settings, i64)),
    /// One of several words: default, and all.
    Combo(&'static str, &'static [&'static str], fn(&mut Settings, &str)),
    /// The path of a file; empty by default. USI's type `filename`.
    Filename(fn(&mut Settings, &str)),
    /// Any text; empty by default. UCI has no other type for a path.
    Text(fn(&mut Settings, &str)),
    /// No value: something is done at once.
    Button,
}

/// An option.
///
/// ```
/// use somatic::protocol::{Dialect, Usi};
///
/// let threads = Usi::OPTIONS.iter().find(|option| option.is_named("threads")).expect("an option");
/// assert_eq!(threads.to_string(), "option name Threads type spin default 1 min 1 max 512");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name announced.
    pub name: &'static str,
    /// Another name that is understood.
    pub alias: &'static str,
    /// Type, range and default.
    pub kind: OptionKind,
    /// One sentence for the user, as in `docs/options.md`.
    pub about: &'static str,
    /// What else is done.
    pub(super) effect: Effect,
}

impl OptionSpec {
    /// An option without another name, of which nothing is said yet.
    pub(super) const fn new(name: &'static str, kind: OptionKind) -> Self {
        Self { name, alias: name, kind, about: "", effect: Effect::None }
    }

    /// The same that does something more.
    pub(super) const fn then(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    /// The same with another name.
    #[must_use]
    pub const fn alias(self, alias: &'static str) -> Self {
        Self { alias, ..self }
    }

    /// The same with a sentence for the user.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Whether only a dialogue heeds it, and a search does not: books, the log, and the pace.
    pub(crate) const fn is_for_dialogue(&self) -> bool {
        matches!(self.effect, Effect::Dialogue | Effect::OpenBook | Effect::OpenLog)
    }

    /// Whether the option goes by this name, in any case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.alias.eq_ignore_ascii_case(name)
    }
}

impl fmt::Display for OptionSpec {
    /// The line that announces the option.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionKind::Check(default, _) => write!(f, "check default {default}"),
            OptionKind::Spin(default, min, max, _) => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo(default, all, _) => {
                write!(f, "combo default {default}")?;
                all.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Filename(_) => write!(f, "filename default <empty>"),
            OptionKind::Text(_) => write!(f, "string default <empty>"),
            OptionKind::Button => write!(f, "button"),
        }
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is none with this name.
    #[error("{}", tr!("unknown option {name}", name = quote(.0)))]
    Unknown(String),
    /// The text is no value of it.
    #[error("{}", tr!("option {name}: {value} is no value, expected {expected}", name = .name, value = quote(.text), expected = .expected))]
    Value {
        /// The option.
        name: String,
        /// The text.
        text: String,
        /// What is one.
        expected: Expected,
    },
    /// The file that it names cannot be used.
    #[error("{}", tr!("option {name}: {reason}", name = .name, reason = .reason))]
    File {
        /// The option.
        name: &'static str,
        /// What is wrong with the file.
        reason: String,
    },
}

/// What is a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `true` or `false`.
    Switch,
    /// A number from this to that.
    Number(i64, i64),
    /// One of these words.
    Word(Vec<String>),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str(tr!("true or false")),
            Self::Number(min, max) => {
                f.write_str(&tr!("a number from {least} to {most}", least = min, most = max))
            }
            Self::Word(all) => f.write_str(&tr!("one of {words}", words = all.join(", "))),
        }
    }
}

/// A value as it was meant: GUIs write none as `<empty>`.
pub(super) fn plain(text: &str) -> &str {
    let text = text.trim();
    if text == "<empty>" { "" } else { text }
}

impl OptionKind {
    /// Reads a value and makes it the setting.
    pub(super) fn set(&self, settings: &mut Settings, text: &str) -> Result<(), Expected> {
        let text = plain(text);
        match *self {
            Self::Check(_, set) => match text.to_ascii_lowercase().parse() {
                Ok(on) => set(settings, on),
                Err(_) => return Err(Expected::Switch),
            },
            Self::Spin(_, min, max, set) => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => set(settings, number),
                _ => return Err(Expected::Number(min, max)),
            },
            Self::Combo(_, all, set) => {
                let value = all.iter().find(|value| value.eq_ignore_ascii_case(text));
                set(
                    settings,
                    value.ok_or_else(|| Expected::Word(all.iter().map(ToString::to_string).collect()))?,
                );
            }
            Self::Filename(set) | Self::Text(set) => set(settings, text),
            // Some GUIs send a value all the same.
            Self::Button => {}
        }
        Ok(())
    }
}
