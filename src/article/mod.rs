//! Rollason's article as a program that can be read beside it ("Looking for alternatives to
//! quiescence search", AI Factory, December 2006).
//!
//! The search does not use it: it takes milliseconds. It is what `xref --look article` plays
//! and `--look wide` follows further, and what the table that plays ([`soma`](crate::soma)) is
//! held against. Exchanges on one square, entries and the relations that pieces alone tell
//! are that table's; all else is done here, on boards on which the moves are made.
//!
//! # The outline, step by step
//!
//! | | the article's step | here |
//! |---|---|---|
//! | A1 | scan: which piece attacks which square | `scan` |
//! | A2 | pins, ties (overloaded defenders) and discovered attacks | `ties` |
//! | A3 | exchanges: each capture and what follows it, ties minded | `scan` (`follow_up`), `table` |
//! | A4 | other threats: promotions, forks, attacks on what cannot leave, checks, mate | `table`, `delayed`, `reply`, `mate` |
//! | B1 | the weight of a move is at first its value | `table` (`value`) |
//! | B2 | cross-reference (XREF): each move gains weight by what it does to others | `answers`, `credits`, `notes`, `flags` |
//! | B3 | the move with the largest weight is chosen | `choice` |
//! | B4 | it is played, and the table made anew for the other side | `board`, `line` |
//! | B5 | until both sides pass | `line` |
//!
//! # The second example
//!
//! White is to move. His rook is attacked by a lance and his bishop by a silver.
//!
//! ```
//! use somatic::explain::{Look, explain};
//! use somatic::game::{Notation, ValuePreset};
//! use somatic::shogi::Position;
//!
//! let sfen = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
//! let told = explain(&Position::parse(sfen)?, Look::Article, ValuePreset::Article, None);
//! let row = |text: &str| {
//!     let entries = &told.iterations[0].entries;
//!     entries.iter().find(|entry| entry.move_text == text).expect("in the table")
//! };
//! // A3: R6d x s4d wins 400 and is retaken for 960. A4: s4d-5c+ promotes for 20.
//! assert_eq!((row("6d4d").first, row("6d4d").recapture, row("6d4d").value), (400, -960, -560));
//! assert_eq!(row("4d5c+").value, 20);
//! // B2: it takes the rook from where l6f x R6d wins 960 (R1), the silver that takes the
//! // bishop (R2) and that would promote (R5). Its weight is -560 + 960 + 740 + 20.
//! let mut credits: Vec<_> = row("6d4d").credits.iter().map(|c| (c.relation, c.amount)).collect();
//! credits.sort();
//! assert_eq!(credits, [("R1", 960), ("R2", 740), ("R5", 20)]);
//! assert_eq!(row("6d4d").weight, 1160);
//! // B3: the largest weight. B4: it is played. B5: n3f x R4d, B4c x p8g+, and both pass.
//! assert_eq!(told.line, ["6d4d", "3f4d", "4c8g+", "pass", "pass"]);
//! assert_eq!(told.net, 400 - 960 + 204);
//! # Ok::<(), somatic::game::NotationError>(())
//! ```
//!
//! Every consistent figure of both examples is a test (`tests/it/article.rs`), and every flag
//! and relation has a board of its own (`tests/it/relations.rs`). Where this departs from the
//! article is said in [`soma`](crate::soma#where-we-depart-from-the-article).

// In the article's order.
pub(crate) mod scan;
pub(crate) mod ties;
pub(crate) mod table;
pub(crate) mod delayed;
pub(crate) mod reply;
pub mod mate;
pub(crate) mod xref;
pub(crate) mod answers;
pub(crate) mod credits;
pub(crate) mod notes;
pub(crate) mod flags;
pub(crate) mod choice;
pub(crate) mod outlook;
pub mod board;
pub mod moves;
pub(crate) mod line;

pub use line::{GREEDY, MAX_LINE, Step, predict};

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::Value;
use crate::soma::Assessment;

bitflags! {
    /// What makes a prediction uncertain.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Doubts: u8 {
        /// The side to move is in check.
        const IN_CHECK = 1 << 0;
        /// The line was cut at its largest length.
        const TRUNCATED = 1 << 1;
        /// Something a static look cannot settle came up.
        const UNSTABLE = 1 << 2;
        /// A threat was answered only in part.
        const PARTIAL = 1 << 3;
        /// A check occurs in the line.
        const CHECK = 1 << 4;
        /// A drop occurs in it.
        const DROP = 1 << 5;
    }
}

/// What the iteration finds on a board.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    /// The three numbers and their confidence: every reply of the line is believed,
    /// so that value and net are one.
    pub assessment: Assessment,
    /// The predicted line.
    pub line: ArrayVec<Step, MAX_LINE>,
    /// The sum of switches if the side to move passes.
    pub if_we_pass: Value,
    /// What makes it uncertain.
    pub doubts: Doubts,
}
