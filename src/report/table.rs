//! Tables for people: as text, as Markdown and as HTML.

use console::{Alignment, pad_str};
use maud::{Markup, html};

use super::text::{columns, fit};
use crate::game::visible;
use crate::lang::{self, tr};

/// What a column is called, and how it is shown.
#[derive(Clone, Debug)]
struct Head {
    name: String,
    align: Alignment,
    /// Whether it is left out on a small screen.
    is_roomy: bool,
    /// Whether it is left out on a page, which says it elsewhere.
    is_text_only: bool,
}

/// Rows of one kind, of each of which something is said, column by column.
#[derive(Debug)]
pub struct Columns<R> {
    rows: Vec<R>,
    table: TextTable,
}

impl<R> Columns<R> {
    /// Of these rows nothing is said yet.
    pub fn of(title: impl Into<String>, rows: impl IntoIterator<Item = R>) -> Self {
        let rows: Vec<R> = rows.into_iter().collect();
        let told = rows.iter().map(|_| Vec::new()).collect();
        Self { rows, table: TextTable { title: title.into(), heads: Vec::new(), rows: told } }
    }

    /// One more column, of words.
    pub fn words<T: ToString>(self, name: &str, cell: impl Fn(&R) -> T) -> Self {
        self.column(name, Alignment::Left, &|row| cell(row).to_string())
    }

    /// One more column, of numbers.
    pub fn number<T: ToString>(self, name: &str, cell: impl Fn(&R) -> T) -> Self {
        self.column(name, Alignment::Right, &|row| cell(row).to_string())
    }

    /// The same, and a dash where there is no number.
    pub(crate) fn number_or_dash<T: ToString>(self, name: &str, cell: impl Fn(&R) -> Option<T>) -> Self {
        self.number(name, |row| or_dash(cell(row)))
    }

    /// The same where there is something to be said in it.
    pub(crate) fn number_if<T: ToString>(self, is_said: bool, name: &str, cell: impl Fn(&R) -> T) -> Self {
        if is_said { self.number(name, cell) } else { self }
    }

    /// Control characters, which names from files may hold, are written out.
    fn column(mut self, name: &str, align: Alignment, cell: &dyn Fn(&R) -> String) -> Self {
        let name = lang::text(name).to_owned();
        self.table.heads.push(Head { name, align, is_roomy: false, is_text_only: false });
        for (row, told) in self.rows.iter().zip(&mut self.table.rows) {
            told.push(visible(&cell(row)));
        }
        self
    }

    /// The last column is not shown on a small screen.
    pub fn roomy(mut self) -> Self {
        if let Some(head) = self.table.heads.last_mut() {
            head.is_roomy = true;
        }
        self
    }

    /// The last column is not shown on a page.
    pub(crate) fn text_only(mut self) -> Self {
        if let Some(head) = self.table.heads.last_mut() {
            head.is_text_only = true;
        }
        self
    }

    /// The table.
    pub fn table(self) -> TextTable {
        self.table
    }
}

/// A table with a title, to be shown.
#[derive(Clone, Debug)]
pub struct TextTable {
    title: String,
    heads: Vec<Head>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// The table as lines of text with aligned columns. What is wider than the
    /// terminal stands below, in blocks that begin with the first column.
    pub fn text(&self, width: Option<usize>) -> String {
        let lines = self.padded();
        let blocks = blocks(&lines, width).into_iter().enumerate().map(|(number, block)| {
            // Below, rows of which nothing is left are left out.
            let is_told =
                |cells: &&Vec<String>| number == 0 || block[1..].iter().any(|&i| !cells[i].trim().is_empty());
            let row = |cells: &Vec<String>| {
                let cells: Vec<&str> = block.iter().map(|&i| cells[i].as_str()).collect();
                fit(&(cells.join(GAP).trim_end().to_owned() + "\n"), width)
            };
            lines.iter().filter(is_told).map(row).collect::<String>()
        });
        let title = if self.title.is_empty() { String::new() } else { format!("{}\n\n", self.title) };
        fit(&title, width) + &blocks.collect::<Vec<_>>().join("\n")
    }

    /// The table for a page in Markdown. A bar in a cell is no end of it.
    pub fn markdown(&self) -> String {
        let row = |cells: Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut lines: Vec<String> = self.padded().into_iter().map(row).collect();
        let mark = |head: &Head| if head.align == Alignment::Right { "---:|" } else { "---|" };
        lines.insert(1, format!("|{}\n", self.heads.iter().map(mark).collect::<String>()));
        format!("{}\n\n", self.title) + &lines.concat()
    }

    /// Head and rows, all cells of a column equally wide.
    fn padded(&self) -> Vec<Vec<String>> {
        let head: Vec<String> = self.heads.iter().map(|head| head.name.clone()).collect();
        let lines = || std::iter::once(&head).chain(&self.rows);
        let width = |i: usize| lines().map(|row| columns(&row[i])).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let pad = |((cell, head), &width): ((&String, &Head), &usize)| {
            pad_str(cell, width, head.align, None).into_owned()
        };
        lines().map(|row| row.iter().zip(&self.heads).zip(&widths).map(pad).collect()).collect()
    }

