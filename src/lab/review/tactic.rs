//! What a line of the search wins, and by which motif, read off the attacks and the table of the boards on it.

use serde::{Deserialize, Serialize};

use crate::article::board::MiniBoard;
use crate::article::mate::mate_in_one;
use crate::article::scan::ScannedBoard;
use crate::article::ties::{Stakes, TieKind};
use crate::game::attack_map::{NO_SLOT, Slots, bit, slots};
use crate::game::{Board as _, Color, Game, Geometry, MoveParts, PieceType, Square, SquareSet as _, Value};
use crate::game::{PieceValues, ValuePreset};

/// The moves of a line that are looked at: what comes later is seldom what was meant.
const MOST_PLIES: usize = 20;
/// The last move that may be the one that wins, if it does not end a series of checks.
const LAST_BLOW: usize = 6;
/// The most pieces of an ending, in which a promotion may come at any move.
const ENDING: u32 = 10;
/// The fewest checks in a row that are a series.
const SERIES: usize = 2;
/// What the move that wins must make up for of the most that any move of the line wins, as a fraction.
const MOST_OF_IT: [Value; 2] = [2, 3];
/// A capture that keeps one part of so many of it ends a line that no motif explains.
const OF_A_LINE: Value = 3;
/// The least and the most, in quarters of what a capture wins and of what it takes, that a line may win by it: else
/// the line is about something else.
const BY_CAPTURE: [Value; 2] = [1, 8];
/// The most, in quarters of what the capture takes, that a motif two plies before it may have won.
const BY_MOTIF: Value = 5;
/// How many plies after it things may take to settle.
const SETTLING: usize = 6;

/// A piece where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Its letters, as the game writes them: `P`, `+R`.
    pub piece: String,
    /// Its square.
    pub square: String,
}

/// How a side wins material, proven by the line that a search returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactic {
    /// The moves up to the one that wins.
    pub line: Vec<String>,
    /// The number in the line, from 0, of the move that makes the motif: the last, or the side's move before it.
    pub key: usize,
    /// What happens.
    pub motif: Motif,
    /// The pieces won on balance until things have settled, in letters.
    pub wins: Vec<String>,
    /// Those given for them.
    pub gives: Vec<String>,
    /// What it wins, in the engine's units.
    pub value: Value,
}

/// A motif.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "motif", rename_all = "kebab-case")]
pub enum Motif {
    /// Takes a piece.
    Capture {
        /// What is taken.
        target: Standing,
        /// Why it cannot be held.
        guard: Guard,
    },
    /// Promotes.
    Promotion {
        /// What arises, and where.
        piece: Standing,
    },
    /// Attacks several pieces with one, perhaps the king among them.
    Fork {
        /// What it attacks.
        targets: Vec<Standing>,
    },
    /// Leaves the line of another piece.
    Discovered {
        /// Whose line.
        by: Standing,
        /// What it attacks.
        target: Standing,
    },
    /// Attacks a piece and, through it, the one behind.
    Skewer {
        /// The piece that leaves.
        front: Standing,
        /// The piece that is won.
        behind: Standing,
    },
    /// Attacks one piece.
    Attack {
        /// What it attacks.
        target: Standing,
        /// Whether the table has no answer to it.
        is_trapped: bool,
    },
    /// Takes a guard.
    GuardTaken {
        /// The guard.
        guard: Standing,
        /// What it guarded.
        target: Standing,
    },
    /// Makes a guard leave.
    GuardDrawn {
        /// The guard, where it stood.
        guard: Standing,
        /// What it guarded.
        target: Standing,
    },
    /// Gives check first.
    Check {
        /// What is taken next.
        target: Standing,
    },
    /// Begins a series of checks, in which the piece falls.
    Checks {
        /// What falls.
        target: Standing,
    },
    /// Threatens mate.
    MateThreat,
    /// Threatens something else.
    Threat {
        /// What would be won after a pass: moves from the position after it.
        threat: Box<Tactic>,
    },
    /// Threatens a line that does more than win pieces.
    Plan {
        /// Its first moves, from the position after a pass.
        line: Vec<String>,
    },
    /// Several moves, none of which explains it alone.
    Line,
}

