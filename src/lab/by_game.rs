//! What there is for each game.

/// What there is for each game, made when it is first needed.
#[derive(Debug)]
pub struct ByGame<S, C> {
    /// In shogi.
    pub(crate) shogi: Option<S>,
    /// In chess.
    pub(crate) chess: Option<C>,
}

impl<S, C> Default for ByGame<S, C> {
    fn default() -> Self {
        Self { shogi: None, chess: None }
    }
}
