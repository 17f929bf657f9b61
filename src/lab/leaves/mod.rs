//! Leaves: positions at the horizon of real searches, their truth, and each strategy's error against it.
//!
//! The horizon is where a strategy works, and positions there are wilder than positions of games. `sample` draws
//! them, `truth` gives each its value by a material-only full-width search, `accuracy` asks the strategies, `errors`
//! adds up how far they were off. A leaf is a line of JSON (`record`).

mod stage;
mod record;
mod sample;
mod truth;
mod accuracy;
mod errors;

pub(crate) use accuracy::AccuracySettings;
pub use accuracy::{Judged, LeafAnswer};
pub use errors::{Class, ErrorTotals, Errors, Part};
pub use record::{LeafLine, LeafRecord, Origin, leaf_lines};
pub use sample::Drawn;
pub(crate) use sample::{Quota, SampleSettings};
pub use stage::{Half, Phase};
pub use truth::{Check, Flaw, Truth, TruthSettings, full_width};
