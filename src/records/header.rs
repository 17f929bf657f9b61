//! What records tell of a game beside its moves and players.

/// A field of a record's head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Header {
    /// The tournament.
    Event,
    /// Where it was played.
    Site,
    /// When it began.
    Date,
    /// When it ended.
    End,
    /// The round of the tournament.
    Round,
    /// The name of its opening.
    Opening,
    /// The time that the players had, in words.
    TimeLimit,
    /// A field that only its format knows, by its name there.
    Other(String),
}

/// The names of a field in the formats; empty where a format has none.
pub(crate) struct Names {
    header: Header,
    line: &'static str,
    csa: &'static str,
    kif: &'static str,
    pgn: &'static str,
}

const NAMES: [Names; 7] = [
    Names { header: Header::Event, line: "event", csa: "EVENT", kif: "棋戦", pgn: "Event" },
    Names { header: Header::Site, line: "site", csa: "SITE", kif: "場所", pgn: "Site" },
    Names { header: Header::Date, line: "date", csa: "START_TIME", kif: "開始日時", pgn: "Date" },
    Names { header: Header::End, line: "end", csa: "END_TIME", kif: "終了日時", pgn: "" },
    Names { header: Header::Round, line: "round", csa: "ROUND", kif: "回戦", pgn: "Round" },
    Names { header: Header::Opening, line: "opening", csa: "OPENING", kif: "戦型", pgn: "Opening" },
    Names { header: Header::TimeLimit, line: "time-limit", csa: "TIME_LIMIT", kif: "持ち時間", pgn: "" },
];

/// A format by the names that it has for fields.
pub(crate) type Vocabulary = fn(&Names) -> &'static str;
/// Lines of moves.
pub(crate) const LINE: Vocabulary = |names| names.line;
pub(crate) const CSA: Vocabulary = |names| names.csa;
/// KIF and its relatives.
pub(crate) const KIF: Vocabulary = |names| names.kif;
pub(crate) const PGN: Vocabulary = |names| names.pgn;

impl Header {
    /// The name in a format; empty if it has none there.
    pub(crate) fn name(&self, format: Vocabulary) -> &str {
        NAMES.iter().find(|names| names.header == *self).map_or(self.other(), format)
    }

    /// The name of a field that only its format knows; empty for all others.
    pub fn other(&self) -> &str {
        match self {
            Self::Other(name) => name,
            _ => "",
        }
    }

    /// The field with this name in a format.
    pub(crate) fn named(format: Vocabulary, name: &str) -> Self {
        Self::known(format, name).unwrap_or_else(|| Self::Other(name.to_owned()))
    }

    /// The same; nothing if the format has no such field.
    pub(crate) fn known(format: Vocabulary, name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|names| !name.is_empty() && format(names) == name);
        found.map(|names| names.header.clone())
    }
}
