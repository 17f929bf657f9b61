//! What the letters and numbers of a printed table mean.

use std::fmt::Write as _;

use crate::lang;
use crate::soma::relation::Relation;

/// The columns of the flags, from left to right.
const FLAGS: &str = "\
B  the threat can be met by a block     S  it can be stopped completely
D  by a guard                           R  the target is tied to something
R  the target can run                   D  nothing is won at once
I  the target has no safe square        X  possible now
+  gives check
";

/// The legend: the flag columns `BDRI+SRDX`, then R1 to R13.
pub fn legend() -> String {
    let mut out = String::new();
    for line in FLAGS.lines() {
        let _ = writeln!(out, "{}", lang::text(line));
    }
    for (name, reason) in Relation::rules() {
        let _ = writeln!(out, "{name:<3} {}", lang::text(reason));
    }
    out
}
