//! What reports say of other programs that were asked beside the strategies.

use crate::game::visible;
use crate::lab::contender::Faults;
use crate::lang::{self, tr};

/// How the figures of programs are to be read.
pub fn legend() -> &'static str {
    tr!(
        "Programs: their centipawns are taken for those that this engine shows, and turned into its units; 0 nodes \
         or depth where they do not tell; faults: how often there was no answer (an illegal move, an end, \
         silence), which count in no other column but as not solved and as no right move"
    )
}

/// What a program did instead of answers, with the first place of each kind; nothing if it always answered.
pub fn faults(game: &str, name: &str, faults: &Faults) -> Option<String> {
    let kinds: Vec<String> = faults
        .0
        .iter()
        .map(|(reason, fault)| {
            tr!(
                "{count} {reason} (first at {id}: {detail})",
                count = fault.count,
                reason = lang::text(reason.name()),
                id = visible(&fault.id),
                detail = visible(&fault.detail)
            )
        })
        .collect();
    let list = kinds.join(", ");
    (!kinds.is_empty()).then(|| tr!("{game}, faults of {name}: {list}", game = lang::text(game), name, list))
}
