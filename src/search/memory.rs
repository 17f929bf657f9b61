//! How much memory the machine has to give.

use std::fs::read_to_string;

/// Of what is there, so many eighths may become a table: the rest is for the
/// stacks, for other programs, and for what the system keeps for files.
const TABLE_EIGHTHS: u64 = 7;

/// The MiB that a table may have at most, where the system tells.
pub(crate) fn mebibytes_for_table() -> Option<usize> {
    let free = free_kibibytes(&read_to_string("/proc/meminfo").ok()?)?;
    // A container may have less than its machine.
    let limit = read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse::<u64>().ok()).map_or(u64::MAX, |bytes| bytes >> 10);
    usize::try_from((free.min(limit) / 8 * TABLE_EIGHTHS) >> 10).ok()
}

/// What programs can have without swapping, of `/proc/meminfo`.
fn free_kibibytes(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_free_memory_is_found() {
        let text =
            "MemTotal:       24683608 kB\nMemFree:  1 kB\nMemAvailable:   23600128 kB\nBuffers: 4 kB\n";
        assert_eq!(free_kibibytes(text), Some(23_600_128));
        assert_eq!(free_kibibytes("MemAvailable: much\n"), None);
        assert_eq!(free_kibibytes(""), None);
    }
}
