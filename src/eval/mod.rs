//! The static opinion of a quiet position.
//!
//! What hangs, forks or promotes next is none of its business: that is
//! SUPER-SOMA's net, which is added to it. It reads the attack map that every
//! node builds anyway, and holds no game's numbers: those come from the game
//! through [`EvalWeights`].

mod effects;
mod material;
mod standard;

pub use effects::EffectTable;
pub use material::Material;
pub use standard::Standard;

use crate::game::attack_map::MapOf;
use crate::game::{Board, EvalWeights, Value};

/// The evaluations to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvaluationKind {
    /// [`Standard`]
    #[default]
    Standard,
    /// [`Material`]
    Material,
}

/// The evaluation of a search, chosen when it is set up.
#[derive(Debug)]
pub enum Evaluation<P: Board> {
    /// [`Standard`]
    Standard(Standard<P>),
    /// [`Material`]
    Material(Material),
}

impl<P: Board<Geometry: EvalWeights>> Evaluation<P> {
    /// An evaluation of this kind.
    pub fn new(kind: EvaluationKind) -> Self {
        match kind {
            EvaluationKind::Standard => Self::Standard(Standard::new()),
            EvaluationKind::Material => Self::Material(Material::new::<P::Geometry>()),
        }
    }

    /// The opinion of a position, seen from the side to move.
    #[inline]
    pub fn evaluate(&self, position: &P, map: &MapOf<P>) -> Value {
        match self {
            Self::Standard(standard) => standard.evaluate(position, map),
            Self::Material(material) => material.evaluate(position, map),
        }
    }
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
