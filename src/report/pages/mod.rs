//! A page for each command that has `--html`: tables, plots, and positions with boards.

mod accuracy;
mod census;
mod compare;
mod matches;
mod review;
mod suite;
mod plots;
mod positions;

use maud::{Markup, html};

use super::{frame, picture, plot};

pub use accuracy::accuracy;
pub use census::census;
pub use compare::compare;
pub use matches::matches;
pub use review::review;
pub use suite::suite;

/// A page with lists of positions; `note` says what is to be known first.
fn page(title: &str, note: &str, content: &Markup) -> String {
    let styles = [picture::STYLE, &plot::style(), positions::STYLE];
    let content = html! { (picture::signs()) (content) p.unseen #said aria-live="polite" {} };
    frame::report(title, note, &styles, &[picture::MARK, positions::SCRIPT], &content)
}
