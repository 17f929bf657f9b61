//! AdamW (Loshchilov and Hutter 2019) on tables of rows.

use super::model::Floats;
use crate::eval::net::WIDTH;

/// How fast the first and the second moment forget.
const BETA: [f32; 2] = [0.9, 0.999];
/// Keeps steps finite.
const EPSILON: f32 = 1e-8;

/// Rows that learn.
#[derive(Clone, Debug)]
pub struct Table {
    /// The numbers.
    pub weights: Vec<Floats>,
    /// What they are to change.
    pub gradient: Vec<Floats>,
    /// First and second moments.
    pub moments: [Vec<Floats>; 2],
    decay: f32,
}

impl Table {
    /// Rows of zeros.
    pub fn new(rows: usize, decay: f32) -> Self {
        let zeros = vec![[0.0; WIDTH]; rows];
        Self { weights: zeros.clone(), gradient: zeros.clone(), moments: [zeros.clone(), zeros], decay }
    }

    /// Learns the gradient at this rate in step number `step`, from 1, and forgets it.
    pub fn step(&mut self, rate: f32, step: u32) {
        // The moments begin at 0.
        let correction = BETA.map(|beta| 1.0 / (1.0 - beta.powi(step as i32)));
        let keep = 1.0 - rate * self.decay;
        let [first, second] = &mut self.moments;
        for (((weights, gradient), first), second) in
            self.weights.iter_mut().zip(&mut self.gradient).zip(first).zip(second)
        {
            for i in 0..WIDTH {
                let g = gradient[i];
                let m = BETA[0] * first[i] + (1.0 - BETA[0]) * g;
                let v = BETA[1] * second[i] + (1.0 - BETA[1]) * g * g;
                (first[i], second[i]) = (m, v);
                let change = m * correction[0] / ((v * correction[1]).sqrt() + EPSILON);
                weights[i] = weights[i] * keep - rate * change;
            }
            *gradient = [0.0; WIDTH];
        }
    }
}