/// Why a piece that is taken cannot be held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "guard", rename_all = "kebab-case")]
pub enum Guard {
    /// Nothing guards it.
    None,
    /// Its guards are pinned to their king, or its only guard to another piece.
    Pinned {
        /// One of them.
        piece: Standing,
        /// What pins it.
        by: Standing,
        /// The piece behind it, if that is not the king.
        to: Option<Standing>,
    },
    /// Its guard has something else to guard (overloaded).
    Tied {
        /// The guard.
        piece: Standing,
        /// What else it guards; nothing if a mate.
        object: Option<Standing>,
    },
    /// A cheaper piece takes it, or more of them.
    Outweighed,
}

impl Tactic {
    /// One that wins nothing yet.
    pub(super) const fn of(motif: Motif) -> Self {
        Self { line: Vec::new(), key: 0, motif, wins: Vec::new(), gives: Vec::new(), value: 0 }
    }
}

/// A line with the board before each move and after the last.
pub(super) struct Played<P: Game> {
    pub(super) texts: Vec<String>,
    pub(super) parts: Vec<MoveParts>,
    pub(super) boards: Vec<ScannedBoard<P::Geometry>>,
    /// What the side to move first has won before each move and after the last.
    sums: Vec<Value>,
    us: Color,
    is_ending: bool,
    /// The other side's move before the line.
    last: Option<MoveParts>,
}

/// The values that lines are counted in.
pub(super) fn values<P: Game>() -> &'static PieceValues {
    P::Geometry::values(ValuePreset::Default)
}

/// What the cheapest piece is worth in an exchange.
pub(super) fn pawn<P: Game>() -> Value {
    values::<P>().capture(values::<P>().rising()[0])
}

/// The attacks on a position.
pub(super) fn scan<P: Game>(position: &P) -> ScannedBoard<P::Geometry> {
    ScannedBoard::new(MiniBoard::new(position), values::<P>())
}

/// Whether few pieces are left.
pub(super) fn is_ending<P: Game>(position: &P) -> bool {
    position.occupied().len() <= ENDING
}

/// The most that a side can win by one exchange.
pub(super) fn most_at_risk<G: Geometry>(view: &ScannedBoard<G>, by: Color) -> Value {
    at_risk(view, by).map_or(0, |(_, value)| value)
}

/// Where a side can win the most by one exchange, and what.
fn at_risk<G: Geometry>(view: &ScannedBoard<G>, by: Color) -> Option<(Square, Value)> {
    let attacked = view.board.by_color(!by) & view.map.attacked[by];
    attacked.squares().map(|sq| (sq, view.swap_off(sq, by))).max_by_key(|&(_, value)| value)
}

/// Whether a side can simply take the piece on a square: at a gain, or for one that is worth no more.
pub(super) fn is_loose<G: Geometry>(view: &ScannedBoard<G>, sq: Square, by: Color) -> bool {
    let worth = |slot: usize| view.values.board(view.map.piece(slot).piece_type());
    let attackers = view.attackers(sq) & view.map.side[by] & !view.map.pinned;
    slots(attackers).any(|slot| worth(slot) <= worth(view.map.slot_on(sq))) || view.swap_off(sq, by) > 0
}

/// What a piece of a side attacks to some purpose: the king, and what an exchange wins.
pub(super) fn targets<G: Geometry>(view: &ScannedBoard<G>, sq: Square, us: Color) -> Vec<Square> {
    let king = view.map.king[!us] as usize;
    let is_target = |&sq: &Square| view.map.slot_on(sq) == king || view.swap_off(sq, us) > 0;
    let attacked = view.map.attacks(view.map.slot_on(sq)) & view.board.by_color(!us);
    attacked.squares().filter(is_target).collect()
}

/// Takes what stands beside a square out of a list.
fn take(list: &mut Vec<(Square, PieceType)>, sq: Square) -> Option<PieceType> {
    let at = list.iter().position(|&(on, _)| on == sq)?;
    Some(list.swap_remove(at).1)
}

