//! What a referee asks of a player.

use std::time::Duration;

use crate::protocol::client::{Answer, Fault};
use crate::search::Limits;

/// The moment when a player is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, P> {
    /// The position, with its history.
    pub position: &'a P,
    /// The same as the protocols write it: how the game began, and its moves.
    pub text: &'a str,
    /// What the player may use.
    pub limits: &'a Limits,
    /// How long a program may think before it is told to stop.
    pub patience: Duration,
}

/// One who plays games of a match, one after the other.
pub trait Player<P>: Send {
    /// Makes itself ready for its first game.
    ///
    /// # Errors
    /// If it cannot.
    fn prepare(&mut self) -> Result<(), Fault>;

    /// Forgets the last game; another begins from this position.
    ///
    /// # Errors
    /// If it cannot play.
    fn new_game(&mut self, start: &P) -> Result<(), Fault>;

    /// Chooses a move, which nobody has checked.
    ///
    /// # Errors
    /// If it does not answer; in the next game it may.
    fn think(&mut self, turn: &Turn<'_, P>) -> Result<Answer, Fault>;

    /// Learns how the game ended: `win`, `lose` or `draw`.
    fn game_over(&mut self, result: &str);
}
