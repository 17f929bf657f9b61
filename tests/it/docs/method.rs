//! The table of what each look holds, in `docs/method.md`: said by the configurations, and by
//! the tables that they make of the leaves.

use std::collections::BTreeSet;

use somatic::article::MAX_LINE;
use somatic::explain::Look;
use somatic::game::{AttackMap, Game, Geometry, ValuePreset};
use somatic::lab::leaves::leaf_lines;
use somatic::search::Params;
use somatic::search::horizon::{Horizon, Tactics};
use somatic::soma::relation::Relation;
use somatic::soma::{TableConfig, WholeAssessor};
use somatic::{chess, shogi};

use super::{Page, UPDATE, root};

const PAGE: &str = "docs/method.md";
const MARKS: [&str; 2] =
    ["<!-- contents: UPDATE_DOCS=1 cargo test --test it docs::method -->\n", "<!-- end -->\n"];

/// A table that plays: how it is filled, and whether moves on the board are made for it as well.
#[derive(Clone, Copy)]
struct Made {
    config: TableConfig,
    is_whole: bool,
}

/// What occurs in the tables that are made so of all leaves of a game.
#[derive(Default)]
struct Occurring {
    kinds: BTreeSet<&'static str>,
    /// By their places among R1 to R13.
    relations: BTreeSet<usize>,
}

impl Occurring {
    fn look<P: Game>(&mut self, made: &Made) {
        let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
        let mut whole = WholeAssessor::<P::Geometry>::new(P::Geometry::values(ValuePreset::Default));
        let mut map = AttackMap::new();
        for leaf in leaf_lines(vec![file]) {
            let mut position = P::parse(&leaf.expect("a leaf").record.position).expect("a position");
            if position.in_check() {
                continue;
            }
            map.build(&position, whole.assessor.values());
            if made.is_whole {
                whole.static_eval(&mut position, &map, &made.config, 0);
            } else {
                whole.assessor.assess(&position, &map, &made.config);
            }
            let table = &whole.assessor.table;
            let entries = table.entries();
            self.kinds.extend(entries.iter().map(|entry| entry.kind.name()));
            for played in 0..entries.len() {
                let others = (0..entries.len()).filter_map(|other| table.relation(played, other));
                self.relations.extend(others.map(|relation| relation as usize));
            }
        }
    }

    fn relations(&self) -> String {
        self.relations.iter().map(|&rule| Relation::rules()[rule].0).collect::<Vec<_>>().join(" ")
    }

    fn kinds(&self) -> String {
        self.kinds.iter().copied().collect::<Vec<_>>().join(", ")
    }
}

/// A row: what it is of, the cell of a table that plays, and that of the wide look and the
/// article's, which hold the same but for how they choose.
type Row = (&'static str, fn(&Made) -> &'static str, &'static str);

const ROWS: [Row; 13] = [
    ("pins to the king", |m| yes(m.config.pins), "yes"),
    ("ties: guards, relative pins", |m| yes(m.config.ties), "yes, to a mate and to a promotion too"),
    ("discovered attacks", |m| yes(m.config.ties), "yes"),
    ("an exchange minds ties", |m| if m.is_whole { "it is played" } else { "no" }, "yes"),
    ("promotions", |m| yes(m.config.promotions), "yes"),
    ("captures in passing", |m| if m.is_whole { "played" } else { "by the search" }, "yes"),
    (
        "captures at a loss",
        |m| match m {
            Made { is_whole: true, .. } => "by a threatened piece of one that threatens; others are played",
            Made { config, .. } if config.desperados => "by a threatened piece of one that threatens",
            Made { .. } => "no",
        },
        "by a threatened piece, or if they answer a threat",
    ),
    ("forks", at_a_glance, "each quiet move and drop, every reply tried"),
    ("attacks on what cannot leave", at_a_glance, "the same"),
    ("what follows a capture", |m| yes(m.config.follow_ups), "yes"),
    (
        "checks",
        |m| match (m.is_whole, m.config.follow_ups) {
            (true, _) => "by a capture; of a fork every answer is tried",
            (_, true) => "by a capture",
            (_, false) => "no",
        },
        "yes",
    ),
    ("threats of mate", |m| if m.is_whole { "in one, of both sides" } else { "no" }, "yes"),
    (
        "run, block, defend",
        |m| if m.config.escapes { "one parry of the largest threat, no move" } else { "no" },
        "moves, the weightiest of each kind",
    ),
];

const fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

const fn at_a_glance(made: &Made) -> &'static str {
    if made.config.forks { "the largest of each side, at a glance" } else { "no" }
}

