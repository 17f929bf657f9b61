//! The table and the reasons as plain data, for the command line and reports.

use std::fmt::Write as _;

use serde::Serialize;

use crate::game::attack_map::NO_SLOT;
use crate::game::{AttackMap, Geometry, Notation, Value, ValuePreset};

use super::article::relations::{Relations, TieKind};
use super::article::resolve::Observer;
use super::article::view::View;
use super::article::xref::{Xref, XrefEntry, XrefFlags};
use super::article::{Doubts, GREEDY, Prediction, Predictor, Step};

mod text;

/// The width of the wide look unless another is asked for.
pub const DEFAULT_WIDTH: u32 = 5;

/// How SUPER-SOMA judged a position. The fields and their names are those of
/// `xref --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// `shogi` or `chess`.
    pub game: &'static str,
    /// The SFEN or FEN written back.
    pub position: String,
    /// The name of the value preset.
    pub values: &'static str,
    /// The table before each choice.
    pub iterations: Vec<Iteration>,
    /// The predicted line, in move text and `pass`.
    pub line: Vec<String>,
    /// The plain signed sum of what the line wins, for the side to move.
    pub net: Value,
    /// The value the search would be given.
    pub assessed: Value,
    /// 0 to 255.
    pub confidence: u8,
    /// What lowered the confidence.
    pub doubts: Vec<&'static str>,
}

/// One iteration: the table, and what was chosen from it.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    /// The side to move.
    pub side: &'static str,
    /// All entries of both sides, by falling weight.
    pub entries: Vec<EntryReport>,
    /// The pieces that are tied.
    pub ties: Vec<TieReport>,
    /// The move chosen, or `pass`.
    pub chosen: String,
}

/// One entry of the table.
#[derive(Clone, Debug, Serialize)]
pub struct EntryReport {
    /// Whose entry it is.
    pub side: &'static str,
    /// The move in USI or UCI text.
    #[serde(rename = "move")]
    pub move_text: String,
    /// What it does.
    pub kind: &'static str,
    /// What its exchange is worth to its side.
    pub value: Value,
    /// What it wins at once.
    pub first: Value,
    /// What follows.
    pub recapture: Value,
    /// The move text of the threat it answers.
    pub neutralises: Option<String>,
    /// Value plus credits.
    pub weight: Value,
    /// The names of its flags.
    pub flags: Vec<String>,
    /// Who gave weight to it, and why.
    pub credits: Vec<CreditReport>,
    /// Relations that add no weight.
    pub notes: Vec<NoteReport>,
    /// The article's flag columns.
    #[serde(skip)]
    pub columns: String,
    /// The move in the article's style: who goes where, and takes what.
    #[serde(skip)]
    pub described: String,
}

/// A credit.
#[derive(Clone, Debug, Serialize)]
pub struct CreditReport {
    /// The move text of the entry that gives.
    pub from: String,
    /// How much it gives.
    pub amount: Value,
    /// `R1` to `R13`.
    pub relation: &'static str,
    /// The reason in words.
    #[serde(skip)]
    pub reason: &'static str,
}

/// A relation that the value counts already or that only orders the moves.
#[derive(Clone, Debug, Serialize)]
pub struct NoteReport {
    /// The move text of the other entry, or of the same one.
    pub with: String,
    /// `R7`, `R8`, `R9`, `R11` or `R13`.
    pub relation: &'static str,
    /// The relation in words.
    #[serde(skip)]
    pub reason: &'static str,
}

/// A tie.
#[derive(Clone, Debug, Serialize)]
pub struct TieReport {
    /// The square of the piece that may not leave freely.
    pub piece: String,
    /// The square of what it guards, or `mate`.
    pub object: String,
    /// What its leaving loses.
    pub amount: Value,
}

/// The width that a preset implies: the article's figures come from its
/// greedy choice.
pub const fn default_width(preset: ValuePreset) -> u32 {
    match preset {
        ValuePreset::Article | ValuePreset::ArticlePrint => GREEDY,
        ValuePreset::Default => DEFAULT_WIDTH,
    }
}

/// Assesses a position and tells everything about it. `width` is how many
/// first moves are followed to the end of their lines; 1 is the article's
/// greedy choice.
pub fn explain<P: Notation>(position: &P, preset: ValuePreset, width: u32) -> Explanation {
    let values = P::Geometry::values(preset);
    let mut map = AttackMap::new();
    map.build(position, values);
    let mut recorder = Recorder::<P> { iterations: Vec::new(), game: std::marker::PhantomData };
    let found = Predictor::new(values).assess_observed(position, &map, width, &mut recorder);
    Explanation {
        game: P::GAME,
        position: position.text(),
        values: preset.name(),
        iterations: recorder.iterations,
        line: found.line.iter().map(step_text::<P>).collect(),
        net: found.assessment.net,
        assessed: found.assessment.value,
        confidence: found.assessment.confidence,
        doubts: doubts(&found),
    }
}

