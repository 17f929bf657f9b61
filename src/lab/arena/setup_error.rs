//! What is wrong with the description of a match, a trial or a range.

use crate::game::quote;
use crate::protocol::OptionError;
use crate::protocol::client::Fault;
use crate::records::bad_line::LineError;
use crate::search::ParamError;

use super::record::Side;

/// Why a match, a trial or a range of a parameter cannot be what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A text is not what was expected.
    #[error("{}: expected {expected}", quote(.text))]
    Text {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// The same of an option's value.
    #[error("{option} {}: expected {expected}", quote(.text))]
    Argument {
        /// The option.
        option: &'static str,
        /// Its value.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Something is missing, or does not go with the rest.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A number is too small or too large.
    #[error("expected {0} to {1}")]
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
    #[error("byoyomi is for shogi")]
    Byoyomi,
    /// A folder without a program.
    #[error("dir is for a program that cmd names")]
    Folder,
    /// An option that only a dialogue heeds, for a player without one.
    #[error("{name} is for a program that cmd names, such as cmd=somatic {protocol}")]
    ForProgram {
        /// The option.
        name: &'static str,
        /// The protocol of the game.
        protocol: &'static str,
    },
    /// A field that may stand once.
    #[error("{} stands twice", quote(.0))]
    Twice(String),
    /// Neither an option of the protocol nor a parameter of the search.
    #[error("unknown option {}; expected one of {options}, or a parameter of the search: {params}", quote(.name))]
    UnknownField {
        /// Its name.
        name: String,
        /// The options there are.
        options: String,
        /// The parameters there are.
        params: String,
    },
    /// No parameter of the search.
    #[error("unknown parameter {}; expected one of {params}", quote(.name))]
    UnknownParameter {
        /// Its name.
        name: String,
        /// The numbers that can be tuned.
        params: String,
    },
    /// A parameter that is no number.
    #[error("{0} is a switch: expected false..true")]
    Switch(&'static str),
    /// An option of the protocol.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A parameter of the search.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// A player, by what its spec says.
    #[error("player {}: {error}", .side.letter())]
    Player {
        /// Which.
        side: Side,
        /// What is wrong.
        error: Box<SetupError>,
    },
    /// A player that cannot play.
    #[error("player {}: {fault}", .side.letter())]
    Unable {
        /// Which.
        side: Side,
        /// What it did.
        fault: Fault,
    },
    /// Trials are told apart by their names.
    #[error("a second trial of the name {}", quote(.0))]
    SameName(String),
}

impl From<SetupError> for LineError {
    fn from(error: SetupError) -> Self {
        Self::Refused(error.to_string())
    }
}
