//! How long games last.

/// How many plies are expected to come, by which a clock is divided: a line that falls from the first ply on, and
/// then stays, as a game that is longer than most goes on for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLength {
    /// Plies at the first one.
    pub at_start: u32,
    /// Plies after which the expectation no longer falls; fewer than `at_start`.
    pub falls_for: u32,
}

impl GameLength {
    /// Moves of one side that are expected to come after so many plies.
    ///
    /// ```
    /// let length = somatic::game::GameLength { at_start: 140, falls_for: 90 };
    /// assert_eq!([0, 40, 90, 500].map(|ply| length.moves_left(ply)), [70, 50, 25, 25]);
    /// ```
    pub fn moves_left(self, ply: u32) -> u32 {
        (self.at_start - ply.min(self.falls_for)) / 2
    }
}
