//! The tables of the pages.

use std::fmt::Write as _;

use super::data::{Data, Row};

/// Trials that are listed as tried and left out: those with the most games.
const LEFT_OUT: usize = 5;

/// The table of a name, as Markdown.
pub fn render(name: &str) -> String {
    match name {
        "strength" => strength(&English),
        "strength-ja" => strength(&Japanese),
        "thesis" => thesis(),
        "ladder" => ladder(),
        "accuracy" => accuracy(),
        "nets" => nets(),
        "nets tested" => nets_tested(),
        "deep scores" => deep_scores(),
        "speed" => speed(),
        "levels" => levels(),
        "matches" => matches(),
        "suites" => suites(),
        "left out" => left_out(),
        other => panic!("no table is called {other}"),
    }
}

/// Marks a row of another program than today's.
const EARLIER: &str = " †";

fn mark(row: Row<'_>) -> &'static str {
    if row.is_of_today() { "" } else { EARLIER }
}

fn table(head: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let columns = head.split(" | ").map(|name| if name.ends_with('>') { "---:" } else { "---" });
    let marks = columns.collect::<Vec<_>>().join("|");
    let mut text = format!("| {} |\n|{marks}|\n", head.replace('>', ""));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        writeln!(text, "| {} |", cells.join(" | ")).expect("a string");
    }
    text
}

/// `+87 ± 22`, empty where there are no figures.
fn elo(row: Row<'_>) -> String {
    match (row.number("elo"), row.get("error")) {
        (Some(elo), error) if !error.is_empty() => {
            format!("{elo:+.0} ± {:.0}", error.parse::<f64>().expect("half an interval"))
        }
        _ => String::new(),
    }
}

/// `movetime 50` as `50 ms`, `nodes 2000` as `2,000 nodes`.
pub fn limit(text: &str) -> String {
    match text.split_once(' ') {
        Some(("movetime", ms)) if ms.len() > 3 => format!("{} s", &ms[..ms.len() - 3]),
        Some(("movetime", ms)) => format!("{ms} ms"),
        Some(("nodes", nodes)) => format!("{} nodes", thousands(nodes)),
        _ => text.to_owned(),
    }
}

fn thousands(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The newest row of each key, in the order in which the keys first stand.
pub fn newest<'a>(data: &'a Data, key: impl Fn(Row<'a>) -> Option<String>) -> Vec<Row<'a>> {
    let mut found: Vec<(String, Row<'a>)> = Vec::new();
    for row in data.rows() {
        let Some(key) = key(row) else { continue };
        match found.iter_mut().find(|(other, _)| *other == key) {
            Some((_, old)) => *old = row,
            None => found.push((key, row)),
        }
    }
    found.into_iter().map(|(_, row)| row).collect()
}

/// Those of the program of today, if there are any.
fn of_today(mut rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    if rows.iter().any(|row| row.is_of_today()) {
        rows.retain(|row| row.is_of_today());
    }
    rows
}

/// Whether a thesis match was played under the net, from ply to ply the same program.
pub fn is_thesis(row: Row<'_>) -> bool {
    !row.get("program").starts_with("before the net")
}

/// The newest thesis match of a game at a limit.
pub fn thesis_row<'a>(data: &'a Data, game: &str, limit: &str) -> Option<Row<'a>> {
    data.rows().rev().find(|row| is_thesis(*row) && row.get("game") == game && row.get("limit") == limit)
}

trait Language {
    fn points(&self, points: f64, elo: &str) -> String;
    fn head(&self) -> &'static str;
    fn question(&self, at: usize) -> &'static str;
    fn others(&self) -> &'static str;
    /// What the mark of an earlier program means.
    fn earlier(&self) -> &'static str;
    /// ` at 5,000 nodes:` or ` at 400 ms:`, if a program has a limit of its own, behind its name.
    fn limit_of_its_own(&self, limit: &str) -> Option<String>;
}

struct English;
struct Japanese;

impl Language for English {
    fn points(&self, points: f64, elo: &str) -> String {
        format!("{points:.1} of 100 ({elo} Elo)")
    }
    fn head(&self) -> &'static str {
        "measured | shogi | chess"
    }
    fn question(&self, at: usize) -> &'static str {
        [
            "points against `quiescence`, 2,000 nodes a move",
            "the same, 50 ms a move",
            "the same, 200 ms a move",
            "mean error at the horizon in units of the engine: `super-soma`, `quiescence`",
            "points against others, 100 ms a move for us",
            "the same in chess",
        ][at]
    }
    fn others(&self) -> &'static str {
        ", "
    }
    fn limit_of_its_own(&self, limit: &str) -> Option<String> {
        limit.starts_with(|c: char| c.is_ascii_digit()).then(|| format!(" at {limit}:"))
    }
    fn earlier(&self) -> &'static str {
        "† was measured with an earlier version."
    }
}