/// The own pieces that guard a piece.
pub(super) fn guards<G: Geometry>(view: &ScannedBoard<G>, sq: Square, side: Color) -> Slots {
    let own = view.attackers(sq) & view.map.side[side];
    if view.map.occupied.contains(sq) { own & !bit(view.map.slot_on(sq)) } else { own }
}

/// Whether a piece guards another one of its side.
pub(super) fn is_guard<G: Geometry>(view: &ScannedBoard<G>, guard: Square, sq: Square, side: Color) -> bool {
    guards(view, sq, side) & bit(view.map.slot_on(guard)) != 0
}

impl<P: Game> Played<P> {
    /// Plays a line as far as its moves are legal; what the other side's `last` move won counts against it.
    pub(super) fn new(position: &P, last: Option<&MoveParts>, line: &[String]) -> Self {
        let mut at = position.clone();
        let mut played = Self {
            texts: Vec::new(),
            parts: Vec::new(),
            boards: vec![scan(&at)],
            sums: vec![last.map_or(0, |last| -values::<P>().gain(last))],
            us: position.side_to_move(),
            is_ending: is_ending(position),
            last: last.copied(),
        };
        for text in line.iter().take(MOST_PLIES) {
            let Ok(m) = at.parse_move(text) else { break };
            let parts = at.parts(m);
            let sign = if at.side_to_move() == played.us { 1 } else { -1 };
            let sum = played.sums[played.sums.len() - 1] + sign * values::<P>().gain(&parts);
            at.do_move(m);
            played.texts.push(text.clone());
            played.parts.push(parts);
            played.boards.push(scan(&at));
            played.sums.push(sum);
        }
        played
    }

