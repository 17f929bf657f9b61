//! What the search makes of a position, as names and values.

use crate::lab::xref::SearchReport;

/// Something that the search makes of a position.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub value: String,
}

/// What the search makes of a position, in words for a page.
pub fn facts(search: &SearchReport) -> Vec<Fact> {
    let list = |moves: &[String]| if moves.is_empty() { "none".to_owned() } else { moves.join(", ") };
    let margin = search.margin;
    [
        ("Static answer", format!("{:+}, added to the evaluation", search.value)),
        ("It is final", format!("where the window is more than {margin} away")),
        ("Every reply believed", format!("{:+}", search.net)),
        ("If the largest threat is parried", format!("{:+}", search.if_we_parry)),
        ("Elsewhere captures are searched", format!("from {:+}", search.stand_pat)),
        ("Moves of its table that win something", list(&search.winning)),
        ("Quiet moves searched beside captures", list(&search.quiet)),
        ("Confidence by the table alone", format!("{} of 255", search.confidence)),
    ]
    .map(|(name, value)| Fact { name, value })
    .into()
}
