//! What a net reads of a side of shogi, by the book: square by square.

use somatic::game::{Board as _, Color, SquareSet as _};
use somatic::shogi::{Position, piece};

/// File and rank as the side sees them, which moves to lower ranks.
type Place = (i32, i32);

/// A board as one side sees it: whether a piece is its own, and its number.
struct Seen([[Option<(bool, usize)>; 9]; 9]);

/// Where each kind of features begins.
const CHECKS: usize = 168;
const DROPS: usize = 204;
const FILES: usize = 232;
const NEAR: usize = 262;
const ATTACKS: usize = 762;
const BEHIND: usize = 5882;

const PAWN: usize = 0;
const LANCE: usize = 1;
const KNIGHT: usize = 2;
const SILVER: usize = 3;
const BISHOP: usize = 5;
const ROOK: usize = 6;
const KING: usize = 7;
const HORSE: usize = 13;
const DRAGON: usize = 14;
const MOBILE: [usize; 7] = [LANCE, KNIGHT, SILVER, BISHOP, ROOK, HORSE, DRAGON];
const CHECKING: [usize; 9] = [PAWN, LANCE, KNIGHT, SILVER, 4, BISHOP, ROOK, HORSE, DRAGON];

const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [Place; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// Where a piece steps, as its side sees it.
fn steps(number: usize) -> Vec<Place> {
    match number {
        PAWN => vec![(0, -1)],
        KNIGHT => vec![(-1, -2), (1, -2)],
        SILVER => vec![(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)],
        LANCE | BISHOP | ROOK => vec![],
        KING => [DIAGONAL, STRAIGHT].concat(),
        HORSE => STRAIGHT.to_vec(),
        DRAGON => DIAGONAL.to_vec(),
        _ => vec![(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    }
}

/// Where it slides.
fn slides(number: usize) -> Vec<Place> {
    match number {
        LANCE => vec![(0, -1)],
        BISHOP | HORSE => DIAGONAL.to_vec(),
        ROOK | DRAGON => STRAIGHT.to_vec(),
        _ => vec![],
    }
}

/// The kind of a piece: what moves as a gold is one.
fn kind(number: usize) -> usize {
    match number {
        8..=11 => 4,
        HORSE => 8,
        DRAGON => 9,
        _ => number,
    }
}

/// The group of a piece that attacks.
fn group(number: usize) -> usize {
    match kind(number) {
        PAWN => 0,
        LANCE | KNIGHT => 1,
        SILVER => 2,
        4 => 3,
        BISHOP | 8 => 4,
        ROOK | 9 => 5,
        _ => 6,
    }
}

fn occupant((own, number): (bool, usize)) -> usize {
    2 * kind(number) + usize::from(!own)
}

fn all() -> impl Iterator<Item = Place> {
    (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
}

impl Seen {
    fn new(position: &Position, side: Color) -> Self {
        let mut board = [[None; 9]; 9];
        for sq in position.occupied().squares() {
            let found = position.piece_on(sq).expect("a piece");
            let at = if side == Color::Black { sq.index() } else { 80 - sq.index() };
            board[at / 9][at % 9] = Some((found.color() == side, found.piece_type().index()));
        }
        Self(board)
    }

    fn at(&self, (file, rank): Place) -> Option<(bool, usize)> {
        let column = self.0.get(usize::try_from(file).ok()?)?;
        *column.get(usize::try_from(rank).ok()?)?
    }

    fn places(&self, own: bool, number: usize) -> Vec<Place> {
        all().filter(|&place| self.at(place) == Some((own, number))).collect()
    }

    /// The squares of a line up to the first piece.
    fn line(&self, from: Place, (df, dr): Place) -> Vec<Place> {
        let mut line = Vec::new();
        for n in 1..9 {
            let to = (from.0 + n * df, from.1 + n * dr);
            if !(0..9).contains(&to.0) || !(0..9).contains(&to.1) {
                break;
            }
            line.push(to);
            if self.at(to).is_some() {
                break;
            }
        }
        line
    }

    /// What a piece attacks.
    fn attacks(&self, own: bool, number: usize, from: Place) -> Vec<Place> {
        let turned = |(df, dr): Place| if own { (df, dr) } else { (-df, -dr) };
        let mut to: Vec<Place> =
            slides(number).into_iter().flat_map(|d| self.line(from, turned(d))).collect();
        to.extend(steps(number).into_iter().map(turned).map(|(df, dr)| (from.0 + df, from.1 + dr)));
        to.retain(|&to| all().any(|at| at == to));
        to
    }

    /// The pieces of a side that attack a square.
    fn attackers(&self, own: bool, to: Place) -> Vec<usize> {
        let attacks = |from: Place| {
            let (_, number) = self.at(from).filter(|&(of, _)| of == own)?;
            self.attacks(own, number, from).contains(&to).then_some(number)
        };
        all().filter_map(attacks).collect()
    }
}

/// The kinds of features of a side.
pub fn slow(position: &Position, side: Color) -> Vec<usize> {
    let seen = Seen::new(position, side);
    let is_own = |to: Place| seen.at(to).is_some_and(|(own, _)| own);
    let mut kinds = Vec::new();
    for (place, &number) in MOBILE.iter().enumerate() {
        for from in seen.places(true, number) {
            let is_open = |to: &Place| !is_own(*to) && seen.at((to.0, to.1 - 1)) != Some((false, PAWN));
            let open = seen.attacks(true, number, from).into_iter().filter(is_open).count();
            kinds.push(place * 24 + open);
        }
    }
    let pawns = seen.places(true, PAWN);
    let has_pawn = |file: i32| pawns.iter().any(|place| place.0 == file);
    let in_hand = |pt| usize::from(position.hand(side, pt));
    let files = (0..9).filter(|&file| !has_pawn(file)).count();
    kinds.push(FILES + in_hand(piece::PAWN).min(2) * 10 + files);

    let king = seen.places(false, KING)[0];
    for (place, &number) in CHECKING.iter().enumerate() {
        let checks = |to: &Place| {
            !is_own(*to)
                && seen.attackers(false, *to).is_empty()
                && seen.attacks(true, number, *to).contains(&king)
        };
        let is_reached = |to: &Place| seen.attackers(true, *to).contains(&number);
        match all().filter(checks).filter(is_reached).count() {
            0 => {}
            count => kinds.push(CHECKS + place * 4 + count.min(3)),
        }
        if place < piece::HAND.len() && in_hand(piece::HAND[place]) > 0 {
            let may_drop = |&(file, rank): &Place| {
                let least = [1, 1, 2].get(place).copied().unwrap_or(0);
                seen.at((file, rank)).is_none() && rank >= least && !(number == PAWN && has_pawn(file))
            };
            match all().filter(checks).filter(may_drop).count() {
                0 => {}
                count => kinds.push(DROPS + place * 4 + count.min(3)),
            }
        }
    }
    pieces(&seen, &mut kinds);
    kinds
}

/// Of each piece its place near the own king, who attacks or guards it, and what stands behind it.
fn pieces(seen: &Seen, kinds: &mut Vec<usize>) {
    let king = seen.places(true, KING)[0];
    for to in all() {
        let Some(met) = seen.at(to) else { continue };
        let met = occupant(met);
        let files = if king.0 > 4 { king.0 - to.0 } else { to.0 - king.0 };
        let ranks = to.1 - king.1;
        if files.abs() <= 2 && ranks.abs() <= 2 && (files, ranks) != (0, 0) {
            kinds.push(NEAR + ((files + 2) * 5 + ranks + 2) as usize * 20 + met);
        }
        let by = seen.attackers(true, to);
        let set = by.iter().fold(0, |set, &number| set | 1 << group(number));
        if set > 0 {
            kinds.push(ATTACKS + set * 40 + 2 * met + usize::from(!seen.attackers(false, to).is_empty()));
        }
    }
    for (place, numbers) in [&[LANCE][..], &[BISHOP, HORSE], &[ROOK, DRAGON]].into_iter().enumerate() {
        for (&number, d) in
            numbers.iter().flat_map(|number| slides(*number).into_iter().map(move |d| (number, d)))
        {
            for from in seen.places(true, number) {
                let Some(&met) = seen.line(from, d).last() else { continue };
                let next = seen.line(met, d).last().and_then(|&next| seen.at(next));
                if let (Some(met), Some(next)) = (seen.at(met), next) {
                    kinds.push(BEHIND + (place * 20 + occupant(met)) * 20 + occupant(next));
                }
            }
        }
    }
}
