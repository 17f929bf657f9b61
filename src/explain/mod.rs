//! The table and the reasons as plain data, for the command line and reports.
//!
//! What is told of the search's table is read off it; what only the wide look knows stands apart and is not counted.

mod boards;
mod search;
mod text;
mod wide;

use serde::Serialize;

use crate::article::GREEDY;
use crate::article::xref::{Flags, Xref, XrefRow};
use crate::game::{Color, Geometry, MoveParts, Notation, Square, Value, ValuePreset, named};
use crate::soma::TableConfig;
use crate::soma::entry::Entry;
use crate::soma::relation::Relation;

pub use boards::BoardReport;
pub use text::{legend, moves};
pub use wide::Wider;

/// The first moves that the wide look follows to the end of their lines.
const WIDE_WIDTH: u32 = 5;

named! {
    /// With whose eyes a position is looked at.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Look {
        /// The search's table and its look-ahead, digit by digit.
        Search = "search",
        /// All entries, and the best first moves followed to the end of their lines.
        Wide = "wide",
        /// All entries, and the article's greedy choice.
        Article = "article",
    }
}

impl Look {
    /// The one that goes with a preset: the article's figures come from its greedy choice.
    pub const fn of(preset: ValuePreset) -> Self {
        match preset {
            ValuePreset::Article | ValuePreset::ArticlePrint => Self::Article,
            ValuePreset::Default => Self::Search,
        }
    }

    /// The width unless another is asked for: entries that the look-ahead tries, or first moves that are followed.
    pub const fn width<G: Geometry>(self) -> u32 {
        match self {
            Self::Search => TableConfig::of_game::<G>().look_ahead().width,
            Self::Wide => WIDE_WIDTH,
            Self::Article => GREEDY,
        }
    }
}

/// Assesses a position and tells everything about it. In check, where the search does not assess, the wide
/// look lists the evasions.
///
/// ```
/// use somatic::chess::Position;
/// use somatic::game::{Notation, ValuePreset};
/// use somatic::explain::{Look, explain};
///
/// // White's knight can take a pawn.
/// let position = Position::parse("4k3/8/8/4p3/8/5N2/8/4K3 w - -")?;
/// let told = explain(&position, Look::Search, ValuePreset::Article, None);
/// assert_eq!((told.line, told.net), (vec!["f3e5".to_owned()], 100));
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
pub fn explain<P: Notation>(
    position: &P,
    look: Look,
    preset: ValuePreset,
    width: Option<u32>,
) -> Explanation {
    let (told, look) = match look {
        Look::Search => (search::explain(position, preset, width), Look::Wide),
        look => (None, look),
    };
    let width = width.unwrap_or_else(|| look.width::<P::Geometry>());
    told.unwrap_or_else(|| wide::explain(position, look, preset, width).0)
}

/// How SUPER-SOMA judged a position. The fields and their names are those of `xref --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// `shogi` or `chess`.
    pub game: &'static str,
    /// The SFEN or FEN written back.
    pub position: String,
    /// The name of the value preset.
    pub values: &'static str,
    /// The name of the look: `search`, `wide` or `article`.
    pub look: &'static str,
    /// The table before each choice; the search has one.
    pub iterations: Vec<Iteration>,
    /// The predicted line, in move text and `pass`. A threat parried is named by
    /// its best quiet answer, and is a `pass` where there is none.
    pub line: Vec<String>,
    /// What each step of the line does, and what that changes for the side to move.
    pub steps: Vec<StepReport>,
    /// The board after the line, as far as it can be played.
    #[serde(skip)]
    pub end: Option<BoardReport>,
    /// What the line wins for the side to move, every reply believed: the sum over its steps.
    pub net: Value,
    /// What is added to the evaluation: in the search's look the net with the replies believed in part.
    pub assessed: Value,
    /// What is kept if the side to move parries the largest threat.
    pub if_we_parry: Value,
    /// 0 to 255. In the search's look what only the wide look sees lowers it.
    pub confidence: u8,
    /// What lowered the confidence.
    pub doubts: Vec<&'static str>,
    /// What only the wide look knows; in the search's look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wider: Option<Wider>,
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
    /// The board of the table.
    #[serde(skip)]
    pub board: BoardReport,
}

