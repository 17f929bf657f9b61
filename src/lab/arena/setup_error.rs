//! What is wrong with the description of a match, a trial or a range.

use crate::game::quote;
use crate::lang::{self, tr};
use crate::protocol::OptionError;
use crate::protocol::client::Fault;
use crate::records::bad_line::LineError;
use crate::search::ParamError;

use super::record::Side;

/// Why a match, a trial or a range of a parameter cannot be what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A text is not what was expected.
    #[error("{}", tr!("{value}: expected {what}", value = quote(.text), what = lang::text(.expected)))]
    Text {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The same of an option's value.
    #[error("{}", tr!("{name} {value}: expected {what}", name = .option, value = quote(.text), what = lang::text(.expected)))]
    Argument {
        /// The option.
        option: &'static str,
        /// Its value.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Something is missing, or does not go with the rest.
    #[error("{}", tr!("expected {what}", what = lang::text(.0)))]
    Expected(&'static str),
    /// A number is too small or too large.
    #[error("{}", tr!("expected {least} to {most}", least = .0, most = .1))]
    Range(u32, u32),
    /// A field of a line.
    #[error("{}: {error}", quote(.text))]
    Field {
        /// The field.
        text: String,
        /// What is wrong with it.
        error: Box<SetupError>,
    },
    /// Byoyomi in chess.
    #[error("{}", tr!("byoyomi is for shogi"))]
    Byoyomi,
    /// A folder without a program.
    #[error("{}", tr!("dir is for a program that cmd names"))]
    Folder,
    /// An option that only a dialogue heeds, for a player without one.
    #[error("{}", tr!("{name} is for a program that cmd names, such as cmd=somatic {protocol}", name = .name, protocol = .protocol))]
    ForProgram {
        /// The option.
        name: &'static str,
        /// The protocol of the game.
        protocol: &'static str,
    },
    /// A field that may stand once.
    #[error("{}", tr!("{name} stands twice", name = quote(.0)))]
    Twice(String),
    /// Neither an option of the protocol nor a parameter of the search.
    #[error("{}", tr!("unknown option {name}; expected one of {options}, or a parameter of the search: {params}", name = quote(.name), options = .options, params = .params))]
    UnknownField {
        /// Its name.
        name: String,
        /// The options there are.
        options: String,
        /// The parameters there are.
        params: String,
    },
    /// No parameter of the search.
    #[error("{}", tr!("unknown parameter {name}; expected one of {params}", name = quote(.name), params = .params))]
    UnknownParameter {
        /// Its name.
        name: String,
        /// The numbers that can be tuned.
        params: String,
    },
    /// A parameter that is no number.
    #[error("{}", tr!("{name} is a switch: expected false..true", name = .0))]
    Switch(&'static str),
    /// An option of the protocol.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A parameter of the search.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// A player, by what its spec says.
    #[error("{}", tr!("player {name}: {reason}", name = .side.letter(), reason = .error))]
    Player {
        /// Which.
        side: Side,
        /// What is wrong.
        error: Box<SetupError>,
    },
    /// A player that cannot play.
    #[error("{}", tr!("player {name}: {reason}", name = .side.letter(), reason = .fault))]
    Unable {
        /// Which.
        side: Side,
        /// What it did.
        fault: Fault,
    },
    /// Trials are told apart by their names.
    #[error("{}", tr!("a second trial of the name {name}", name = quote(.0)))]
    SameName(String),
}

impl From<SetupError> for LineError {
    fn from(error: SetupError) -> Self {
        Self::Refused(error.to_string())
    }
}
