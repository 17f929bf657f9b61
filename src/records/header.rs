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
struct Names {
    header: Header,
    /// In lines of moves.
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

impl Header {
    /// The name in lines of moves; empty if it has none.
    pub(crate) fn line_name(&self) -> &str {
        self.names().map_or("", |names| names.line)
    }

    /// The name in CSA.
    pub(crate) fn csa_name(&self) -> &str {
        self.names().map_or(self.other(), |names| names.csa)
    }

    /// The name in KIF and its relatives.
    pub(crate) fn kif_name(&self) -> &str {
        self.names().map_or(self.other(), |names| names.kif)
    }

    /// The name in PGN; empty if it has none.
    pub(crate) fn pgn_name(&self) -> &str {
        self.names().map_or(self.other(), |names| names.pgn)
    }

    /// The name of a field that only its format knows; empty for all others.
    pub fn other(&self) -> &str {
        match self {
            Self::Other(name) => name,
            _ => "",
        }
    }

    fn names(&self) -> Option<&'static Names> {
        NAMES.iter().find(|names| names.header == *self)
    }

    /// The field with this name in a line of moves.
    pub fn of_line(name: &str) -> Option<Self> {
        Self::named(name, |names| names.line)
    }

    /// The field with this name in CSA.
    pub(crate) fn of_csa(name: &str) -> Self {
        Self::named(name, |names| names.csa).unwrap_or_else(|| Self::Other(name.to_owned()))
    }

    /// The field with this name in KIF and its relatives.
    pub(crate) fn of_kif(name: &str) -> Self {
        Self::named(name, |names| names.kif).unwrap_or_else(|| Self::Other(name.to_owned()))
    }

    /// The field with this name in PGN.
    pub(crate) fn of_pgn(name: &str) -> Self {
        Self::named(name, |names| names.pgn).unwrap_or_else(|| Self::Other(name.to_owned()))
    }

    fn named(name: &str, of: impl Fn(&Names) -> &'static str) -> Option<Self> {
        let found = NAMES.iter().find(|names| !name.is_empty() && of(names) == name);
        found.map(|names| names.header.clone())
    }
}
