//! A table as plain text or as Markdown.

use std::fmt::Write;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Columns of equal width.
    Text,
    /// For a page.
    Markdown,
}

/// A table: the first column is text, the others are numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Names of the columns.
    pub head: Vec<String>,
    /// The rows below, as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as text that ends with a line end.
    pub fn write(&self, form: Form) -> String {
        let columns = self.head.len();
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            all().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut out = format!("{}\n\n", self.title);
        for (number, row) in all().enumerate() {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = match (form, column) {
                    (Form::Markdown, _) => "| ",
                    (Form::Text, 0) => "",
                    (Form::Text, _) => "  ",
                };
                line += gap;
                // Writing to a string cannot fail.
                let _ =
                    if column == 0 { write!(line, "{cell:<width$}") } else { write!(line, "{cell:>width$}") };
                if form == Form::Markdown {
                    line.push(' ');
                }
            }
            if form == Form::Markdown {
                line.push('|');
            }
            out += line.trim_end();
            out.push('\n');
            if form == Form::Markdown && number == 0 {
                out += "|---|";
                out += &"---:|".repeat(columns.saturating_sub(1));
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let table = Table {
            title: "Fruit".to_owned(),
            head: row(["kind", "n"]),
            rows: vec![row(["fig", "12"]), row(["quince", "3"])],
        };
        assert_eq!(table.write(Form::Text), "Fruit\n\nkind     n\nfig     12\nquince   3\n");
        assert_eq!(
            table.write(Form::Markdown),
            "Fruit\n\n| kind   |  n |\n|---|---:|\n| fig    | 12 |\n| quince |  3 |\n"
        );
    }
}
