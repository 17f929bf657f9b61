//! A net while it learns: its numbers as floats, in shared and own parts.
//!
//! The row of a piece on a square in a class is the sum of four: one for the piece and square, one for the piece and
//! class, one for the piece and class in the square's area of three by three squares, and its own. Rare rows thus
//! learn from frequent ones; weight decay keeps the own parts small. A row of a hand is its piece's times the count,
//! and its own; one of a square near a king that of its occupant and class, and its own; those of attacked pieces,
//! and of flight squares share nothing. One of a feature is the sum of its parts, and its own.

use arrayvec::ArrayVec;

use crate::eval::net::inputs::{
    AROUND, CLASSES, FEATURE_ROOM, FEATURE_ROWS, FIRST_FEATURE, FIRST_FLIGHT, FIRST_HAND, FIRST_NEAR,
    FIRST_UNDER, FIRST_WIDE, FLIGHT_ROWS, HAND_COUNTS, HAND_KINDS, NEAR, NEAR_ROWS, PIECE_ROWS, ROWS,
    SQUARE_CODES, UNDER_ROWS, WIDE, WIDE_ROWS,
};
use crate::eval::net::{
    BUCKETS, LINEAR, LINEAR_ONE, MAX_OUTPUT, ONE, OUTPUT_ONE, Output, Row, WIDTH, Weights,
};
use crate::game::rng::Rng;
use crate::game::{Color, EvalWeights, MAX_SQUARES, MOST_PARTS, Piece, Square, SquareSet, ValuePreset};

/// A row while it learns.
pub(crate) type Floats = [f32; WIDTH];

/// Whose piece and which, by square.
const PLACES: usize = Piece::COUNT * MAX_SQUARES;
/// Squares of a side of an area, and areas: a board of chess has smaller ones at its edges.
const AREA: usize = 3;
const AREAS: usize = 9;
/// Rows of an output: the neurons of both views, and the bias in a row of its own.
const OUTPUT_ROWS: usize = 3;
/// Codes of a square near a king, by whose king.
const NEAR_KINDS: usize = 2 * SQUARE_CODES;
/// What the rows by kind begin with: next to kings, around those, flight squares, attacked pieces.
const WIDE_KIND: usize = NEAR_KINDS;
const FLIGHT_KIND: usize = WIDE_KIND + NEAR_KINDS;
const UNDER_KIND: usize = FLIGHT_KIND + FLIGHT_ROWS;
const FEATURE_KIND: usize = UNDER_KIND + UNDER_ROWS;
const KINDS: usize = FEATURE_KIND + FEATURE_ROWS;

/// The tables that rows share.
const BY_PLACE: usize = 0;
const BY_CLASS: usize = 1;
const BY_AREA: usize = 2;
const BY_HAND: usize = 3;
const BY_KIND: usize = 4;

/// How fast the first and the second moment forget.
const BETA: [f32; 2] = [0.9, 0.999];
/// Keeps steps finite.
const EPSILON: f32 = 1e-8;

/// How strongly weights are pulled to zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decay {
    /// Own parts of rows.
    pub own: f32,
    /// The parts by piece and square, by piece, area and class, and by kind.
    pub shared: f32,
}

/// The numbers that learn.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// What rows have in common.
    shared: [Table; 5],
    own: Table,
    bias: Table,
    /// Weights of the neurons, the mover's first, and the bias of the value.
    output: Table,
    /// What each bucket adds to them.
    by_bucket: Table,
    /// Their sums: for each bucket the rows of both views and of the bias.
    outputs: [[Floats; OUTPUT_ROWS]; BUCKETS],
    /// What the rows had before they learned anything.
    base: Vec<Floats>,
    /// The rows as they are used.
    rows: Vec<Floats>,
    /// What each row shares with others: the tables, the rows there, and how often each of these counts.
    parts: Vec<Parts>,
}

/// What a forward pass leaves for the backward pass: the sums of the rows of both views.
pub(crate) type Sums = [Floats; 2];

