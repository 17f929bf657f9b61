//! The two protocols: scripts of lines in and lines out, USI and UCI side by
//! side.

/// Makes a test of both protocols out of a function of one.
macro_rules! both {
    ($($name:ident)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn usi() {
                super::$name::<Usi>();
            }

            #[test]
            fn uci() {
                super::$name::<Uci>();
            }
        }
    )* };
}

pub mod gui;
mod clients;
mod dialogue;
mod pondering;
mod analysis;
mod options;
mod levels;
mod lines;
mod pipes;
mod nonsense;
mod machine;
mod mates;
#[cfg(unix)]
mod memory;