impl Language for Japanese {
    fn points(&self, points: f64, elo: &str) -> String {
        format!("100点中{points:.1}点 (Elo {elo})")
    }
    fn head(&self) -> &'static str {
        "測定 | 将棋 | チェス"
    }
    fn question(&self, at: usize) -> &'static str {
        [
            "`quiescence` との対局、1手2,000ノード",
            "同、1手50ミリ秒",
            "同、1手200ミリ秒",
            "探索の末端での平均誤差 (エンジンの単位): `super-soma`、`quiescence`",
            "他のプログラムとの対局 (当方は1手100ミリ秒) での100点中の得点",
            "同、チェス",
        ][at]
    }
    fn others(&self) -> &'static str {
        "、"
    }
    fn limit_of_its_own(&self, limit: &str) -> Option<String> {
        let text = English.limit_of_its_own(limit)?;
        Some(text.replace(" at ", " ").replace(" nodes", "ノード").replace(" ms", "ミリ秒"))
    }
    fn earlier(&self) -> &'static str {
        "† は以前の版での測定です。"
    }
}

fn strength(language: &impl Language) -> String {
    let thesis = Data::read("thesis");
    let accuracy = Data::read("accuracy");
    let ladder = Data::read("ladder");
    let mut rows = Vec::new();
    let matches = ["nodes 2000", "movetime 50", "movetime 200"]
        .map(|limit| ["shogi", "chess"].map(|game| thesis_row(&thesis, game, limit)));
    let is_of_today = |matches: &[Option<Row<'_>>]| matches.iter().flatten().any(|row| row.is_of_today());
    // Matches of earlier programs are shown where there are no others.
    let any_of_today = matches.iter().any(|row| is_of_today(row));
    for (at, found) in matches.iter().enumerate().filter(|(_, row)| !any_of_today || is_of_today(*row)) {
        let cells = found.iter().map(|row| {
            let points = |row: Row<'_>| row.points().expect("points");
            row.map_or_else(String::new, |row| language.points(points(row), &elo(row)) + mark(row))
        });
        rows.push(std::iter::once(language.question(at).to_owned()).chain(cells).collect());
    }
    let error = |game| {
        let of = |strategy| {
            let row = accuracy_rows(&accuracy, game).into_iter().find(|row| row.get("strategy") == strategy);
            let row = row.expect("a strategy");
            format!("{}{}", row.get("mean"), mark(row))
        };
        format!("{}, {}", of("super-soma"), of("quiescence"))
    };
    rows.push(vec![language.question(3).to_owned(), error("shogi"), error("chess")]);
    let others = |game| {
        let rows = newest(&ladder, |row| (row.get("game") == game).then(|| row.get("opponent").to_owned()));
        let mut last = "";
        let cells = of_today(rows).into_iter().map(|row| {
            let (opponent, limit) = row.get("opponent").split_once(", ").unwrap_or((row.get("opponent"), ""));
            let is_version = |(_, last): &(&str, &str)| last.starts_with(|c: char| c.is_ascii_digit());
            let name = opponent.rsplit_once(' ').filter(is_version).map_or(opponent, |(name, _)| name);
            let name = if std::mem::replace(&mut last, name) == name { "" } else { name };
            let limit = language.limit_of_its_own(limit).unwrap_or_default();
            let points = row.get("points").trim_end_matches(".0");
            format!("{name}{limit} {points}{}", mark(row)).trim_start().to_owned()
        });
        cells.collect::<Vec<_>>().join(language.others())
    };
    let nothing = String::new;
    rows.push(vec![language.question(4).to_owned(), others("shogi"), nothing()]);
    rows.push(vec![language.question(5).to_owned(), nothing(), others("chess")]);
    let mut text = table(language.head(), rows);
    if text.contains(EARLIER) {
        writeln!(text, "\n{}", language.earlier()).expect("a string");
    }
    text
}

fn outcomes(row: Row<'_>) -> String {
    match row.get("drawn") {
        "" => String::new(),
        drawn => format!("{}-{drawn}-{}", row.get("won"), row.get("lost")),
    }
}

fn thesis() -> String {
    let data = Data::read("thesis");
    let rows = newest(&data, |row| {
        let limit = row.get("limit");
        let shown = is_thesis(row) && limit != "movetime 20";
        shown.then(|| format!("{} {limit}", row.get("game")))
    });
    let order = |row: &Row<'_>| {
        let (kind, number) = row.get("limit").split_once(' ').expect("a limit");
        (
            row.get("game") == "chess",
            kind == "depth",
            kind == "movetime",
            number.parse::<u32>().expect("a number"),
        )
    };
    let mut rows = rows;
    rows.sort_by_key(order);
    table(
        "game | a move | games> | won-drawn-lost | points of 100> | Elo, 95 % | verdict | date",
        rows.into_iter().map(|row| {
            vec![
                row.get("game").to_owned() + mark(row),
                limit(row.get("limit")),
                thousands(row.get("games")),
                outcomes(row),
                row.points().map_or_else(String::new, |points| format!("{points:.1}")),
                elo(row),
                row.get("verdict").to_owned(),
                row.get("date").to_owned(),
            ]
        }),
    )
}