impl Model {
    /// A model with random small weights.
    pub fn new<G: EvalWeights>(seed: u64, decay: Decay) -> Self {
        let mut rng = Rng::new(seed ^ 0x5EED);
        let mut unit = move || (rng.next_u64() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0;
        let mut model = Self {
            shared: [
                Table::new(PLACES, decay.shared),
                Table::new(Piece::COUNT * CLASSES, 0.0),
                Table::new(Piece::COUNT * AREAS * CLASSES, decay.shared),
                Table::new(2 * HAND_KINDS, 0.0),
                Table::new(KINDS, decay.shared),
            ],
            own: Table::new(ROWS, decay.own),
            bias: Table::new(1, 0.0),
            output: Table::new(OUTPUT_ROWS, 0.0),
            by_bucket: Table::new(OUTPUT_ROWS * BUCKETS, 0.0),
            outputs: [[[0.0; WIDTH]; OUTPUT_ROWS]; BUCKETS],
            base: vec![[0.0; WIDTH]; ROWS],
            rows: vec![[0.0; WIDTH]; ROWS],
            parts: parts_of_rows::<G>(),
        };
        let mut fill =
            |row: &mut Floats, size: f32| row[..LINEAR].iter_mut().for_each(|w| *w = size * unit());
        model.shared[BY_PLACE].weights.iter_mut().for_each(|row| fill(row, 0.1));
        model.shared[BY_HAND].weights.iter_mut().for_each(|row| fill(row, 0.05));
        model.output.weights[..2].iter_mut().for_each(|row| fill(row, 0.1));
        model.bias.weights[0][..LINEAR].fill(0.4);
        model.merge();
        model
    }

    /// Begins with a net in place of random weights. What is learned is added to it, so
    /// that weight decay pulls back to that net and not to zero.
    pub fn begin_with(&mut self, net: &Weights, scale: f32) {
        for table in self.tables() {
            table.weights.fill([0.0; WIDTH]);
        }
        let linear = scale * LINEAR_ONE as f32;
        let row = |row: &Row| -> Floats {
            std::array::from_fn(|i| f32::from(row.0[i]) / if i == LINEAR { linear } else { ONE.into() })
        };
        for (to, from) in self.base.iter_mut().zip(net.rows.iter()) {
            *to = row(from);
        }
        self.bias.weights[0] = row(&net.bias);
        let outputs = self.by_bucket.weights.chunks_exact_mut(OUTPUT_ROWS).zip(&net.output);
        for (to, output) in outputs {
            for (to, from) in to.iter_mut().zip(&output.rows) {
                *to = from.0.map(|w| f32::from(w) / (scale * OUTPUT_ONE as f32));
            }
            to[2][0] = output.bias as f32 / linear;
        }
        self.merge();
    }

    /// Adds what rows can say of the formula: values and places of pieces, hands, attacks on the squares near the
    /// kings, and the move; where values change in the course of a game, the mean of both ends. Both views count
    /// each half.
    pub fn add_formula<G: EvalWeights>(&mut self, scale: f32) {
        let mut add = |row: usize, value: f64| self.base[row][LINEAR] += value as f32 / scale / 2.0;
        let values = G::values(ValuePreset::Default);
        for &pt in G::PIECE_TYPES {
            let material = if pt == G::KING { 0 } else { values.board(pt) };
            for sq in G::all_squares().squares() {
                let (opening, ending) = G::placement(pt, sq);
                let value = f64::from(material) + f64::from(opening + ending) / 2.0;
                for class in 0..CLASSES {
                    let row = |c, sq: Square| {
                        (Piece::new(c, pt).index() * MAX_SQUARES + sq.index()) * CLASSES + class
                    };
                    add(row(Color::Black, sq), value);
                    add(row(Color::White, G::flip(sq)), -value);
                }
            }
        }
        for (kind, &pt) in G::DROPPABLE.iter().enumerate() {
            for count in 1..HAND_COUNTS {
                let value = f64::from(values.hand(pt)) * count as f64;
                add(FIRST_HAND + kind * HAND_COUNTS + count, value);
                add(FIRST_HAND + (HAND_KINDS + kind) * HAND_COUNTS + count, -value);
            }
        }
        for (number, away) in AROUND.iter().enumerate() {
            for code in 0..SQUARE_CODES {
                let (by_own, by_other) = (code % 3, code % CLASSES / 3);
                let (first, directions, direction) = match number.checked_sub(NEAR) {
                    None => (FIRST_NEAR, NEAR, number),
                    Some(direction) => (FIRST_WIDE, WIDE, direction),
                };
                let row = |whose| first + (whose * directions + direction) * SQUARE_CODES + code;
                add(row(0), G::effects().value_at(*away, by_own, by_other));
                add(row(1), -G::effects().value_at((-away.0, -away.1), by_other, by_own));
            }
        }
        for bias in self.by_bucket.weights.chunks_exact_mut(OUTPUT_ROWS) {
            bias[2][0] += G::TEMPO as f32 / scale;
        }
        self.merge();
    }

    /// What a position's rows say, in units of the scale.
    #[inline]
    pub fn forward(&self, rows: [&[u16]; 2], bucket: usize) -> (f32, Sums) {
        let outputs = &self.outputs[bucket % BUCKETS];
        let mut value = outputs[2][0];
        let mut sums = [self.bias.weights[0]; 2];
        for (view, rows) in rows.into_iter().enumerate() {
            let (sum, output) = (&mut sums[view], &outputs[view]);
            for &row in rows {
                add(sum, 1.0, &self.rows[row as usize]);
            }
            let neurons: Floats = std::array::from_fn(|i| {
                let x = sum[i].clamp(0.0, 1.0);
                x * x * output[i]
            });
            value += neurons.iter().sum::<f32>();
            value += if view == 0 { sum[LINEAR] } else { -sum[LINEAR] };
        }
        (value, sums)
    }

    /// Notes what follows from an error of the value.
    #[inline]
    pub fn backward(&mut self, rows: [&[u16]; 2], bucket: usize, sums: &Sums, error: f32) {
        let bucket = bucket % BUCKETS;
        let outputs = &self.outputs[bucket];
        let to_outputs = &mut self.by_bucket.gradient[OUTPUT_ROWS * bucket..][..OUTPUT_ROWS];
        to_outputs[2][0] += error;
        for (view, rows) in rows.into_iter().enumerate() {
            let (sum, output, to_output) = (&sums[view], &outputs[view], &mut to_outputs[view]);
            let mut back: Floats = [0.0; WIDTH];
            for i in 0..WIDTH {
                let x = sum[i].clamp(0.0, 1.0);
                to_output[i] += error * x * x;
                let is_inside = sum[i] > 0.0 && sum[i] < 1.0;
                back[i] = if is_inside { error * output[i] * 2.0 * x } else { 0.0 };
            }
            back[LINEAR] = if view == 0 { error } else { -error };
            add(&mut self.bias.gradient[0], 1.0, &back);
            for &row in rows {
                add(&mut self.own.gradient[row as usize], 1.0, &back);
            }
        }
    }

    /// Learns what has been noted at this rate, in step number `step`, from 1.
    pub fn step(&mut self, rate: f32, step: u32) {
        // The linear column goes to the output as it is.
        for rows in self.by_bucket.gradient.chunks_exact_mut(OUTPUT_ROWS) {
            for (row, sum) in rows.iter_mut().zip(&mut self.output.gradient).take(2) {
                row[LINEAR] = 0.0;
                add(sum, 1.0, row);
            }
            self.output.gradient[2][0] += rows[2][0];
        }
        for (row, parts) in self.own.gradient.iter().zip(&self.parts) {
            for &(table, at, times) in parts {
                add(&mut self.shared[table].gradient[at], times, row);
            }
        }
        for table in self.tables() {
            table.step(rate, step);
        }
        self.merge();
    }

    /// Adds the parts of each row up: after each change of the tables.
    pub fn merge(&mut self) {
        for (number, row) in self.by_bucket.weights.iter().enumerate() {
            let shared = &self.output.weights[number % OUTPUT_ROWS];
            self.outputs[number / OUTPUT_ROWS][number % OUTPUT_ROWS] =
                std::array::from_fn(|i| row[i] + shared[i]);
        }
        for (number, row) in self.rows.iter_mut().enumerate() {
            *row = self.own.weights[number];
            add(row, 1.0, &self.base[number]);
            for &(table, at, times) in &self.parts[number] {
                add(row, times, &self.shared[table].weights[at]);
            }
        }
    }

    /// The net in whole numbers, and how many of them had to be cut to their range.
    pub fn weights(&self, scale: f32, beside_formula: bool) -> (Weights, usize) {
        let mut cut = 0;
        let mut short = |x: f32, most: i16| {
            cut += usize::from(x.abs() > f32::from(most));
            x.round().clamp(-f32::from(most), most.into()) as i16
        };
        let linear = scale * LINEAR_ONE as f32;
        let mut row = |floats: &Floats| {
            Row(std::array::from_fn(|i| {
                short(floats[i] * if i == LINEAR { linear } else { ONE.into() }, i16::MAX)
            }))
        };
        let mut weights = Weights::zero();
        weights.beside_formula = beside_formula;
        weights.bias = row(&self.bias.weights[0]);
        for (to, from) in weights.rows.iter_mut().zip(&self.rows) {
            *to = row(from);
        }
        let mut of_view = |from: &Floats| {
            Row(std::array::from_fn(|i| {
                if i == LINEAR { 0 } else { short(from[i] * scale * OUTPUT_ONE as f32, MAX_OUTPUT) }
            }))
        };
        weights.output = self.outputs.map(|[us, them, bias]| Output {
            rows: [of_view(&us), of_view(&them)],
            bias: (bias[0] * linear).round() as i32,
        });
        (weights, cut)
    }

    /// All that learns, for saving and loading.
    pub fn tables(&mut self) -> impl Iterator<Item = &mut Table> {
        let others = [&mut self.own, &mut self.bias, &mut self.output, &mut self.by_bucket];
        self.shared.iter_mut().chain(others)
    }
}

/// Rows that learn by AdamW (Loshchilov and Hutter 2019).
#[derive(Clone, Debug)]
pub(crate) struct Table {
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

/// Adds a row so many times to another.
#[inline]
fn add(to: &mut Floats, times: f32, row: &Floats) {
    for (to, from) in to.iter_mut().zip(row) {
        *to += times * from;
    }
}

/// The tables that a row shares with others, the rows there, and how often each of these counts.
type Parts = ArrayVec<(usize, usize, f32), MOST_PARTS>;

/// These of all rows.
fn parts_of_rows<G: EvalWeights>() -> Vec<Parts> {
    let mut areas = [0; MAX_SQUARES];
    for sq in G::all_squares().squares() {
        let (file, rank) = G::coordinates(sq);
        areas[sq.index()] = file as usize / AREA * AREA + rank as usize / AREA;
    }
    (0..ROWS).map(|row| parts::<G>(row, &areas)).collect()
}

fn parts<G: EvalWeights>(row: usize, areas: &[usize; MAX_SQUARES]) -> Parts {
    if row < PIECE_ROWS {
        let (place, class) = (row / CLASSES, row % CLASSES);
        let (piece, square) = (place / MAX_SQUARES, place % MAX_SQUARES);
        let area = piece * AREAS + areas[square];
        let (by_class, by_area) = (piece * CLASSES + class, area * CLASSES + class);
        let parts = [(BY_PLACE, place), (BY_CLASS, by_class), (BY_AREA, by_area)];
        return parts.into_iter().map(|(table, at)| (table, at, 1.0)).collect();
    }
    if row >= FIRST_FEATURE {
        let (kind, whose) = ((row - FIRST_FEATURE) / 2, (row - FIRST_FEATURE) % 2);
        let first = FEATURE_KIND + whose * FEATURE_ROOM;
        return G::feature_parts(kind).into_iter().map(|part| (BY_KIND, first + part, 1.0)).collect();
    }
    // The code of a square, by whose king.
    let code = |row: usize, rows: usize| row / (rows / 2) * SQUARE_CODES + row % SQUARE_CODES;
    let part = match row {
        ..FIRST_UNDER => {
            let row = row - FIRST_HAND;
            (BY_HAND, row / HAND_COUNTS, (row % HAND_COUNTS) as f32)
        }
        FIRST_UNDER..FIRST_NEAR => (BY_KIND, UNDER_KIND + row - FIRST_UNDER, 1.0),
        FIRST_NEAR..FIRST_WIDE => (BY_KIND, code(row - FIRST_NEAR, NEAR_ROWS), 1.0),
        FIRST_WIDE..FIRST_FLIGHT => (BY_KIND, WIDE_KIND + code(row - FIRST_WIDE, WIDE_ROWS), 1.0),
        _ => (BY_KIND, FLIGHT_KIND + row - FIRST_FLIGHT, 1.0),
    };
    ArrayVec::from_iter([part])
}
