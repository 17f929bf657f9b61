//! Boards and tables for a terminal: Kanji, and colors where somebody sees them.

use std::fmt::Write as _;

use console::Style;

use super::board::rank_name;
use crate::game::{Color, Drawing, Geometry, PieceType};
use crate::lang::{self, tr};

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// The letters of the notation.
    #[default]
    Ascii,
    /// Kanji, as shogi servers print boards; `v` stands before the pieces of the upper side.
    Kanji,
}

/// Widths of a cell of a board in Kanji, each of which takes two columns.
const CELL: usize = 3;

/// The board as lines of text, in Kanji for a game whose pieces have them.
pub(crate) fn terminal_board<P: Drawing>(position: &P, letters: Letters) -> String {
    if letters == Letters::Ascii {
        return position.diagram();
    }
    let mut cells = vec![vec![" \u{30fb}".to_owned(); P::FILES as usize]; P::RANKS as usize];
    position.for_each_piece(|sq, piece| {
        let (column, row) = P::cell(sq);
        let mark = if piece.color() == P::CAPITALS { " " } else { "v" };
        let name = kanji::<P>(piece.piece_type());
        cells[row as usize][column as usize] = format!("{mark}{name}");
    });
    let row = |(row, cells): (u8, &Vec<String>)| format!("|{}|{}\n", cells.concat(), rank_name::<P>(row));
    let rows: String = (0..).zip(&cells).map(row).collect();
    let file = |column| format!("{:>CELL$}", P::file_name(column));
    let files: String = (0..P::FILES).map(file).collect();
    let border = format!("+{}+", "-".repeat(CELL * P::FILES as usize));
    let [above, below] = [!P::CAPITALS, P::CAPITALS].map(|c| hand(position, c));
    let to_move = tr!("{side} to move", side = lang::text_of(P::GAME, position.side_to_move().name()));
    format!("{above}\n{files}\n{border}\n{rows}{border}\n{below}\n{to_move}")
}

fn kanji<P: Drawing>(pt: PieceType) -> &'static str {
    P::figure(pt).kanji().unwrap_or_default()
}

/// What a side holds, the strongest first.
fn hand<P: Drawing>(position: &P, c: Color) -> String {
    let held = |&pt: &PieceType| match (position.hand(c, pt), kanji::<P>(pt)) {
        (0, _) => None,
        (1, name) => Some(name.to_owned()),
        (count, name) => Some(format!("{name}{count}")),
    };
    let held: Vec<String> = P::Geometry::DROPPABLE.iter().rev().filter_map(held).collect();
    let side = lang::text_of(P::GAME, c.name());
    if held.is_empty() {
        tr!("{side} holds nothing", side)
    } else {
        tr!("{side} holds {held}", side, held = held.join(" "))
    }
}

/// Colors text of `xref` for a terminal: headings and choices stand out, and the rows of the upper and the lower side
/// differ. Only the colors that every terminal has, which its owner has chosen.
pub(crate) fn paint(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 256);
    // What stands before the first place of a heading.
    let headings = HEADINGS.map(|heading| lang::text(heading).split('{').next().unwrap_or_default());
    let [black, white] =
        ["black", "white"].map(|side| ["shogi", "chess"].map(|game| lang::text_of(game, side)));
    for line in text.split_inclusive('\n') {
        let words = line.trim_end_matches('\n');
        let has_one = |names: &[&str]| words.split(' ').any(|word| names.contains(&word));
        let is_row = words.get(..9).is_some_and(|flags| flags.chars().all(|c| "bdri+sx-".contains(c)));
        let style = match Style::new() {
            style if headings.iter().any(|start| words.starts_with(start)) => style.bold(),
            style if is_row && has_one(&black) => style.cyan(),
            style if is_row && has_one(&white) => style.yellow(),
            style => style,
        };
        let _ = write!(out, "{}{}", style.force_styling(true).apply_to(words), &line[words.len()..]);
    }
    out
}

/// How lines begin that stand out.
const HEADINGS: [&str; 6] = [
    "Iteration {number}: {side} to move",
    "The search's table: {side} to move",
    "Chosen: {move}",
    "Line: {line}",
    "Net: {net} ({values} values)",
    "BDRI+SRDX",
];
