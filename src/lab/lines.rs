//! Files of which every line says something.

use crate::records::bad_line::{BadLine, LineError};
use crate::records::input::{Line, Lines, is_blank};

/// What the lines of these files say, in their order; `-` is standard input. Blank lines are passed over, and
/// those that say nothing.
pub(crate) fn each_line<T>(
    files: Vec<String>,
    mut read: impl FnMut(&str, &Line) -> Result<Option<T>, LineError>,
) -> impl Iterator<Item = Result<T, BadLine>> {
    Lines::new(files).filter_map(move |line| {
        let said = line.text().and_then(|text| if is_blank(text) { Ok(None) } else { read(text, &line) });
        said.map_err(|reason| line.bad(reason)).transpose()
    })
}

/// What a file says, and the lines of it that say nothing that can be read.
pub(crate) fn read_file<T>(
    file: &str,
    mut read: impl FnMut(&str) -> Result<Option<T>, LineError>,
) -> (Vec<T>, Vec<BadLine>) {
    let (mut said, mut bad) = (Vec::new(), Vec::new());
    for found in each_line(vec![file.to_owned()], |text, _| read(text)) {
        found.map_or_else(|line| bad.push(line), |found| said.push(found));
    }
    (said, bad)
}
