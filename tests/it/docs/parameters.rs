//! `docs/parameters.md` is generated from the parameters of the search.

use std::fmt::Write as _;

use somatic::chess::Chess;
use somatic::search::Params;

use super::check_generated;

const HEAD: &str = "\
# Parameters of the search

What `--set` of [`suite` and `accuracy`](commands.md), the players of [`match`](matches.md) and `tune` change. Values are in the units of the evaluation (a pawn is about 90 in shogi, 100 in
chess), depths in plies. A value counts in both games unless chess has one of its own.

How a value was decided:

- by hand: by the practice of the field, and not varied since; or to serve experiments;
- trial: kept after matches against the program without it, mostly several changes at once;
- leaves: by the mean error on the training half of [labelled leaves](commands.md#sample-label-and-accuracy);
- SPSA: tuned by [`tune`](matches.md#tuning), 8,000 to 10,000 games a game at 2,000 and 3,000 nodes a move; of the last run half of the way;
- screened: measured by `tune --screen`, all parameters at once, and moved a part of the way to the better side; at equal time where that is said; twelve of chess by games at 20,000 nodes a move.

The trials themselves, wins, draws and losses, are in [data/trials.csv](data/README.md); names there are those of their day.

This page is generated from the program: `UPDATE_DOCS=1 cargo test --test it docs::parameters` writes it anew.
";

#[test]
fn the_page_is_what_the_program_generates() {
    let (shogi, chess) = (Params::default(), Params::default().of_game::<Chess>());
    let mut page = HEAD.to_owned();
    for group in Params::GROUPS {
        let head = "| name | what it is | shogi | chess | decided |\n|---|---|---:|---:|---|\n";
        write!(page, "\n## `{}`\n\n{}\n\n{head}", group.name, group.about.trim()).expect("text");
        for parameter in group.parameters {
            let of = |params: &Params| match params.get(parameter.name) {
                Some(value) if value == "96003" => "never".to_owned(),
                Some(value) => value,
                None => panic!("{} has no value", parameter.name),
            };
            let (name, about, decided) = (parameter.name, parameter.about.trim(), parameter.decided);
            writeln!(page, "| `{name}` | {about} | {} | {} | {decided} |", of(&shogi), of(&chess))
                .expect("text");
        }
    }
    check_generated("docs/parameters.md", &page);
}

/// Of every parameter the page says something.
#[test]
fn every_parameter_is_explained() {
    for parameter in Params::GROUPS.iter().flat_map(|group| group.parameters) {
        let about = parameter.about.trim();
        assert!(about.ends_with('.') && about.len() > 20, "{}: {about}", parameter.name);
        assert!(!parameter.decided.is_empty(), "{}", parameter.name);
    }
}
