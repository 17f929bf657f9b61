//! What a net reads of a side of chess, by the book: square by square.

use somatic::chess::{self, piece};
use somatic::game::{Board as _, Color, SquareSet as _};

/// File and rank as the side sees them, which moves to higher ranks.
type Place = (i32, i32);

/// A board as one side sees it: whether a piece is its own, and its number.
struct Seen([[Option<(bool, usize)>; 8]; 8]);

/// Where each kind of features begins.
const SHAPE: usize = 128;
const PASSED: usize = 640;
const THEIR_KING: usize = 768;
const OWN_KING: usize = 832;
const DANGER: usize = 896;
const CHECKS: usize = 928;
const ATTACKS: usize = 944;
const BEHIND: usize = 2480;

const PAWN: usize = piece::PAWN.index();
const KING: usize = 7;
/// Knight, bishop, rook, queen.
const MOBILE: std::ops::RangeInclusive<usize> = 1..=4;

impl Seen {
    fn new(position: &chess::Position, side: Color) -> Self {
        let mut board = [[None; 8]; 8];
        for sq in position.occupied().squares() {
            let found = position.piece_on(sq).expect("a piece");
            let rank = sq.index() / 8;
            let rank = if side == Color::White { rank } else { 7 - rank };
            board[sq.index() % 8][rank] = Some((found.color() == side, found.piece_type().index()));
        }
        Self(board)
    }

    fn at(&self, (file, rank): Place) -> Option<(bool, usize)> {
        let column = self.0.get(usize::try_from(file).ok()?)?;
        *column.get(usize::try_from(rank).ok()?)?
    }

    fn is(&self, place: Place, own: bool, number: usize) -> bool {
        self.at(place) == Some((own, number))
    }

    fn places(&self, own: bool, number: usize) -> Vec<Place> {
        all().filter(|&place| self.is(place, own, number)).collect()
    }

    /// Whether a piece of this kind would attack a square from another.
    fn reaches(&self, own: bool, number: usize, from: Place, to: Place) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        let slides = match number {
            PAWN => return files.abs() == 1 && ranks == if own { 1 } else { -1 },
            1 => return files.abs() * ranks.abs() == 2,
            KING => return steps(from, to) == 1,
            2 => diagonal,
            3 => straight,
            _ => straight || diagonal,
        };
        let between = |n: i32| (from.0 + files.signum() * n, from.1 + ranks.signum() * n);
        from != to && slides && (1..steps(from, to)).all(|n| self.at(between(n)).is_none())
    }

    /// Whether a side attacks a square.
    fn attacks(&self, own: bool, to: Place) -> bool {
        all().any(|from| {
            self.at(from).is_some_and(|(of, number)| of == own && self.reaches(own, number, from, to))
        })
    }
}

fn all() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

