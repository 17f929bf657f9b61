//! Everything about one position: SUPER-SOMA's table, and what the search makes of it.

use serde::Serialize;

use crate::explain::{Explanation, Look, SearchTable, explain};
use crate::game::{Notation, Value, ValuePreset};
use crate::lang::tr;
use crate::search::Params;

/// What `xref --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The table and what it comes to.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// Nothing in check, where the search does not assess.
    pub search: Option<SearchReport>,
}

impl Report {
    /// Everything about a position; `width` as on the command line. The search's own table
    /// is made once: what is explained by default is the one that is reported.
    pub fn new<P: Notation>(position: &P, look: Look, preset: ValuePreset, width: Option<u32>) -> Self {
        let own = SearchTable::of(position, ValuePreset::Default, None);
        let is_own = look == Look::Search && preset == ValuePreset::Default && width.is_none();
        let explanation = match &own {
            Some(table) if is_own => table.explain(),
            _ => explain(position, look, preset, width),
        };
        Self { explanation, search: own.as_ref().map(SearchReport::of) }
    }
}

/// What the search makes of a position, always in its own values; they are added
/// to the evaluation.
#[derive(Debug, Serialize)]
pub struct SearchReport {
    /// What the look-ahead over the table wins, every reply believed.
    pub net: Value,
    /// The same, its replies believed in part: the static answer.
    pub value: Value,
    /// What is kept by parrying the largest threat.
    pub if_we_parry: Value,
    /// Where the capture search of the horizon stands pat.
    pub stand_pat: Value,
    /// How far outside the window the static answer must lie to be final.
    pub margin: Value,
    /// Own entries of the table that win something: what is at stake in the
    /// captures that a search inside the window tries.
    pub winning: Vec<String>,
    /// The quiet moves that it tries beside them.
    pub quiet: Vec<String>,
    /// 0 to 255, by the table alone.
    pub confidence: u8,
}

impl SearchReport {
    fn of<P: Notation>(table: &SearchTable<'_, P>) -> Self {
        let params = Params::default().of_game::<P::Geometry>();
        let found = table.assessment();
        Self {
            net: found.net,
            value: found.value,
            if_we_parry: found.if_we_parry,
            stand_pat: params.lowered(found.if_we_parry),
            margin: params.horizon.window,
            winning: table.winning().collect(),
            quiet: table.quiet().take(params.horizon.quiet_moves as usize).collect(),
            confidence: found.confidence,
        }
    }

    /// It in words.
    pub fn to_text(&self) -> String {
        let tried = [&[tr!("captures").to_owned()], &self.quiet[..]].concat().join(tr!(", "));
        let [value, bound] = [self.value, self.stand_pat].map(|value| format!("{value:+}"));
        tr!(
            "In the search, by its own values: {value}, final where the window is more than\n  {margin} away; elsewhere {tried} are searched from {bound}\n",
            value,
            margin = self.margin,
            tried,
            bound
        )
    }
}
