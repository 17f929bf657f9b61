//! The assessment of a node: the table is filled from the attack map in one
//! pass, related, and looked through.
//!
//! The `providers` add the entries, each with the
//! [`exchange`](super::exchange) that it starts;
//! [`table`](super::table) sorts and relates them;
//! [`look_ahead`](super::look_ahead) plays with them;
//! [`assessment`](super::assessment) says how far to trust what it finds.

use arrayvec::ArrayVec;

use super::assessment::Assessment;
use super::config::{TableConfig, WHOLE};
use super::entry::{Entry, EntryKind, PLAYED};
use super::look_ahead::{Choice, Line, LookAheadResult, Step};
use super::providers::{Context, forks};
use super::static_eval::StaticEval;
use super::table::Table;
use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, Slots, bit, slots};
use crate::game::{
    AttackMap, Board, Color, Geometry, MAX_PIECE_TYPES, MoveParts, PieceType, PieceValues, Position, Square,
    SquareSet, Value,
};

/// Builds tables and assesses by them; the working memory is reused.
///
/// ```
/// use somatic::chess::{Chess, Position};
/// use somatic::game::{AttackMap, Geometry, Notation, ValuePreset};
/// use somatic::soma::{Assessor, Choice, TableConfig};
///
/// let drawn = [
///     "  a  b  c  d  e  f  g  h",
///     "  .  .  .  .  k  .  .  .  8",
///     "  .  .  .  .  .  .  .  .  7",
///     "  .  .  .  .  .  .  .  .  6",
///     "  .  .  .  .  p  .  .  .  5",
///     "  .  .  .  .  .  .  .  .  4",
///     "  .  .  .  .  .  N  .  .  3",
///     "  .  .  .  .  .  .  .  .  2",
///     "  .  .  .  .  K  .  .  .  1",
/// ];
/// let position = Position::parse("4k3/8/8/4p3/8/5N2/8/4K3 w - -")?;
/// assert!(position.diagram().starts_with(&drawn.join("\n")));
/// let values = Chess::values(ValuePreset::Article);
/// let mut map = AttackMap::new();
/// map.build(&position, values);
/// let mut assessor = Assessor::new(values);
/// let found = assessor.assess(&position, &map, &TableConfig::SHOGI);
/// // One entry: the knight takes the pawn, which nothing guards.
/// assert_eq!((found.net, found.value, found.if_we_parry), (100, 100, 0));
/// assert_eq!(found.choice, Choice::Play(0));
/// let entry = &assessor.table.entries()[0];
/// assert_eq!(Position::parts_text(&assessor.parts(&map, entry)), "f3e5");
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
#[derive(Debug)]
pub struct Assessor<G: Geometry> {
    pub(crate) values: &'static PieceValues,
    /// The table of the last assessment.
    pub table: Table,
    /// The types that gain by promoting.
    pub(crate) promoting: ArrayVec<PieceType, MAX_PIECE_TYPES>,
    /// What the last look-ahead found.
    found: LookAheadResult,
    pub(crate) next_tag: u8,
    /// For each piece what the other side gains by the exchange on its square;
    /// only of pieces that are attacked.
    pub(crate) at_risk: [Value; MAX_SLOTS],
    /// For each such piece the piece that starts that exchange, if something is gained, as a set.
    pub(crate) first_taker: [Slots; MAX_SLOTS],
    game: std::marker::PhantomData<G>,
}

impl<G: Geometry> Assessor<G> {
    /// An assessor that counts with these values.
    pub fn new(values: &'static PieceValues) -> Self {
        Self {
            values,
            table: Table::new(),
            promoting: values.rising().iter().copied().filter(|&pt| values.promotion(pt) > 0).collect(),
            found: LookAheadResult::default(),
            next_tag: 0,
            at_risk: [0; MAX_SLOTS],
            first_taker: [0; MAX_SLOTS],
            game: std::marker::PhantomData,
        }
    }