fn steps(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The kinds of features of a side.
pub fn slow(position: &chess::Position, side: Color) -> Vec<usize> {
    let seen = Seen::new(position, side);
    let mut kinds = Vec::new();
    pawns(&seen, &mut kinds);
    let king = seen.places(false, KING)[0];
    // The squares next to the other king, and those a rank nearer to us.
    let is_near = |to: Place| steps(to, king) == 1 || steps((to.0, to.1 + 1), king) == 1;
    let mut danger = 0;
    for number in MOBILE {
        for from in seen.places(true, number) {
            let reached: Vec<Place> = all().filter(|&to| seen.reaches(true, number, from, to)).collect();
            let by_pawn =
                |to: Place| [-1, 1].iter().any(|side| seen.is((to.0 + side, to.1 + 1), false, PAWN));
            let is_open = |to: Place| !seen.at(to).is_some_and(|(own, _)| own) && !by_pawn(to);
            kinds.push((number - 1) * 32 + reached.iter().filter(|&&to| is_open(to)).count());
            danger += if reached.iter().any(|&to| is_near(to)) { [2, 2, 3, 5][number - 1] } else { 0 };
        }
        let gives_check = |&to: &Place| {
            let reached = seen.places(true, number).iter().any(|&from| seen.reaches(true, number, from, to));
            let is_safe = !seen.at(to).is_some_and(|(own, _)| own) && !seen.attacks(false, to);
            reached && is_safe && seen.reaches(true, number, to, king)
        };
        match all().filter(gives_check).count() {
            0 => {}
            checks => kinds.push(CHECKS + (number - 1) * 4 + checks.min(3)),
        }
    }
    kinds.push(DANGER + danger.min(31));
    attacks(&seen, &mut kinds);
    kinds
}

/// Which pieces are attacked or guarded by which types, and what a slider sees behind one.
fn attacks(seen: &Seen, kinds: &mut Vec<usize>) {
    // The six types in a row; of each its own, then the other side's.
    let place = |number: usize| number.min(5);
    let occupant = |(own, number): (bool, usize)| 2 * place(number) + usize::from(!own);
    for to in all() {
        let Some(met) = seen.at(to) else { continue };
        let by = |number: usize| {
            let mut from = seen.places(true, number).into_iter();
            from.any(|from| seen.reaches(true, number, from, to))
        };
        let types: usize =
            [PAWN, 1, 2, 3, 4, KING].map(|number| usize::from(by(number)) << place(number)).iter().sum();
        if types > 0 {
            kinds.push(ATTACKS + types * 24 + occupant(met) * 2 + usize::from(seen.attacks(false, to)));
        }
        for slider in 2..=4 {
            for from in seen.places(true, slider) {
                if seen.reaches(true, slider, from, to) {
                    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
                    let beyond = (1..8).find_map(|n| seen.at((to.0 + n * step.0, to.1 + n * step.1)));
                    let behind = |next| BEHIND + ((slider - 2) * 12 + occupant(met)) * 12 + occupant(next);
                    kinds.extend(beyond.map(behind));
                }
            }
        }
    }
}

fn pawns(seen: &Seen, kinds: &mut Vec<usize>) {
    let own = seen.places(true, PAWN);
    let other = seen.places(false, PAWN);
    for &(file, rank) in &own {
        let beside = |place: &&Place| (place.0 - file).abs() == 1;
        let ahead = |place: &&Place| place.1 > rank;
        let on_file = |place: &&Place| place.0 == file;
        let is_doubled = own.iter().filter(on_file).any(|place| ahead(&place));
        let is_opposed = other.iter().filter(on_file).any(|place| ahead(&place));
        let is_passed = !is_doubled && !is_opposed && !other.iter().filter(beside).any(|place| ahead(&place));
        let has_help = own.iter().filter(beside).any(|place| place.1 <= rank);
        let is_guarded = own.iter().filter(beside).any(|place| place.1 == rank - 1);
        let shape = [
            !own.iter().any(|place| beside(&place)),
            is_doubled,
            is_guarded || own.iter().filter(beside).any(|place| place.1 == rank),
            is_opposed,
            !has_help && other.iter().filter(beside).any(|place| place.1 == rank + 2),
            !is_opposed && !is_passed && has_help,
        ];
        let number = |bits: &[bool]| bits.iter().rev().fold(0, |sum, &bit| 2 * sum + usize::from(bit));
        let rank_number = rank as usize;
        kinds.push(SHAPE + rank_number * 64 + number(&shape));
        if is_passed {
            let next = (file, rank + 1);
            let is_free = |to: Place| seen.at(to).is_none() && !seen.attacks(false, to);
            let kind = [
                seen.at(next).is_some(),
                is_guarded,
                seen.attacks(false, next),
                (rank + 1..8).all(|rank| is_free((file, rank))),
            ];
            kinds.push(PASSED + rank_number * 16 + number(&kind));
            for (first, own) in [(THEIR_KING, false), (OWN_KING, true)] {
                let king = seen.places(own, KING)[0];
                kinds.push(first + rank_number * 8 + steps(king, next) as usize);
            }
        }
    }
}
