//! The table of what each look holds, in `docs/method.md`: said by the configurations, and by
//! the tables that they make of the leaves.

use std::collections::BTreeSet;

use somatic::article::MAX_LINE;
use somatic::explain::Look;
use somatic::game::{AttackMap, Game, Geometry, ValuePreset};
use somatic::lab::leaves::LeafLines;
use somatic::search::Params;
use somatic::search::horizon::{Horizon, Tactics};
use somatic::soma::relation::Relation;
use somatic::soma::{Assessor, TableConfig};
use somatic::{chess, shogi};

use super::{Page, UPDATE, root};

const PAGE: &str = "docs/method.md";
const MARKS: [&str; 2] =
    ["<!-- contents: UPDATE_DOCS=1 cargo test --test it docs::method -->\n", "<!-- end -->\n"];

/// What occurs in the tables that a configuration makes of all leaves of a game.
#[derive(Default)]
struct Occurring {
    kinds: BTreeSet<&'static str>,
    /// By their places among R1 to R13.
    relations: BTreeSet<usize>,
}

impl Occurring {
    fn look<P: Game>(&mut self, config: &TableConfig) {
        let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
        let mut assessor = Assessor::<P::Geometry>::new(P::Geometry::values(ValuePreset::Default));
        let mut map = AttackMap::new();
        for leaf in LeafLines::new(vec![file]) {
            let position = P::parse(&leaf.expect("a leaf").record.position).expect("a position");
            if position.in_check() {
                continue;
            }
            map.build(&position, assessor.values());
            assessor.assess(&position, &map, config);
            let entries = assessor.table.entries();
            self.kinds.extend(entries.iter().map(|entry| entry.kind.name()));
            for played in 0..entries.len() {
                let others = (0..entries.len()).filter_map(|other| assessor.table.relation(played, other));
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

/// A row: what it is of, the cell of a configuration, and that of the wide look and the
/// article's, which hold the same but for how they choose.
type Row = (&'static str, fn(&TableConfig) -> &'static str, &'static str);

const ROWS: [Row; 12] = [
    ("pins to the king", |c| yes(c.pins), "yes"),
    ("ties: guards, relative pins", |c| yes(c.ties), "yes, to a mate and to a promotion too"),
    ("discovered attacks", |c| yes(c.ties), "yes"),
    ("an exchange minds ties", |_| "no", "yes"),
    ("promotions", |c| yes(c.promotions), "yes"),
    (
        "captures at a loss",
        |c| if c.desperados { "by a threatened piece of one that threatens" } else { "no" },
        "by a threatened piece, or if they answer a threat",
    ),
    ("forks", at_a_glance, "each quiet move and drop, every reply tried"),
    ("attacks on what cannot leave", at_a_glance, "the same"),
    ("what follows a capture", |c| yes(c.follow_ups), "yes"),
    ("checks", |c| if c.follow_ups { "by a capture" } else { "no" }, "yes"),
    ("threats of mate", |_| "no", "yes"),
    (
        "run, block, defend",
        |c| if c.escapes { "one parry of the largest threat, no move" } else { "no" },
        "moves, the weightiest of each kind",
    ),
];

const fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

const fn at_a_glance(config: &TableConfig) -> &'static str {
    if config.forks { "the largest of each side, at a glance" } else { "no" }
}

/// Plies at the horizon in which moves verify the table's answer.
fn verify_plies<G: Geometry>() -> i32 {
    Params::default().of_game::<G>().horizon.verify_plies
}

/// The table.
fn contents() -> String {
    let configs = [TableConfig::SHOGI, TableConfig::CHESS, TableConfig::SHOGI.self_contained()];
    let mut found = [const { Occurring { kinds: BTreeSet::new(), relations: BTreeSet::new() } }; 3];
    found[0].look::<shogi::Position>(&configs[0]);
    found[1].look::<chess::Position>(&configs[1]);
    found[2].look::<shogi::Position>(&configs[2]);
    found[2].look::<chess::Position>(&configs[2]);
    let mut rows = vec![
        "| what | `search` in shogi | `search` in chess | `super-soma-static` | `wide` | `article` |"
            .to_owned(),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    for (what, cell, article) in ROWS {
        let [shogi, chess, whole] = configs.each_ref().map(cell);
        rows.push(format!("| {what} | {shogi} | {chess} | {whole} | {article} | {article} |"));
    }
    let [shogi, chess, whole] = found.each_ref().map(Occurring::kinds);
    rows.push(format!("| kinds of entry | {shogi} | {chess} | {whole} | all eight | all eight |"));
    let [shogi, chess, whole] = found.each_ref().map(Occurring::relations);
    rows.push(format!("| relations | {shogi} | {chess} | {whole} | R1 to R13 | R1 to R13 |"));
    let ahead = configs.map(|c| format!("look-ahead over the entries, {} plies, {} wide", c.depth, c.width));
    let wide = Look::Wide.width::<shogi::Shogi>();
    rows.push(format!(
        "| choice | {} | the best net of {wide} first moves and a pass | the largest weight, or an exchange that keeps the move |",
        ahead.join(" | ")
    ));
    let line = format!("until both pass, {MAX_LINE} moves at most");
    let verified = [verify_plies::<shogi::Shogi>(), verify_plies::<chess::Chess>()]
        .map(|plies| format!("none: a search of {plies} plies verifies"));
    let Horizon::Tables { tables, width } = Tactics::SuperSomaStatic.strategy().horizon else {
        panic!("super-soma-static answers from tables");
    };
    rows.push(format!(
        "| iteration | {} | {tables} tables more on a line, after the best {width} moves of each | {line} | {line} |",
        verified.join(" | ")
    ));
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