    /// The values it counts with.
    pub const fn values(&self) -> &'static PieceValues {
        self.values
    }

    /// The static evaluation of a board that is not in check and whose attacks have been scanned,
    /// over its quiet evaluation.
    pub fn static_eval<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        config: &TableConfig,
        eval: Value,
    ) -> StaticEval {
        self.build(board, map, config);
        if self.table.is_empty() {
            self.found = LookAheadResult::default();
            return StaticEval::quiet(eval);
        }
        self.look_ahead(config);
        self.believed(map, config, eval)
    }

    /// Looks ahead over the table as it stands.
    pub(super) fn look_ahead(&mut self, config: &TableConfig) {
        self.found = self.table.solve(true, config.look_ahead());
    }

    /// Whether what it chose mates.
    pub(super) fn chooses_mate(&self) -> bool {
        self.chosen().is_some_and(|entry| entry.kind == EntryKind::MateThreat)
    }

    /// The entry that it would play.
    fn chosen(&self) -> Option<&Entry> {
        let Choice::Play(number) = self.found.choice else { return None };
        self.table.entries().get(number as usize)
    }

    /// That entry, and the open forks of the side to move.
    pub(super) fn own_rivals(&self) -> impl Iterator<Item = &Entry> {
        let chosen = self.chosen();
        let own = slots(self.table.alive() & self.table.ours()).map(|number| &self.table.entries()[number]);
        let is_new = move |entry: &&Entry| chosen.is_none_or(|chosen| !std::ptr::eq(chosen, *entry));
        chosen.into_iter().chain(own.filter(|entry| entry.kind == EntryKind::Fork).filter(is_new))
    }

    /// Takes the best of the entries that were played on the board, with what it came to, or a parry
    /// if that comes to more. Where the look-ahead chose the same, its numbers stand.
    pub(super) fn choose(&mut self, played: Entry) {
        let is_open = |other: &Entry| other.waits_for == 0 && matches!(other.after, 0 | PLAYED);
        let is_it = |other: &Entry| {
            other.is_ours && (other.mover, other.to) == (played.mover, played.to) && is_open(other)
        };
        let least = self.found.if_we_parry;
        let chosen = self.chosen();
        if played.value < least || played.value == least && chosen.is_none() {
            if chosen.is_some() {
                let threat = self.table.alive() & !self.table.ours() & self.table.counting();
                let parry = Choice::Parry(threat.trailing_zeros() as u8);
                let choice = if threat == 0 { Choice::Pass } else { parry };
                self.found = LookAheadResult { value: least, choice, ..self.found };
            }
            return;
        }
        if chosen.is_some_and(is_it) {
            return;
        }
        if !self.table.entries().iter().any(is_it) {
            self.table.add(Entry { after: PLAYED, ..played });
            self.table.relate();
        }
        if let Some(number) = self.table.entries().iter().position(is_it) {
            let choice = Choice::Play(number as u8);
            self.found = LookAheadResult { value: played.value, choice, ..self.found };
        }
    }

    /// The line of the look-ahead; only the choice, where that was found by playing it.
    pub(super) fn line(&self, config: &TableConfig) -> Line {
        let (found, mut line) = self.table.solve_with_line(config.look_ahead());
        if (found.choice, found.value) != (self.found.choice, self.found.value) {
            line.clear();
            line.push(Step { choice: self.found.choice, is_ours: true, amount: self.found.value });
        }
        line
    }

    /// What the side to move gains if nothing is done on a square.
    pub(super) fn net_without<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        config: &TableConfig,
        on: Square,
    ) -> Value {
        self.fill_all(board, map, config);
        self.table.retain(|entry| !entry.is_ours || entry.to != on.raw());
        self.table.relate();
        self.table.solve(true, config.look_ahead()).value
    }

    /// What the look-ahead has found, its replies believed in part.
    #[inline]
    pub(super) fn believed(&self, map: &AttackMap<G>, config: &TableConfig, eval: Value) -> StaticEval {
        let trusted = config.reply_trust * self.found.value;
        let open = (WHOLE - config.reply_trust) * self.table.largest_gain();
        let threat = self.table.largest_threat().filter(|entry| entry.value >= config.threat);
        StaticEval {
            eval,
            gain: (trusted + open) / WHOLE,
            parry: self.found.if_we_parry,
            threatened: threat.map(|entry| map.square(entry.target as usize)),
        }
    }

    /// Assesses such a board, and says how sure that is.
    pub fn assess<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) -> Assessment {
        let value = self.static_eval(board, map, config, 0).gain;
        Assessment { value, ..self.assessment(board) }
    }

    /// The assessment as it has been found.
    pub(super) fn assessed<B: Board<Geometry = G>>(
        &self,
        board: &B,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) -> Assessment {
        Assessment { value: self.believed(map, config, 0).gain, ..self.assessment(board) }
    }

    /// What is known of the board assessed last, but for the part in which replies are believed.
    pub fn assessment<B: Board<Geometry = G>>(&self, board: &B) -> Assessment {
        let us = board.side_to_move();
        let alive = self.table.alive();
        let mut assessment = Assessment {
            net: self.found.value,
            if_we_parry: self.found.if_we_parry,
            choice: self.found.choice,
            largest_gain: self.table.largest_gain(),
            runners: G::runners(board).len() as u8,
            ..Assessment::default()
        };
        assessment.open[us] = (alive & self.table.ours()).count_ones() as u8;
        assessment.open[!us] = (alive & !self.table.ours()).count_ones() as u8;
        assessment.confidence = assessment.confidence(us, 0, self.values);
        assessment
    }

    /// What the assessment made last begins with.
    pub const fn choice(&self) -> Choice {
        self.found.choice
    }

    /// Builds the table of such a board.
    fn build<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>, config: &TableConfig) {
        self.fill_all(board, map, config);
        if !self.table.is_empty() {
            self.table.relate();
        }
    }

    /// Fills the table with the entries of both sides, forks included; they are not related yet.
    pub(super) fn fill_all<B: Board<Geometry = G>>(
        &mut self,
        board: &B,
        map: &AttackMap<G>,
        config: &TableConfig,
    ) {
        self.fill(&Context::new(board, map, config));
        if config.forks {
            self.add_forks(board, map);
        }
    }

    /// The most gainful fork of each side.
    fn add_forks<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>) {
        let us = board.side_to_move();
        let wanted = forks::Wanted { least: 0, promotions: false, only_best: true };
        for by in Color::ALL {
            let already = |slot| map.attacked[by].contains(map.square(slot)) && self.at_risk[slot] > 0;
            if let Some(fork) = forks::all(board, map, self.values, by, wanted, already).first() {
                let entry = if by == us {
                    fork.entry(TableConfig::FORK_SHARE)
                } else {
                    let entry = fork.entry(TableConfig::FORK_THREAT_SHARE);
                    // Both sides' drops of a type would be played by one slot.
                    let of_drop = |pt: PieceType| Entry { mover: NO_SLOT, dropped: pt.raw(), ..entry };
                    let entry = map.dropped_type(entry.mover as usize).map_or(entry, of_drop);
                    Entry { is_ours: false, ..entry }
                };
                self.table.add(entry);
            }
        }
    }

    /// The sum of switches of such a board: the table without a look-ahead. What waits for
    /// something, or does not count, is no part of it.
    pub fn switch_sum<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>) -> Value {
        self.fill(&Context::new(board, map, &TableConfig::SWITCHES));
        self.table.relate();
        self.table.switch_sum(true)
    }

    /// The legal moves of the entries of the last table by which the side to move
    /// wins something now: the choice of the look-ahead first, then by falling
    /// value.
    pub fn gains<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
    ) -> impl Iterator<Item = P::Move> {
        let entries = self.table.entries();
        let first = if let Choice::Play(number) = self.found.choice { Some(number as usize) } else { None };
        let own = self.table.alive() & self.table.ours();
        let others = slots(own).take_while(|&i| entries[i].value > 0).filter(move |&i| Some(i) != first);
        let numbers = first.into_iter().chain(others);
        numbers.filter_map(|i| self.legal_move(position, map, &entries[i]))
    }

    /// The move of an entry of the last table, if it is legal.
    pub(crate) fn legal_move<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        entry: &Entry,
    ) -> Option<P::Move> {
        let parts = self.parts(map, entry);
        let m = position.compose(parts.from, parts.to, parts.piece, parts.becomes);
        position.is_legal(m).then_some(m)
    }

    /// The legal quiet moves of the side to move that win more than `least`:
    /// forks, attacks on pieces that cannot leave, and promotions that are not
    /// tactical moves already; the most gainful first. Pieces that hang already
    /// are no targets.
    pub fn quiet_gains<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        least: Value,
    ) -> impl Iterator<Item = P::Move> {
        let us = position.side_to_move();
        let hang = map.attacked[us] & !map.attacked[!us];
        let wanted = forks::Wanted { least: least.max(0), promotions: true, only_best: false };
        let hangs = |slot| hang.contains(map.square(slot));
        let forks = forks::all(position, map, self.values, us, wanted, hangs);
        let moves = forks.into_iter().filter_map(|fork| self.legal_move(position, map, &fork.entry(WHOLE)));
        moves.filter(|&m| !position.is_tactical(m))
    }

    /// The move of an entry of the last table. What a recapture takes has arrived
    /// by the capture before it, and a piece that moves twice stands where its first move led.
    pub fn parts(&self, map: &AttackMap<G>, entry: &Entry) -> MoveParts {
        let mover = entry.mover as usize;
        let to = Square::new(entry.to);
        if map.present & bit(mover) == 0 {
            // The free slot of a type: a drop.
            let pt = map.dropped_type(mover).unwrap_or(PieceType::new(entry.dropped));
            return MoveParts { from: None, to, piece: pt, becomes: pt, captured: None };
        }
        let (piece, from) = (map.piece(mover), map.square(mover));
        let is_first = |other: &&Entry| other.tag == entry.after && other.mover == entry.mover;
        let first = || self.table.entries().iter().find(is_first);
        let (pt, from) =
            (entry.after != 0).then(first).flatten().map_or((piece.piece_type(), from), |first| {
                let at = Square::new(first.to);
                (G::becomes(piece.piece_type(), piece.color(), from, at), at)
            });
        let captured = (entry.target != NO_SLOT).then(|| {
            let target = entry.target as usize;
            let (victim, at) = (map.piece(target), map.square(target));
            if entry.after == 0 {
                (at, victim.piece_type())
            } else {
                (to, G::becomes(victim.piece_type(), victim.color(), at, to))
            }
        });
        MoveParts {
            from: Some(from),
            to,
            piece: pt,
            becomes: G::becomes(pt, piece.color(), from, to),
            captured,
        }
    }
}
