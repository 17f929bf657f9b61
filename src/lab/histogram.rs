//! How often errors have which size.

use crate::game::Value;

/// The width of a class: half a pawn.
const WIDTH: Value = 50;
/// Classes on either side of the one around zero; the outermost take all beyond.
const TO_EITHER_SIDE: Value = 20;

/// Counts of errors, in classes of half a pawn around zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; 2 * TO_EITHER_SIDE as usize + 1] }
    }
}

impl Histogram {
    /// Counts an error.
    pub fn add(&mut self, error: Value) {
        let class = (error + WIDTH / 2).div_euclid(WIDTH).clamp(-TO_EITHER_SIDE, TO_EITHER_SIDE);
        self.counts[(class + TO_EITHER_SIDE) as usize] += 1;
    }

    /// Each class: from, to, and its share of all in percent.
    pub fn shares(&self) -> Vec<(f64, f64, f64)> {
        let total = self.counts.iter().sum::<u64>().max(1) as f64;
        let from = |class: usize| (class as f64 - f64::from(TO_EITHER_SIDE) - 0.5) * f64::from(WIDTH);
        let share =
            |(class, &count): (usize, &u64)| (from(class), from(class + 1), 100.0 * count as f64 / total);
        self.counts.iter().enumerate().map(share).collect()
    }
}
