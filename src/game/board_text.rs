//! Boards and hands as SFEN and FEN write them.

/// The board, good or not: what stands `at` a row and a column, from the top left.
pub(crate) fn board_text(rows: usize, columns: usize, at: impl Fn(usize, usize) -> Option<String>) -> String {
    let cell = |row, column| at(row, column).unwrap_or_else(|| " ".to_owned());
    let row = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
    let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
    // Empty squares are counted, the longest runs first.
    (1..=columns).rev().fold(board, |board, empty| board.replace(&" ".repeat(empty), &empty.to_string()))
}

/// The hands of an SFEN: letters of pieces and how many there are of each.
pub(crate) fn hands_text(held: impl Iterator<Item = (String, u32)>) -> String {
    let text: String = held
        .map(|(letter, number)| match number {
            0 => String::new(),
            1 => letter,
            number => format!("{number}{letter}"),
        })
        .collect();
    if text.is_empty() { "-".to_owned() } else { text }
}
