//! Games in the formats of others, one file a format.

pub mod csa;
pub mod lines;
pub mod pgn;

/// A name with nothing in it that ends a field or a line.
fn plain(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_control() {
                ' '
            } else if c == '"' {
                '\''
            } else {
                c
            }
        })
        .collect()
}
