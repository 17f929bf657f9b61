//! The static opinion of a quiet position.
//!
//! What hangs, forks or promotes next is none of its business: that is
//! SUPER-SOMA's net, which is added to it. It reads the attack map that every
//! node builds anyway, and holds no game's numbers: those come from the game
//! through [`EvalWeights`].

mod effects;
mod material;
pub mod net;
mod standard;
pub mod worth;

pub use material::Material;
pub use standard::Standard;

use std::path::Path;
use std::sync::Arc;

use crate::game::attack_map::MapOf;
use crate::game::{Board, EvalWeights, FULL_SCALE, MAX_EVAL, Value};
use crate::lang::tr;

use effects::classes;
use net::{LoadError, Net};

/// The evaluations to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluationKind {
    /// The net that the game brings along; without one, [`Standard`].
    #[default]
    BuiltIn,
    /// [`Standard`]
    Standard,
    /// [`Material`]
    Material,
    /// A net from a file.
    Net(Arc<Net>),
}

impl EvaluationKind {
    /// The word for [`Standard`] where the name of a file could stand.
    pub(crate) const FORMULA: &'static str = "formula";

    /// Reads an evaluation: nothing for the built-in net, `formula`, or the
    /// name of a net's file.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn load<G: EvalWeights>(name: &str) -> Result<Self, LoadError> {
        match name {
            "" => Ok(Self::BuiltIn),
            Self::FORMULA => Ok(Self::Standard),
            path => Net::load::<G>(Path::new(path)).map(|net| Self::Net(Arc::new(net))),
        }
    }

    /// A number that tells it from others: the hash of a net.
    pub fn fingerprint<G: EvalWeights>(&self) -> u64 {
        const STANDARD: u64 = 0;
        const MATERIAL: u64 = 1;
        match self {
            Self::BuiltIn => net::built_in::<G>().map_or(STANDARD, |net| net.fingerprint()),
            Self::Standard => STANDARD,
            Self::Material => MATERIAL,
            Self::Net(net) => net.fingerprint(),
        }
    }

    /// What it is, for people.
    pub fn describe<G: EvalWeights>(&self) -> String {
        match self {
            Self::BuiltIn => match net::built_in::<G>() {
                Some(net) => tr!("built-in net {name}", name = net.name()),
                None => Self::FORMULA.to_owned(),
            },
            Self::Standard => Self::FORMULA.to_owned(),
            Self::Material => tr!("material").to_owned(),
            Self::Net(net) => tr!("net {name}", name = net.name()),
        }
    }
}

/// The evaluation of a search, chosen when it is set up.
#[derive(Debug)]
pub enum Evaluation<P: Board> {
    /// [`Standard`]
    Standard(Standard<P>),
    /// [`Material`]
    Material(Material),
    /// [`Net`]
    Net(Arc<Net>),
    /// [`Net`] and [`Standard`], added up.
    Both(Arc<Net>, Standard<P>),
}

impl<P: Board<Geometry: EvalWeights>> Evaluation<P> {
    /// An evaluation of this kind.
    pub fn new(kind: &EvaluationKind) -> Self {
        let of_net = |net: Arc<Net>| {
            if net.weights.beside_formula { Self::Both(net, Standard::new()) } else { Self::Net(net) }
        };
        match kind {
            EvaluationKind::BuiltIn => match net::built_in::<P::Geometry>() {
                Some(net) => of_net(net),
                None => Self::Standard(Standard::new()),
            },
            EvaluationKind::Standard => Self::Standard(Standard::new()),
            EvaluationKind::Material => Self::Material(Material::new::<P::Geometry>()),
            EvaluationKind::Net(net) => of_net(Arc::clone(net)),
        }
    }

    /// Its net, if it has one.
    pub fn net(&self) -> Option<&Net> {
        match self {
            Self::Standard(_) | Self::Material(_) => None,
            Self::Net(net) | Self::Both(net, _) => Some(net),
        }
    }

    /// The opinion of a board of the game, seen from the side to move.
    #[inline]
    pub fn evaluate<B: Board<Geometry = P::Geometry>>(&self, position: &B, map: &MapOf<B>) -> Value {
        // Material is what it is: laboratories count with it.
        if matches!(self, Self::Material(_)) {
            return self.unscaled(position, map);
        }
        if let Some(value) = ending::<B>(position, map) {
            return value;
        }
        let value = self.unscaled(position, map);
        value * scale_factor::<B>(position, map, position.halfmove_clock(), value) / FULL_SCALE
    }

    /// The opinion before the game's knowledge of endings.
    #[inline]
    pub(crate) fn unscaled<B: Board<Geometry = P::Geometry>>(&self, position: &B, map: &MapOf<B>) -> Value {
        match self {
            Self::Standard(standard) => standard.evaluate(position, map),
            Self::Material(material) => material.evaluate(position, map),
            Self::Net(net) => net.evaluate(position, map),
            Self::Both(net, standard) => {
                let classes = classes::<B>(map);
                let value = net.evaluate_with(position, map, &classes)
                    + standard.evaluate_with(position, map, &classes);
                value.clamp(-MAX_EVAL, MAX_EVAL)
            }
        }
    }
}

/// What an opinion of the side to move is multiplied with, in parts of [`FULL_SCALE`], at this clock.
#[inline]
pub(crate) fn scale_factor<B: Board<Geometry: EvalWeights>>(
    position: &B,
    map: &MapOf<B>,
    halfmove_clock: u8,
    value: Value,
) -> Value {
    let us = position.side_to_move();
    B::Geometry::scale_factor(map, halfmove_clock, if value > 0 { us } else { !us })
}

/// What an ending that the game knows is worth to the side to move, whatever the evaluation.
#[inline]
pub fn ending<B: Board<Geometry: EvalWeights>>(position: &B, map: &MapOf<B>) -> Option<Value> {
    let may_be = map.present.count_ones() <= B::Geometry::ENDING_PIECES;
    may_be.then(|| B::Geometry::ending(map, position.side_to_move())).flatten()
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
