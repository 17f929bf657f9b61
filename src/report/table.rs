//! Tables for people: as text, as Markdown and as HTML.

use maud::{Markup, html};

use super::text::{columns, fit};
use crate::game::visible;

/// Where a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a title, to be shown.
#[derive(Clone, Debug)]
pub struct TextTable {
    title: String,
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// An empty table.
    pub fn new(title: String, columns: &[(&str, Align)]) -> Self {
        let columns = columns.iter().map(|&(name, align)| (name.to_owned(), align)).collect();
        Self { title, columns, rows: Vec::new() }
    }

    /// Adds a row with a cell for each column. Control characters, which names
    /// from files may hold, are written out.
    pub fn push(&mut self, mut row: Vec<String>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        for cell in &mut row {
            *cell = visible(cell);
        }
        self.rows.push(row);
    }

    /// The table with all that it says put in other words.
    pub fn reworded(&self, say: impl Fn(&str) -> String) -> Self {
        let columns = self.columns.iter().map(|(name, align)| (say(name), *align)).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| say(cell)).collect()).collect();
        Self { title: say(&self.title), columns, rows }
    }

    /// The rows.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The table as lines of text with aligned columns. What is wider than the
    /// terminal stands below, in blocks that begin with the first column.
    pub fn text(&self, width: Option<usize>) -> String {
        let lines = self.padded();
        let blocks = blocks(&lines, width).into_iter().map(|block| {
            let row = |cells: &Vec<String>| {
                let cells: Vec<&str> = block.iter().map(|&i| cells[i].as_str()).collect();
                fit(&(cells.join(GAP).trim_end().to_owned() + "\n"), width)
            };
            lines.iter().map(row).collect::<String>()
        });
        let title = fit(&format!("{}\n\n", self.title), width);
        title + &blocks.collect::<Vec<_>>().join("\n")
    }

    /// The table for a page in Markdown. A bar in a cell is no end of it.
    pub fn markdown(&self) -> String {
        let row = |cells: Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut lines: Vec<String> = self.padded().into_iter().map(row).collect();
        let marks = self.columns.iter().map(|(_, align)| match align {
            Align::Left => "---|",
            Align::Right => "---:|",
        });
        lines.insert(1, format!("|{}\n", marks.collect::<String>()));
        format!("{}\n\n", self.title) + &lines.concat()
    }

    /// Head and rows, all cells of a column equally wide.
    fn padded(&self) -> Vec<Vec<String>> {
        let head: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let lines = || std::iter::once(&head).chain(&self.rows);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|i| lines().filter_map(|row| row.get(i)).map(|cell| columns(cell)).max().unwrap_or(0))
            .collect();
        let pad = |((cell, &(_, align)), &width): ((&String, &(String, Align)), &usize)| {
            let blanks = " ".repeat(width - columns(cell));
            match align {
                Align::Left => format!("{cell}{blanks}"),
                Align::Right => format!("{blanks}{cell}"),
            }
        };
        lines().map(|row| row.iter().zip(&self.columns).zip(&widths).map(pad).collect()).collect()
    }

    /// The table as HTML, under its title.
    pub fn html(&self) -> Markup {
        html! {
            h2 { (self.title) }
            (self.bare())
        }
    }

    /// The same without the title. What is wider than the page can be moved to and fro.
    pub fn bare(&self) -> Markup {
        let class = |align: Align| (align == Align::Right).then_some("n");
        html! {
            div.scroll {
                table {
                    thead {
                        tr { @for (name, align) in &self.columns { th scope="col" class=[class(*align)] { (name) } } }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (text, (_, align)) in row.iter().zip(&self.columns) {
                                    // Names may run from right to left; the other cells do not turn with them.
                                    td class=[class(*align)] { @if text.is_ascii() { (text) } @else { bdi { (text) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The columns of each block of text.
fn blocks(lines: &[Vec<String>], width: Option<usize>) -> Vec<Vec<usize>> {
    let widths: Vec<usize> = lines[0].iter().map(|cell| columns(cell)).collect();
    let mut blocks: Vec<Vec<usize>> = vec![vec![0]];
    let mut used = widths[0];
    for (i, &needed) in widths.iter().enumerate().skip(1) {
        let block = blocks.len() - 1;
        if blocks[block].len() > 1 && width.is_some_and(|width| used + GAP.len() + needed > width) {
            blocks.push(vec![0, i]);
            used = widths[0] + GAP.len() + needed;
        } else {
            blocks[block].push(i);
            used += GAP.len() + needed;
        }
    }
    blocks
}

/// What parts the columns of text.
const GAP: &str = "  ";

/// A number with so many digits after the point, or a dash where there is
/// nothing to divide by.
pub fn decimals(value: f64, digits: usize) -> String {
    if value.is_finite() { format!("{value:.digits$}") } else { "-".to_owned() }
}

/// A share in percent.
pub fn percent(part: u64, whole: u64) -> String {
    let share = decimals(part as f64 * 100.0 / whole as f64, 1);
    if whole == 0 { share } else { share + "%" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_text_is_escaped() {
        let mut table = TextTable::new("a < b".to_owned(), &[("name", Align::Left), ("n", Align::Right)]);
        table.push(vec!["x".to_owned(), "100".to_owned()]);
        table.push(vec!["<i>".to_owned(), "7".to_owned()]);
        assert_eq!(table.text(None), "a < b\n\nname    n\nx     100\n<i>     7\n");
        assert_eq!(table.text(Some(9)), table.text(None));
        assert_eq!(table.markdown(), "a < b\n\n| name |   n |\n|---|---:|\n| x    | 100 |\n| <i>  |   7 |\n");
        let html = table.html().into_string();
        assert!(html.contains("<td>&lt;i&gt;</td><td class=\"n\">7</td>"), "{html}");
        table.push(vec!["\u{202e}x".to_owned(), String::new()]);
        assert!(table.bare().into_string().contains("<bdi>\u{202e}x</bdi>"));
        assert!(html.contains("<h2>a &lt; b</h2>"), "{html}");
    }

    #[test]
    fn wide_letters_are_aligned() {
        let mut table = TextTable::new("t".to_owned(), &[("name", Align::Left), ("n", Align::Right)]);
        table.push(vec!["x".to_owned(), "100".to_owned()]);
        let own = table.reworded(|text| text.replace("name", "\u{540d}\u{524d}").replace('x', "\u{5c06}"));
        assert_eq!(own.text(None), "t\n\n\u{540d}\u{524d}    n\n\u{5c06}    100\n");
    }

    #[test]
    fn a_wide_table_is_divided() {
        let names = ["strategy", "nodes", "ratio", "below"];
        let columns: Vec<(&str, Align)> = names.iter().map(|&name| (name, Align::Right)).collect();
        let mut table = TextTable::new("a title of some length".to_owned(), &columns);
        table.push(["soma", "1", "2", "\u{1b}"].map(str::to_owned).to_vec());
        let expected = "a title of some\n  length\n\nstrategy  nodes\n    soma      1\n\nstrategy  ratio\n    \
                        soma      2\n\nstrategy   below\n    soma  \\u{1b}\n";
        assert_eq!(table.text(Some(16)), expected);
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        assert_eq!((percent(1, 4), percent(0, 0)), ("25.0%".to_owned(), "-".to_owned()));
        assert_eq!(decimals(f64::NAN, 2), "-");
    }
}