/// One step of a line.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// `play`, `parry` or `pass`.
    pub does: &'static str,
    /// The move text of the entry that is played or parried.
    pub entry: Option<String>,
    /// The best quiet answer to what is parried, when all before it has been played.
    pub answer: Option<String>,
    /// What it changes for the side to move at the root.
    pub amount: Value,
    /// The move that is made, if one is.
    #[serde(skip)]
    pub parts: Option<MoveParts>,
    /// The board before it, if all before it can be played.
    #[serde(skip)]
    pub before: Option<BoardReport>,
}

impl StepReport {
    /// The step as a move of the line.
    fn as_move(&self) -> String {
        let m = if self.does == "play" { &self.entry } else { &self.answer };
        m.clone().unwrap_or_else(|| "pass".to_owned())
    }
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
    /// What must come first, if the entry is not open yet: the move that it answers,
    /// or the square of the piece that has to leave.
    pub waits_for: Option<String>,
    /// The article's flag columns.
    #[serde(skip)]
    pub columns: String,
    /// The move in the article's style: who goes where, and takes what.
    #[serde(skip)]
    pub described: String,
    /// The move taken apart.
    #[serde(skip)]
    pub parts: MoveParts,
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
    /// Where the piece stands, and what it is tied to: its king in a tie to a mate.
    #[serde(skip)]
    pub between: (Square, Square),
}

impl EntryReport {
    /// An entry that has no relations yet.
    fn new<P: Notation>(side: Color, entry: &Entry, parts: &MoveParts, weight: Value, flags: Flags) -> Self {
        let Entry { kind, value, first, .. } = *entry;
        Self {
            side: side.name(),
            move_text: P::parts_text(parts),
            kind: kind.name(),
            value,
            first,
            recapture: value - first,
            neutralises: None,
            weight,
            flags: flags.iter_names().map(|(name, _)| name.to_lowercase().replace('_', "-")).collect(),
            credits: Vec::new(),
            notes: Vec::new(),
            waits_for: None,
            columns: flags.columns(),
            described: describe::<P>(side, parts),
            parts: *parts,
        }
    }

    /// An entry of a table with all details.
    fn of<P: Notation>(row: &XrefRow, xref: &Xref) -> Self {
        let text_of = |number: u8| P::parts_text(&xref.rows[number as usize].parts);
        let credits = row.credits.iter().map(|c| CreditReport::new(text_of(c.from), c.amount, c.relation));
        let notes = row.notes.iter().map(|note| NoteReport::new(text_of(note.with), note.relation));
        Self {
            neutralises: row.neutralises.map(text_of),
            credits: credits.collect(),
            notes: notes.collect(),
            ..Self::new::<P>(row.side, &row.entry, &row.parts, row.weight, row.flags)
        }
    }
}

impl CreditReport {
    fn new(from: String, amount: Value, relation: Relation) -> Self {
        Self { from, amount, relation: relation.name(), reason: relation.describe() }
    }
}

impl NoteReport {
    fn new(with: String, relation: Relation) -> Self {
        Self { with, relation: relation.name(), reason: relation.describe() }
    }
}

/// A move in the article's style, such as `L 6f x r 6d`; whose pieces are
/// capital letters is as in the game's own notation.
fn describe<P: Notation>(side: Color, m: &MoveParts) -> String {
    let letter = |pt, own: bool| {
        let text: &str = P::piece_text(pt);
        if own == (side == P::CAPITALS) { text.to_owned() } else { text.to_lowercase() }
    };
    let from = m.from.map_or_else(String::new, |from| format!(" {}", P::square_text(from)));
    let to = match m.captured {
        Some((sq, pt)) => format!(" x {} {}", letter(pt, false), P::square_text(sq)),
        None => format!("{}{}", if m.from.is_some() { '-' } else { '*' }, P::square_text(m.to)),
    };
    format!("{}{from}{to}{}", letter(m.piece, true), if m.piece == m.becomes { "" } else { "+" })
}