    /// The table as HTML, under its title.
    pub fn html(&self) -> Markup {
        html! { h2 { (self.title) } (self.bare()) }
    }

    /// The same without the title. What is wider than the page can be moved to and fro.
    pub fn bare(&self) -> Markup {
        html! {
            div.scroll {
                table { (self.head()) tbody { @for row in &self.rows { (self.row(row)) } } }
            }
        }
    }

    /// A list to sort and to filter; the details of a row, as far as there are some, can be opened below it. Without
    /// its script all of it can be read, in this order. `name` tells it from the others of the page.
    pub fn list(&self, name: &str, details: &[Markup]) -> Markup {
        html! {
            h2 { (self.title) }
            @if self.rows.is_empty() { p { (tr!("There are none.")) } } @else {
                div.list-tools data-for=(name) {}
                table.list id=(name) {
                    (self.head())
                    @for (number, row) in self.rows.iter().enumerate() {
                        tbody.item {
                            (self.row(row))
                            @if let Some(details) = details.get(number) {
                                tr.more {
                                    td colspan=(self.heads.len()) {
                                        details id={ (name) "-" (number) } {
                                            summary { (tr!("Board and lines")) }
                                            @for long in row.iter().filter(|text| text.chars().count() > SHOWN) { p.name { bdi { (long) } } }
                                            (details)
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn head(&self) -> Markup {
        html! {
            thead { tr { @for (head, class) in self.shown(&self.heads) { th scope="col" class=[class] { (head.name) } } } }
        }
    }

    fn row(&self, row: &[String]) -> Markup {
        html! {
            tr {
                @for (text, class) in self.shown(row) {
                    // Names may run from right to left; the other cells do not turn with them.
                    td class=[class] { @if class.is_some_and(|it| it.starts_with('n')) { (text) } @else { bdi { (cut(text)) } } }
                }
            }
        }
    }

    /// What stands in the columns of a page, and their classes.
    fn shown<'a, T>(&'a self, cells: &'a [T]) -> impl Iterator<Item = (&'a T, Option<&'static str>)> {
        let class = |head: &Head| match (head.align, head.is_roomy) {
            (Alignment::Right, true) => Some("n roomy"),
            (Alignment::Right, false) => Some("n"),
            (_, true) => Some("roomy"),
            (_, false) => None,
        };
        let found = self.heads.iter().zip(cells).filter(|(head, _)| !head.is_text_only);
        found.map(move |(head, cell)| (cell, class(head)))
    }
}

/// Letters of a name that a row of a page shows; all of them stand below it.
const SHOWN: usize = 60;

fn cut(text: &str) -> String {
    let end = text.char_indices().nth(SHOWN);
    end.map_or_else(|| text.to_owned(), |(at, _)| format!("{}\u{2026}", &text[..at]))
}

/// The columns of each block of text.
fn blocks(lines: &[Vec<String>], width: Option<usize>) -> Vec<Vec<usize>> {
    let widths: Vec<usize> = lines[0].iter().map(|cell| columns(cell)).collect();
    let (mut blocks, mut used) = (vec![vec![0]], widths[0]);
    for (i, &needed) in widths.iter().enumerate().skip(1) {
        used += GAP.len() + needed;
        let is_full = width.is_some_and(|width| used > width);
        match blocks.last_mut() {
            Some(block) if block.len() == 1 || !is_full => block.push(i),
            _ => {
                blocks.push(vec![0, i]);
                used = widths[0] + GAP.len() + needed;
            }
        }
    }
    blocks
}

const GAP: &str = "  ";

/// What there is to say, or a dash.
pub(super) fn or_dash(told: Option<impl ToString>) -> String {
    told.map_or_else(|| "-".to_owned(), |told| told.to_string())
}

/// A number with so many digits after the point, or a dash where there is nothing to divide by.
pub fn decimals(value: f64, digits: usize) -> String {
    or_dash(value.is_finite().then(|| format!("{value:.digits$}")))
}

/// A share in percent, or a dash where there is none.
pub fn percents(value: f64) -> String {
    or_dash(value.is_finite().then(|| format!("{value:.1} %")))
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
    fn a_page_has_its_own_columns_and_cuts_long_names() {
        let long = "\u{5c06}".repeat(61);
        let columns = Columns::of("", ["short", &long]).words("a", |row| *row);
        let found = columns.words("b", |_| "b").text_only().table();
        let page = found.list("l", &[html! { "less" }, html! { "more" }]).into_string();
        assert!(page.contains("<bdi>short</bdi>") && !page.contains("<bdi>b</bdi>"), "{page}");
        assert!(page.contains(&format!("<bdi>{}\u{2026}</bdi>", &long[..180])), "{page}");
        assert_eq!(page.matches(&long).count(), 1, "{page}");
        assert_eq!(page.matches("<details id=\"l-1\">").count(), 1, "{page}");
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        assert_eq!((percent(1, 4), percent(0, 0)), ("25.0%".to_owned(), "-".to_owned()));
        assert_eq!(decimals(f64::NAN, 2), "-");
    }
}
