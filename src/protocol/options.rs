//! Options as a GUI sees them: name, type, range, default.

use std::fmt;

use crate::game::quote;
use crate::lang::tr;

/// What an option sets; the sentence of its [`OptionSpec`] says what that is to a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionId {
    Hash,
    Ponder,
    Threads,
    MultiPv,
    Tactics,
    EvalFile,
    EnteringKingRule,
    MaxMovesToDraw,
    DrawValueBlack,
    DrawValueWhite,
    ScoreUnit,
    ResignValue,
    NetworkDelay,
    NetworkDelay2,
    MinimumThinkingTime,
    SlowMover,
    RoundUpToFullSecond,
    DepthLimit,
    NodesLimit,
    PvInterval,
    ConsiderationMode,
    GenerateAllLegalMoves,
    DebugLogFile,
    MoveOverhead,
    AnalyseMode,
    Chess960,
    ClearHash,
    ShowWdl,
    DrawValue,
    StochasticPonder,
    OwnBook,
    BookFile,
    BookMoves,
    LimitStrength,
    Elo,
    Skill,
    Seed,
    Variety,
    MoveDelay,
}

impl OptionId {
    /// Whether only a dialogue heeds it, and a search does not: books, the log, and the pace.
    pub(crate) const fn is_for_dialogue(self) -> bool {
        matches!(self, Self::OwnBook | Self::BookFile | Self::DebugLogFile | Self::MoveDelay)
    }
}

/// The type of an option, with its range and default.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// A number: default, least, greatest.
    Spin(i64, i64, i64),
    /// One of several words: default, and all.
    Combo(&'static str, &'static [&'static str]),
    /// The path of a file; empty by default. USI's type `filename`.
    Filename,
    /// Any text; empty by default. UCI has no other type for a path.
    Text,
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
    /// What it sets.
    pub id: OptionId,
    /// Type, range and default.
    pub kind: OptionKind,
    /// One sentence for the user, as in `docs/options.md`.
    pub about: &'static str,
}

impl OptionSpec {
    /// An option without another name, of which nothing is said yet.
    pub const fn new(name: &'static str, id: OptionId, kind: OptionKind) -> Self {
        Self { name, alias: name, id, kind, about: "" }
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
            OptionKind::Check(default) => write!(f, "check default {default}"),
            OptionKind::Spin(default, min, max) => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo(default, all) => {
                write!(f, "combo default {default}")?;
                all.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Filename => write!(f, "filename default <empty>"),
            OptionKind::Text => write!(f, "string default <empty>"),
            OptionKind::Button => write!(f, "button"),
        }
    }
}

/// A value that fits its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// For a check.
    Bool(bool),
    /// For a spin.
    Number(i64),
    /// For a combo or file name; file names may be empty.
    Text(String),
    /// For a button.
    Pressed,
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
        name: &'static str,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `true` or `false`.
    Switch,
    /// A number from this to that.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
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

impl OptionKind {
    /// Reads a value.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(&self, text: &str) -> Result<OptionValue, Expected> {
        let text = text.trim();
        let plain = if text == "<empty>" { "" } else { text };
        match *self {
            Self::Check(_) => match plain.to_ascii_lowercase().as_str() {
                "true" => Ok(OptionValue::Bool(true)),
                "false" => Ok(OptionValue::Bool(false)),
                _ => Err(Expected::Switch),
            },
            Self::Spin(_, min, max) => match plain.parse::<i64>() {
                Ok(n) if (min..=max).contains(&n) => Ok(OptionValue::Number(n)),
                _ => Err(Expected::Number(min, max)),
            },
            Self::Combo(_, all) => all
                .iter()
                .find(|value| value.eq_ignore_ascii_case(plain))
                .map(|value| OptionValue::Text((*value).to_owned()))
                .ok_or(Expected::Word(all)),
            Self::Filename | Self::Text => Ok(OptionValue::Text(plain.to_owned())),
            // Some GUIs send a value all the same.
            Self::Button => Ok(OptionValue::Pressed),
        }
    }
}
