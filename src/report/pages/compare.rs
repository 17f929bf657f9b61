//! The page of `compare`.

use maud::{PreEscaped, html};

use crate::game::visible;
use crate::lab::compare_totals::CompareTotals;
use crate::report::compare::{disagreement_table, legend, tables};
use crate::report::{frame, picture};

/// A page with the tables, and a picture of each position listed; `note` says
/// what is to be known first.
pub fn compare(totals: &CompareTotals, note: &str) -> String {
    let content = html! {
        @for table in tables(totals) { (table.html()) }
        p { (legend(totals)) }
        (disagreement_table(totals).html())
        @for found in totals.disagreements() {
            details {
                summary { (found.number) " " bdi { (visible(&found.id)) } ": " (found.what()) }
                figure { (PreEscaped(picture::of_text(&found.position))) }
                p { code { (found.position) } }
                p { (found.answer.tactics) ": " (found.answer.line.join(" ")) " (" (found.answer.score) ")" }
                p { (found.reference.tactics) ": " (found.reference.line.join(" ")) " (" (found.reference.score) ")" }
            }
        }
    };
    frame::report("Strategies compared", note, &["details figure{max-width:30rem}"], &[], &content)
}