fn ladder() -> String {
    let data = Data::read("ladder");
    let rows_of = |game: &str| {
        of_today(newest(&data, |row| {
            (row.get("game") == game).then(|| format!("{} {}", row.get("opponent"), row.get("limit")))
        }))
    };
    let rows = [rows_of("shogi"), rows_of("chess")].concat();
    table(
        "opponent | game | a move | games> | won-drawn-lost | points of 100> | note | date",
        rows.into_iter().map(|row| {
            vec![
                row.get("opponent").to_owned() + mark(row),
                row.get("game").to_owned(),
                limit(row.get("limit")),
                row.get("games").to_owned(),
                outcomes(row),
                row.get("points").to_owned(),
                row.get("note").to_owned(),
                row.get("date").to_owned(),
            ]
        }),
    )
}

/// The newest rows of the strategies of a game.
pub fn accuracy_rows<'a>(data: &'a Data, game: &str) -> Vec<Row<'a>> {
    newest(data, |row| {
        let shown = row.get("game") == game && row.get("program").is_empty();
        shown.then(|| row.get("strategy").to_owned())
    })
}

fn accuracy() -> String {
    let data = Data::read("accuracy");
    let columns = ["mean", "within", "move", "nodes", "us"];
    let chess = accuracy_rows(&data, "chess");
    table(
        "strategy | shogi: mean> | within> | move> | nodes> | us> | chess: mean> | within> | move> | nodes> | us>",
        accuracy_rows(&data, "shogi").into_iter().map(|row| {
            let other = chess.iter().find(|other| other.get("strategy") == row.get("strategy"));
            let other = other.expect("the same strategy in chess");
            let mut cells = vec![row.get("strategy").to_owned() + mark(row)];
            cells.extend(
                [row, *other].iter().flat_map(|row| columns.map(|column| row.get(column).to_owned())),
            );
            cells
        }),
    )
}

fn nets() -> String {
    let data = Data::read("nets");
    let rows = data.rows().filter(|row| row.get("built_in") == "yes");
    table(
        "game | generation> | positions learned from> | loss of the formula> | loss> | before> | games> | Elo against the one before, 95 %",
        rows.map(|row| {
            let cells = ["game", "generation"].map(|column| row.get(column).to_owned());
            let mut cells = cells.to_vec();
            cells.push(thousands(row.get("positions")));
            let before = row.get("loss_before").rsplit(' ').next().unwrap_or_default();
            cells.extend([row.get("loss_formula"), row.get("loss_net"), before].map(str::to_owned));
            cells.extend([thousands(row.get("games")), elo(row)]);
            cells
        }),
    )
}

/// The newest row of each net that was tried on games that none has learned from, and on strangers.
pub fn tested<'a>(data: &'a Data, game: &str) -> Vec<Row<'a>> {
    newest(data, |row| (row.get("game") == game).then(|| row.get("generation").to_owned()))
}

fn nets_tested() -> String {
    let data = Data::read("nets_tested");
    let rows = ["shogi", "chess"].into_iter().flat_map(|game| tested(&data, game));
    table(
        "game | generation> | loss> | more than the newest, 95 % | against | won-drawn-lost | points of 100>",
        rows.map(|row| {
            vec![
                row.get("game").to_owned(),
                row.get("generation").to_owned(),
                row.get("loss").to_owned(),
                match (row.number("more_than_newest"), row.number("more_error")) {
                    (Some(more), Some(error)) if error > 0.0 => format!("{more:+.4} ± {error:.4}"),
                    _ => String::new(),
                },
                row.get("opponent").to_owned(),
                outcomes(row),
                row.points().map_or_else(String::new, |points| format!("{points:.1}")),
            ]
        }),
    )
}

