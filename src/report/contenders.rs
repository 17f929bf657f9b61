//! What reports say of those that were asked: strategies, and other programs beside them.

use crate::game::visible;
use crate::lab::contender::{Contender, Faults};
use crate::lang::{self, tr};

/// The names of those that were asked, each with its figures.
pub fn named<'a, S>(all: &'a [Contender], figures: &'a [S]) -> impl Iterator<Item = (&'a str, &'a S)> {
    all.iter().map(Contender::name).zip(figures)
}

/// What is to be said below tables: what each program did instead of answers, by game and name, how the columns
/// are to be read, and how the figures of programs are.
pub fn notes<'a>(
    all: impl Iterator<Item = (&'a str, &'a str, &'a Faults)>,
    legend: String,
    has_programs: bool,
) -> Vec<String> {
    let of_programs = tr!(
        "Programs: their centipawns are taken for those that this engine shows, and turned into its units; 0 nodes \
         or depth where they do not tell; faults: how often there was no answer (an illegal move, an end, \
         silence), which count in no other column but as not solved and as no right move"
    );
    let told = all.filter_map(|(game, name, found)| faults(game, name, found));
    told.chain([legend]).chain(has_programs.then(|| of_programs.to_owned())).collect()
}

/// What a program did instead of answers, with the first place of each kind; nothing if it always answered.
fn faults(game: &str, name: &str, faults: &Faults) -> Option<String> {
    let kinds = faults.0.iter().map(|(reason, fault)| {
        let (reason, id, detail) = (lang::text(reason.name()), visible(&fault.id), visible(&fault.detail));
        tr!("{count} {reason} (first at {id}: {detail})", count = fault.count, reason, id, detail)
    });
    let list = kinds.collect::<Vec<_>>().join(", ");
    (!list.is_empty()).then(|| tr!("{game}, faults of {name}: {list}", game = lang::text(game), name, list))
}