    fn mover(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.us } else { !self.us }
    }

    /// What the first side has won before a ply, less what could be taken from it there.
    fn settled(&self, ply: usize) -> Value {
        let view = &self.boards[ply];
        let mover = self.mover(ply);
        self.sums[ply] - if mover == self.us { 0 } else { most_at_risk(view, mover) }
    }

    /// What the first side has won at the end of the line.
    pub(super) fn result(&self) -> Value {
        self.settled(self.parts.len())
    }

    /// The ply at which things have settled after a move: who is to move is not in check and has nothing to take.
    fn settles(&self, blow: usize) -> usize {
        let last = self.parts.len().min(blow + 1 + SETTLING);
        let is_quiet = |&ply: &usize| {
            let (view, mover) = (&self.boards[ply], self.mover(ply));
            view.checkers(mover) == 0 && most_at_risk(view, mover) <= 0
        };
        (blow + 1..last).find(is_quiet).unwrap_or(last)
    }

    /// How the first side wins at least so much, if it does.
    pub(super) fn tactic(&self, least: Value) -> Option<Tactic> {
        let promotes = |blow: usize| self.parts[blow].becomes != self.parts[blow].piece;
        let is_near = |&blow: &usize| {
            blow <= LAST_BLOW || self.series(blow).is_some() || self.is_ending && promotes(blow)
        };
        let blows = (0..self.parts.len()).step_by(2).filter(is_near);
        let worth = |blow: usize| self.settled(self.settles(blow)).min(self.result());
        let most = blows.clone().map(worth).max()?;
        let least_worth = least.max(most * MOST_OF_IT[0] / MOST_OF_IT[1]);
        let is_blow = |&blow: &usize| {
            let (gain, worth) = (values::<P>().gain(&self.parts[blow]), worth(blow));
            // What is retaken at once is the price of what it takes.
            let price = if self.is_retaken(blow) { values::<P>().gain(&self.parts[blow + 1]) } else { 0 };
            gain >= pawn::<P>()
                && worth >= least_worth
                && (BY_CAPTURE[0] * (gain - price) / 4..=BY_CAPTURE[1] * gain / 4).contains(&worth)
                && !self.is_sacrifice(blow, least)
        };
        let least_held = least.max(most / OF_A_LINE);
        let takes = |&blow: &usize| self.parts[blow].captured.is_some() && self.held(blow) >= least_held;
        let (blow, worth, (key, motif)) = match blows.clone().find(is_blow) {
            Some(blow) => (blow, worth(blow), self.motif(blow)),
            None => blows.clone().find(takes).map(|blow| (blow, self.held(blow), (blow, Motif::Line)))?,
        };
        // What the line wins beside what the motif takes is not by the motif.
        let is_by_it = key == blow
            || matches!(motif, Motif::Checks { .. })
            || 4 * worth <= BY_MOTIF * values::<P>().gain(&self.parts[blow]);
        let (key, motif) = if is_by_it { (key, motif) } else { (blow, Motif::Line) };
        let (end, counted) = self.has_won(blow, worth)?;
        // What needs more moves than the motif has is shown as a line.
        let (key, motif) = if end == blow + 1 { (key, motif) } else { (end - 1, Motif::Line) };
        let (wins, gives) = self.pieces(counted);
        // A capture whose piece was given back is not what the line wins.
        if let Some((_, taken)) = self.parts[blow].captured
            && !wins.iter().any(|&pt| P::Geometry::base(pt) == P::Geometry::base(taken))
            && (motif != Motif::Line || wins.is_empty())
        {
            return None;
        }
        let letters = |pieces: &[PieceType]| pieces.iter().map(|&pt| P::piece_text(pt).to_owned()).collect();
        Some(Tactic {
            line: self.texts[..end].to_vec(),
            key,
            motif,
            wins: letters(&wins),
            gives: letters(&gives),
            value: worth,
        })
    }

    /// The least that the first side has won after any of the answers from a move on.
    fn held(&self, blow: usize) -> Value {
        let answered = (blow + 2..self.sums.len()).step_by(2);
        answered.map(|ply| self.sums[ply]).fold(self.result(), Value::min)
    }

    /// The ply at which the first side has, by a move, most of so much and not much more, and the one at which that is
    /// counted: after the answer, or where it is to be expected.
    fn has_won(&self, blow: usize, worth: Value) -> Option<(usize, usize)> {
        let [part, whole] = MOST_OF_IT;
        let range = part * worth..=(2 * whole - part) * worth;
        let last = self.parts.len();
        let own = (blow + 1..=last.min(blow + 1 + SETTLING)).step_by(2);
        let settled = self.settles(blow);
        let mut counts =
            own.flat_map(|ply| [(ply, last.min(ply + 1)), (ply, ply)]).chain([(settled, settled)]);
        counts.find(|&(_, counted)| range.contains(&(whole * self.settled(counted))))
    }

    /// The first of the checks in a row that lead to a move.
    fn series(&self, blow: usize) -> Option<usize> {
        let is_check = |&ply: &usize| self.boards[ply + 1].checkers(!self.us) != 0;
        let checks = (0..blow).rev().skip(1).step_by(2).take_while(is_check);
        let first = checks.clone().last()?;
        (checks.count() >= SERIES && first <= LAST_BLOW).then_some(first)
    }

    /// Whether a capture is retaken at once, and only what follows wins.
    fn is_sacrifice(&self, blow: usize, least: Value) -> bool {
        self.is_retaken(blow) && self.sums[blow + 2] < least / 2
    }

    fn is_retaken(&self, blow: usize) -> bool {
        self.parts.get(blow + 1).is_some_and(|answer| answer.to == self.parts[blow].to)
    }

    /// The pieces that the first side has won and given before a ply, those of one kind against each other, the
    /// greatest first. What promoted on the way is lost as what it was, and what can be taken now is given.
    fn pieces(&self, until: usize) -> (Vec<PieceType>, Vec<PieceType>) {
        let base = P::Geometry::base;
        let mut balance: [Vec<PieceType>; 2] = Default::default();
        let mut count = |is_ours: bool, taken: PieceType| {
            let [own, other] = [usize::from(!is_ours), usize::from(is_ours)];
            match balance[other].iter().position(|&pt| base(pt) == base(taken)) {
                Some(at) => _ = balance[other].swap_remove(at),
                None => balance[own].push(taken),
            }
        };
        let before = self.last.iter().map(|last| (false, last));
        let line = self.parts[..until].iter().enumerate();
        let mut promoted: Vec<(Square, PieceType)> = Vec::new();
        for (is_ours, parts) in before.chain(line.map(|(ply, m)| (self.mover(ply) == self.us, m))) {
            if let Some((sq, pt)) = parts.captured {
                count(is_ours, take(&mut promoted, sq).unwrap_or(pt));
            }
            let was = parts.from.and_then(|from| take(&mut promoted, from));
            if was.is_some() || parts.becomes != parts.piece {
                promoted.push((parts.to, was.unwrap_or(parts.piece)));
            }
        }
        let (view, mover) = (&self.boards[until], self.mover(until));
        if mover != self.us
            && let Some((sq, value)) = at_risk(view, mover)
        {
            let pt = view.piece_at(sq).piece_type();
            if 2 * value > values::<P>().capture(pt) {
                count(false, take(&mut promoted, sq).unwrap_or(pt));
            }
        }
        for pieces in &mut balance {
            pieces.sort_by_key(|&pt| std::cmp::Reverse((values::<P>().capture(pt), pt.index())));
        }
        balance.into()
    }

    fn standing(&self, ply: usize, sq: Square) -> Standing {
        standing::<P>(&self.boards[ply], sq)
    }

    /// What makes a move of the line win, and which move it is.
    fn motif(&self, blow: usize) -> (usize, Motif) {
        let parts = &self.parts[blow];
        let Some((target, _)) = parts.captured else {
            let piece =
                Standing { piece: P::piece_text(parts.becomes).to_owned(), square: P::square_text(parts.to) };
            return (blow, Motif::Promotion { piece });
        };
        if blow == 0 {
            let target_is = self.standing(0, target);
            return (0, Motif::Capture { target: target_is, guard: self.guard(0, target) });
        }
        if let Some(first) = self.series(blow) {
            return (first, Motif::Checks { target: self.standing(blow, target) });
        }
        let key = blow - 2;
        let motif = self.motif_of_key(key, target).unwrap_or(Motif::Line);
        (if motif == Motif::Line { blow } else { key }, motif)
    }

    /// What a move does that the next one of its side takes a piece by.
    fn motif_of_key(&self, key: usize, target: Square) -> Option<Motif> {
        let (before, after) = (&self.boards[key], &self.boards[key + 1]);
        let (own, answer, blow) = (&self.parts[key], &self.parts[key + 1], &self.parts[key + 2]);
        let victim = !self.us;
        // A piece that came there with the answer was not attacked by the move.
        if answer.to == target || !after.map.occupied.contains(target) {
            return None;
        }
        let target_is = self.standing(key + 1, target);
        let in_check = after.checkers(victim) != 0;
        if blow.from == Some(own.to) {
            let targets = targets(after, own.to, self.us);
            if targets.len() > 1 && targets.contains(&target) {
                let targets = targets.into_iter().map(|sq| self.standing(key + 1, sq)).collect();
                return Some(Motif::Fork { targets });
            }
            let between = P::Geometry::between(own.to, target);
            if let Some(front) = answer.from.filter(|&sq| between.contains(sq)) {
                let front = self.standing(key + 1, front);
                return Some(Motif::Skewer { front, behind: target_is });
            }
            if after.map.attacks(after.map.slot_on(own.to)).contains(target) {
                let was_attacked = before.map.attackers(target) & before.map.side[self.us] != 0
                    && before.swap_off(target, self.us) > 0;
                let is_trapped = after.map.attackers(target) != 0 && self.is_trapped(key + 1, blow);
                if !was_attacked && (is_trapped || !in_check) {
                    return Some(Motif::Attack { target: target_is, is_trapped });
                }
            }
        }
        if let (Some(slider), Some(left)) = (blow.from, own.from)
            && slider != own.to
            && P::Geometry::between(slider, target).contains(left)
        {
            return Some(Motif::Discovered { by: self.standing(key + 1, slider), target: target_is });
        }
        if let Some((guard, _)) = own.captured
            && guard != target
            && is_guard(before, guard, target, victim)
        {
            return Some(Motif::GuardTaken { guard: self.standing(key, guard), target: target_is });
        }
        // Only a capture or a check makes it leave.
        if let Some(guard) = answer.from
            && (own.captured.is_some() || in_check)
            && guard != target
            && after.map.king[victim] as usize != after.map.slot_on(guard)
            && is_guard(after, guard, target, victim)
            && guards(&self.boards[key + 2], target, victim).count_ones()
                < guards(after, target, victim).count_ones()
        {
            return Some(Motif::GuardDrawn { guard: self.standing(key + 1, guard), target: target_is });
        }
        if in_check {
            return Some(Motif::Check { target: target_is });
        }
        let is_loose = is_loose(after, own.to, victim);
        mate_in_one(&after.board, self.us).filter(|_| !is_loose).map(|_| Motif::MateThreat)
    }

    /// Whether the table knows no answer to a capture that a side threatens, it not being its turn.
    fn is_trapped(&self, ply: usize, threat: &MoveParts) -> bool {
        use crate::article::table::{Delayed, FullTable};
        use crate::article::xref::Flags;
        let view = &self.boards[ply];
        let table = FullTable::new(view.board.clone(), view.values, Delayed::None, true);
        let found = table.xref.rows.iter().find(|row| {
            row.side == self.us && row.parts.from == threat.from && row.parts.captured == threat.captured
        });
        found.is_some_and(|row| row.flags.contains(Flags::IMMOBILE) && !row.flags.contains(Flags::STOPPABLE))
    }

    /// Why the piece that a move takes cannot be held.
    fn guard(&self, blow: usize, target: Square) -> Guard {
        let view = &self.boards[blow];
        let victim = !self.mover(blow);
        let guarding = guards(view, target, victim);
        let king = king(view, victim);
        let is_retaken = self.is_retaken(blow);
        if guarding == 0 {
            return if is_retaken { Guard::Outweighed } else { Guard::None };
        }
        let pieces = guarding & !king;
        if !is_retaken && pieces != 0 && pieces & !view.map.pinned == 0 {
            let slot = pieces.trailing_zeros() as usize;
            let pinner = view.map.square(view.map.pinner(slot) as usize);
            if pinner != self.parts[blow].from.unwrap_or(target) && pinner != target {
                let piece = self.standing(blow, view.map.square(slot));
                return Guard::Pinned { piece, by: self.standing(blow, pinner), to: None };
            }
        }
        if !is_retaken && pieces.is_power_of_two() {
            let from = view.map.square(pieces.trailing_zeros() as usize);
            let stakes = Stakes::of(view);
            let own = stakes.ties.iter().filter(|tie| tie.piece == from && tie.gainer == !victim);
            let ties = own.filter(|tie| tie.on != target && tie.kind != TieKind::Promotion);
            // What is tied to less than it would win back is free to take.
            let won_back = values::<P>().capture(self.parts[blow].becomes);
            if let Some(tie) = ties.max_by_key(|tie| tie.amount).filter(|tie| tie.amount >= won_back) {
                let piece = self.standing(blow, from);
                if tie.kind == TieKind::Mate {
                    return Guard::Tied { piece, object: None };
                }
                let object = self.standing(blow, tie.object);
                if is_guard(view, from, tie.object, victim) {
                    return Guard::Tied { piece, object: Some(object) };
                }
                let mut pinners = slots(view.map.behind(view.map.slot_on(from)) & view.map.side[!victim])
                    .map(|slot| view.map.square(slot));
                let is_pinner = |&sq: &Square| P::Geometry::between(sq, tie.object).contains(from);
                if let Some(by) = pinners.find(is_pinner) {
                    return Guard::Pinned { piece, by: self.standing(blow, by), to: Some(object) };
                }
            }
        }
        Guard::Outweighed
    }
}

/// The king of a side as a set.
pub(super) fn king<G: Geometry>(view: &ScannedBoard<G>, side: Color) -> Slots {
    match view.map.king[side] {
        NO_SLOT => 0,
        king => bit(king as usize),
    }
}

/// A piece on an occupied square of a board.
pub(super) fn standing<P: Game>(view: &ScannedBoard<P::Geometry>, sq: Square) -> Standing {
    Standing { piece: P::piece_text(view.piece_at(sq).piece_type()).to_owned(), square: P::square_text(sq) }
}
