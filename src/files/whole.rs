//! Files that appear whole.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::lang::tr;

use super::{Output, is_device, shown};

/// Writes a file that appears whole or not at all. What is no plain file, such as a device, is written to as
/// it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if is_device(path) {
        return std::fs::write(path, content).with_context(|| tr!("cannot write {file}", file = shown(path)));
    }
    let mut out = Output::create_beside(path)?;
    out.append(content.as_ref())?;
    out.take_place()
}
