//! The files of `docs/data`, a table each.

use crate::docs::root;

/// The files, without their ending.
pub const FILES: [&str; 11] = [
    "accuracy", "experiments", "ladder", "levels", "matches", "nets", "nets_tested", "speed", "suites",
    "thesis", "trials",
];

/// A file: the names of its columns, and its rows.
pub struct Data {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A row of a file.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    head: &'a [String],
    cells: &'a [String],
}

impl Data {
    pub fn read(name: &str) -> Self {
        let path = root().join(format!("docs/data/{name}.csv"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (head, rows) = text.split_once('\n').expect("a head");
        Self::parse(head, rows)
    }

    pub fn parse(head: &str, rows: &str) -> Self {
        let text = format!("{}\n{rows}", head.trim_end_matches(['\n', ',']));
        let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let head = cells(reader.headers().expect("a head"));
        // A row with another number of cells is refused by the reader.
        let rows = reader.records().map(|row| cells(&row.expect("a whole row"))).collect();
        Self { head, rows }
    }

    pub fn has(&self, column: &str) -> bool {
        self.head.iter().any(|name| name == column)
    }

    pub fn row(&self, at: usize) -> Row<'_> {
        Row { head: &self.head, cells: &self.rows[at] }
    }

    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { head: &self.head, cells })
    }
}

impl<'a> Row<'a> {
    /// A cell, empty where the file has no such column.
    pub fn get(self, column: &str) -> &'a str {
        self.head.iter().position(|name| name == column).map_or("", |at| &self.cells[at])
    }

    /// The number in a cell, if there is one.
    pub fn number(self, column: &str) -> Option<f64> {
        self.get(column).parse().ok()
    }

    /// Points of a hundred, a draw counted half.
    pub fn points(self) -> Option<f64> {
        let [won, drawn, lost] = ["won", "drawn", "lost"].map(|column| self.number(column));
        let (won, drawn, lost) = (won?, drawn?, lost?);
        Some(100.0 * (won + drawn / 2.0) / (won + drawn + lost))
    }

    /// Whether the program of today was measured: its search visits the same nodes.
    pub fn is_of_today(self) -> bool {
        self.get("signature") == signature(self.get("game"))
    }
}

/// Nodes of the benchmark of a game today.
pub fn signature(game: &str) -> String {
    let text = std::fs::read_to_string(root().join("benches/signatures.txt")).expect("signatures");
    let command = if game == "chess" { "somatic bench --game chess" } else { "somatic bench" };
    let mut lines = text.lines().filter_map(|line| line.split_once("  "));
    lines.find(|(_, name)| *name == command).expect("the signature of the game").0.to_owned()
}

/// What is wrong with a row, if anything is.
pub fn fault(row: &Row<'_>) -> Option<&'static str> {
    let has = |column: &str| !row.get(column).is_empty();
    let one_of = |column: &str, values: &[&str]| !has(column) || values.contains(&row.get(column));
    let date: Vec<&str> = row.get("date").split('-').collect();
    if date.len() != 3 || date.iter().any(|part| part.parse::<u16>().is_err()) {
        Some("no date")
    } else if !one_of("game", &["shogi", "chess"]) {
        Some("no game")
    } else if !one_of("kept", &["yes", "no"]) {
        Some("kept is neither yes nor no")
    } else if ["won", "drawn", "lost"].into_iter().all(has)
        && row.number("games")
            != ["won", "drawn", "lost"].into_iter().map(|column| row.number(column)).sum::<Option<f64>>()
        && has("games")
    {
        Some("games that are not won, drawn and lost ones")
    } else if has("kept") && !one_of("verdict", &["accepted", "rejected", "undecided"]) {
        Some("no verdict of a sequential test")
    } else {
        None
    }
}