fn step_text<P: Notation>(step: &Step) -> String {
    step.as_ref().map_or_else(|| "pass".to_owned(), P::parts_text)
}

/// What speaks against trusting an assessment, in words.
fn doubts(a: &Prediction) -> Vec<&'static str> {
    let mut out = Vec::new();
    let mut say = |condition: bool, text: &'static str| {
        if condition {
            out.push(text);
        }
    };
    say(a.doubts.contains(Doubts::IN_CHECK), "the side to move is in check");
    say(a.assessment.open.0.iter().any(|&open| open > 1), "several tactical moves stand open");
    say(a.doubts.contains(Doubts::PARTIAL), "a threat was answered only in part");
    say(a.doubts.contains(Doubts::CHECK), "a check occurs in the line");
    say(a.drops > 0, "a drop occurs in the line");
    say(a.doubts.contains(Doubts::TRUNCATED), "the line was cut");
    say(a.doubts.contains(Doubts::UNSTABLE), "a mate is near");
    out
}

/// Records every iteration as text.
struct Recorder<P> {
    iterations: Vec<Iteration>,
    game: std::marker::PhantomData<P>,
}

impl<P: Notation> Observer<P::Geometry> for Recorder<P> {
    const DETAIL: bool = true;

    fn iteration(
        &mut self,
        view: &View<'_, P::Geometry>,
        relations: &Relations,
        xref: &Xref,
        chosen: Option<usize>,
    ) {
        use crate::game::Board;
        let mut entries: Vec<&XrefEntry> = xref.entries.iter().collect();
        entries.sort_by_key(|e| -e.weight);
        // Evasions stand before everything else.
        entries.sort_by_key(|e| !e.flags.contains(XrefFlags::EVASION));
        self.iterations.push(Iteration {
            side: view.board.side_to_move().name(),
            entries: entries.into_iter().map(|e| report::<P>(e, xref)).collect(),
            ties: relations
                .ties
                .iter()
                .filter(|tie| view.map.piece(tie.piece as usize).color() != tie.gainer)
                .map(|tie| TieReport {
                    piece: P::square_text(view.map.square(tie.piece as usize)),
                    object: match tie.kind {
                        TieKind::Mate => "mate".to_owned(),
                        _ => P::square_text(tie.on),
                    },
                    amount: tie.amount,
                })
                .collect(),
            chosen: chosen.map_or_else(|| "pass".to_owned(), |i| P::parts_text(&xref.entries[i].parts)),
        });
    }
}

fn report<P: Notation>(entry: &XrefEntry, xref: &Xref) -> EntryReport {
    let text_of = |number: u8| P::parts_text(&xref.entries[number as usize].parts);
    EntryReport {
        side: entry.side.name(),
        move_text: P::parts_text(&entry.parts),
        kind: entry.kind.name(),
        value: entry.value,
        first: entry.first,
        recapture: entry.recapture(),
        neutralises: entry.neutralises.map(text_of),
        weight: entry.weight,
        flags: entry.flags.iter_names().map(|(name, _)| name.to_lowercase().replace('_', "-")).collect(),
        credits: entry
            .credits
            .iter()
            .map(|credit| CreditReport {
                from: text_of(credit.from),
                amount: credit.amount,
                relation: credit.relation.name(),
                reason: credit.relation.describe(),
            })
            .collect(),
        notes: entry
            .notes
            .iter()
            .map(|note| NoteReport {
                with: text_of(note.with),
                relation: note.relation.name(),
                reason: note.relation.describe(),
            })
            .collect(),
        columns: entry.flags.columns(),
        described: describe::<P>(entry),
    }
}

/// A move in the article's style, such as `L 6f x r 6d`; whose pieces are
/// capital letters is as in the game's own notation.
fn describe<P: Notation>(entry: &XrefEntry) -> String {
    let letter = |pt, own: bool| {
        let text: &str = P::piece_text(pt);
        if own == (entry.side == P::CAPITALS) { text.to_owned() } else { text.to_lowercase() }
    };
    let m = &entry.parts;
    let mut out = letter(m.piece, true);
    if let Some(from) = m.from {
        let _ = write!(out, " {}", P::square_text(from));
    }
    let _ = match m.captured {
        Some((sq, pt)) => write!(out, " x {} {}", letter(pt, false), P::square_text(sq)),
        None => write!(out, "{}{}", if m.from.is_some() { '-' } else { '*' }, P::square_text(m.to)),
    };
    if m.piece != m.becomes {
        out.push('+');
    }
    debug_assert!(entry.target != NO_SLOT || m.captured.is_none());
    out
}