/// How far evaluations and short searches are from deep scores.
fn deep_scores() -> String {
    let data = Data::read("experiments");
    let of = |row: &Row<'_>| row.get("table") == "deep scores";
    let rows: Vec<Row<'_>> = data.rows().filter(of).collect();
    let programs = ["Somatic", "Stockfish 15.1"];
    let names = newest(&data, |row| of(&row).then(|| row.get("subject").to_owned()));
    table(
        &format!(" | {}> | {}>", programs[0], programs[1]),
        names.iter().map(|name| {
            let subject = name.get("subject");
            let value = |program| {
                let is_it = |row: &&Row<'_>| row.get("subject") == subject && row.get("measure") == program;
                rows.iter().rfind(is_it).map_or("", |row| row.get("value")).to_owned()
            };
            vec![subject.to_owned(), value(programs[0]), value(programs[1])]
        }),
    )
}

/// What was measured of both games; perft and build profiles stand in the data alone.
fn speed() -> String {
    let data = Data::read("speed");
    let shown =
        |row: Row<'_>| !["perft", "--eval formula"].iter().any(|text| row.get("command").contains(text));
    let rows = newest(&data, |row| shown(row).then(|| row.get("what").to_owned()));
    table(
        "what | shogi> | chess> | date",
        rows.into_iter().map(|row| {
            let what = row.get("what");
            let mut cells = vec![what.to_owned()];
            for game in ["shogi", "chess"] {
                let mut same =
                    data.rows().rev().filter(|row| row.get("what") == what && row.get("game") == game);
                cells.push(same.next().map_or_else(String::new, |row| row.get("value").to_owned()));
            }
            cells.push(row.get("date").to_owned());
            cells
        }),
    )
}

/// What each level of `Skill` won over the one below it: a row for each game.
fn levels() -> String {
    let data = Data::read("levels");
    let is_level = |row: Row<'_>| row.get("nodes").strip_prefix("Skill=").map(str::to_owned);
    let found = newest(&data, |row| is_level(row).map(|level| format!("{level} {}", row.get("game"))));
    let mut levels: Vec<usize> = found.iter().filter_map(|row| is_level(*row)?.parse().ok()).collect();
    levels.sort_unstable();
    levels.dedup();
    let cell = |level: usize, game: &str| {
        let row =
            found.iter().find(|row| row.get("game") == game && row.get("nodes") == format!("Skill={level}"));
        // Without an interval there is the result alone.
        let told =
            |row: &Row<'_>| Some(elo(*row)).filter(|elo| !elo.is_empty()).unwrap_or_else(|| outcomes(*row));
        row.map_or(String::new(), told)
    };
    let head: Vec<String> = levels.iter().map(usize::to_string).collect();
    let row = |game: &str| {
        let cells = levels.iter().map(|&level| cell(level, game));
        std::iter::once(game.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    table(&format!("level | {}", head.join(" | ")), ["shogi", "chess"].into_iter().map(row))
}

fn matches() -> String {
    let data = Data::read("matches");
    let rows = of_today(newest(&data, |row| {
        (!row.get("won").is_empty()).then(|| ["game", "b", "limit"].map(|column| row.get(column)).join("\n"))
    }));
    table(
        "game | A | B | a move | won-drawn-lost | Elo, 95 % | date",
        rows.into_iter().map(|row| {
            vec![
                row.get("game").to_owned() + mark(row),
                row.get("a").to_owned(),
                row.get("b").to_owned(),
                limit(row.get("limit")),
                outcomes(row),
                elo(row),
                row.get("date").to_owned(),
            ]
        }),
    )
}

fn suites() -> String {
    let data = Data::read("suites");
    let rows =
        newest(&data, |row| Some(["suite", "limit", "strategy"].map(|column| row.get(column)).join("\n")));
    table(
        "suite | a position | strategy | solved> | of> | date",
        rows.into_iter().map(|row| {
            vec![
                row.get("suite").to_owned() + mark(row),
                limit(row.get("limit")),
                row.get("strategy").to_owned(),
                row.get("solved").to_owned(),
                row.get("of").to_owned(),
                row.get("date").to_owned(),
            ]
        }),
    )
}

fn left_out() -> String {
    let data = Data::read("trials");
    let mut rows: Vec<_> = data.rows().filter(|row| row.get("kept") == "no").collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.get("games").parse::<u32>().expect("games")));
    rows.truncate(LEFT_OUT);
    table(
        "change | game | a move | games> | Elo, 95 % | verdict",
        rows.into_iter().map(|row| {
            vec![
                row.get("trial").to_owned(),
                row.get("game").to_owned(),
                limit(row.get("limit")),
                thousands(row.get("games")),
                elo(row),
                row.get("verdict").to_owned(),
            ]
        }),
    )
}
