//! Everything about one position: SUPER-SOMA's table, and what the search makes of it.

use serde::Serialize;

use crate::explain::{Explanation, Look, explain};
use crate::game::{AttackMap, Geometry as _, Notation, Value, ValuePreset};
use crate::lang::tr;
use crate::search::Params;
use crate::soma::Assessor;
use crate::soma::entry::Entry;

/// What `xref --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The table and what it comes to.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// Nothing in check, where the search does not assess.
    pub search: Option<SearchReport>,
}

impl Report {
    /// Everything about a position; `width` as on the command line.
    pub fn new<P: Notation>(position: &P, look: Look, preset: ValuePreset, width: Option<u32>) -> Self {
        Self { explanation: explain(position, look, preset, width), search: SearchReport::of(position) }
    }
}

/// What the table that every node has comes to at the horizon, always in the search's own values, which
/// are added to the evaluation.
#[derive(Clone, Debug, Serialize)]
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
    /// Own entries that win something: what is at stake in the captures that a search inside the window tries.
    pub winning: Vec<String>,
    /// The quiet moves that it tries beside them.
    pub quiet: Vec<String>,
    /// 0 to 255, by the table alone.
    pub confidence: u8,
}

impl SearchReport {
    /// Nothing in check.
    fn of<P: Notation>(position: &P) -> Option<Self> {
        if position.in_check() {
            return None;
        }
        let params = Params::default().of_game::<P::Geometry>();
        let values = P::Geometry::values(ValuePreset::Default);
        let (mut map, mut assessor) = (AttackMap::new(), Assessor::new(values));
        map.build(position, values);
        let found = assessor.assess(position, &map, &params.xref);
        let wins = |e: &&Entry| e.is_ours && e.after == 0 && e.waits_for == 0 && e.counts && e.value > 0;
        let winning = assessor.table.entries().iter().filter(wins);
        let quiet = assessor.quiet_gains(position, &map, 0).take(params.horizon.quiet_moves as usize);
        Some(Self {
            net: found.net,
            value: found.value,
            if_we_parry: found.if_we_parry,
            stand_pat: params.lowered(found.if_we_parry),
            margin: params.horizon.window,
            winning: winning.map(|entry| P::parts_text(&assessor.parts(&map, entry))).collect(),
            quiet: quiet.map(|m| position.move_text(m)).collect(),
            confidence: found.confidence,
        })
    }

    /// It in words.
    pub fn to_text(&self) -> String {
        let tried = [&[tr!("captures").to_owned()], &self.quiet[..]].concat().join(tr!(", "));
        let [value, bound] = [self.value, self.stand_pat].map(|value| format!("{value:+}"));
        tr!(
            "At the horizon, by its own values: {value}, final where the window is more than\n  {margin} away; elsewhere {tried} are searched from {bound}\n",
            value,
            margin = self.margin,
            tried,
            bound
        )
    }
}
