//! The static opinion of a quiet position.
//!
//! What hangs, forks or promotes next is none of its business: that is
//! SUPER-SOMA's net, which is added to it. It reads the attack map that every
//! node builds anyway, and holds no game's numbers: those come from the game
//! through [`EvalWeights`](crate::game::EvalWeights).

mod effects;
mod material;
mod standard;

pub use effects::EffectTable;
pub use material::Material;
pub use standard::Standard;

use crate::game::attack_map::MapOf;
use crate::game::{Board, Value};

/// Judges positions.
pub trait Evaluator<P: Board>: Send + 'static {
    /// A new evaluator.
    fn new() -> Self;
    /// The opinion of a position, seen from the side to move.
    fn evaluate(&self, position: &P, map: &MapOf<P>) -> Value;
    /// The terms that make up the opinion.
    fn terms(&self, position: &P, map: &MapOf<P>) -> Vec<Term>;
}

/// One term of an evaluation, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub name: &'static str,
    /// What it gives black.
    pub black: Value,
    /// What it gives white.
    pub white: Value,
}
