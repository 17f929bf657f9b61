//! A page for each command that has `--html`: tables, plots, and positions with boards.

mod compare;
mod review;
mod positions;

use maud::{Markup, html};

use super::{frame, picture, plot};

pub use compare::compare;
pub use review::review;

/// A page with lists of positions; `note` says what is to be known first.
fn page(title: &str, note: &str, content: &Markup) -> String {
    let styles = [picture::STYLE, &plot::style(), positions::STYLE];
    let content = html! { (content) p.unseen #said aria-live="polite" {} };
    frame::report(title, note, &styles, &[picture::MARK, positions::SCRIPT], &content)
}