/// Plies at the horizon in which moves verify the table's answer.
fn verify_plies<G: Geometry>() -> i32 {
    Params::default().of_game::<G>().horizon.verify_plies
}

/// The table.
fn contents() -> String {
    let [shogi, chess] = [TableConfig::SHOGI, TableConfig::CHESS];
    let of = |config, is_whole| Made { config, is_whole };
    let all = [
        of(shogi, false),
        of(chess, false),
        of(shogi.self_contained(), true),
        of(shogi.self_contained(), false),
    ];
    let mut found = all.map(|_| Occurring::default());
    for (place, (made, found)) in all.iter().zip(&mut found).enumerate() {
        if place != 1 {
            found.look::<shogi::Position>(made);
        }
        if place != 0 {
            found.look::<chess::Position>(made);
        }
    }
    let depth = shogi.whole_depth;
    let mut rows = vec![
        format!(
            "| what | `search` in shogi | `search` in chess | `search` on the principal variation, depth {depth} and \
             more | `super-soma-static` | `wide` | `article` |"
        ),
        "|---|---|---|---|---|---|---|".to_owned(),
    ];
    let row =
        |what: &str, cells: [String; 4], rest: &str| format!("| {what} | {} | {rest} |", cells.join(" | "));
    for (what, cell, article) in ROWS {
        let cells = all.each_ref().map(|made| cell(made).to_owned());
        rows.push(row(what, cells, &format!("{article} | {article}")));
    }
    rows.push(row("kinds of entry", found.each_ref().map(Occurring::kinds), "all eight | all eight"));
    rows.push(row("relations", found.each_ref().map(Occurring::relations), "R1 to R13 | R1 to R13"));
    let ahead = all.map(|Made { config, is_whole }| {
        let played = if is_whole { "; what it chooses and its rivals are played on the board" } else { "" };
        format!("look-ahead over the entries, {} plies, {} wide{played}", config.depth, config.width)
    });
    let wide = Look::Wide.width::<shogi::Shogi>();
    let choice = format!(
        "the best net of {wide} first moves and a pass | the largest weight, or an exchange that keeps the move"
    );
    rows.push(row("choice", ahead, &choice));
    let line = format!("until both pass, {MAX_LINE} moves at most");
    let [in_shogi, in_chess] = [verify_plies::<shogi::Shogi>(), verify_plies::<chess::Chess>()]
        .map(|plies| format!("none: a search of {plies} plies verifies"));
    let Horizon::Tables { tables, width } = Tactics::SuperSomaStatic.strategy().horizon else {
        panic!("super-soma-static answers from tables");
    };
    let whole =
        "a table more after each of these, one more after every recapture or answer to its check".to_owned();
    let tables = format!("{tables} tables more on a line, after the best {width} moves of each");
    rows.push(row("iteration", [in_shogi, in_chess, whole, tables], &format!("{line} | {line}")));
    rows.join("\n") + "\n"
}

#[test]
fn it_says_what_each_look_holds() {
    let page = Page::read(PAGE).text;
    let (before, rest) = page.split_once(MARKS[0]).expect("the first mark");
    let (shown, after) = rest.split_once(MARKS[1]).expect("the second mark");
    let contents = contents();
    if std::env::var_os(UPDATE).is_some() {
        let page = [before, MARKS[0], &contents, MARKS[1], after].concat();
        std::fs::write(root().join(PAGE), page).expect("the page is written");
    } else {
        assert_eq!(shown, contents, "{PAGE}; UPDATE_DOCS=1 writes it anew");
    }
}
