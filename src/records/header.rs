//! What records tell of a game beside its moves and players.

/// A field of a record's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

const NAMES: [Names; 6] = [
    Names { header: Header::Event, line: "event", csa: "EVENT", kif: "棋戦", pgn: "Event" },
    Names { header: Header::Site, line: "site", csa: "SITE", kif: "場所", pgn: "Site" },
    Names { header: Header::Date, line: "date", csa: "START_TIME", kif: "開始日時", pgn: "Date" },
    Names { header: Header::End, line: "end", csa: "END_TIME", kif: "終了日時", pgn: "" },
    Names { header: Header::Round, line: "round", csa: "", kif: "", pgn: "Round" },
    Names { header: Header::Opening, line: "opening", csa: "OPENING", kif: "戦型", pgn: "Opening" },
];

impl Header {
    /// The name in lines of moves.
    pub fn line_name(self) -> &'static str {
        self.name(|names| names.line)
    }

    /// The name in CSA; empty if it has none.
    pub fn csa_name(self) -> &'static str {
        self.name(|names| names.csa)
    }

    /// The name in KIF; empty if it has none.
    pub fn kif_name(self) -> &'static str {
        self.name(|names| names.kif)
    }

    /// The name in PGN; empty if it has none.
    pub fn pgn_name(self) -> &'static str {
        self.name(|names| names.pgn)
    }

    fn name(self, of: impl Fn(&Names) -> &'static str) -> &'static str {
        NAMES.iter().find(|names| names.header == self).map_or("", of)
    }

    /// The field with this name in a line of moves.
    pub fn of_line(name: &str) -> Option<Self> {
        Self::named(name, |names| names.line)
    }

    /// The field with this name in CSA.
    pub fn of_csa(name: &str) -> Option<Self> {
        Self::named(name, |names| names.csa)
    }

    /// The field with this name in KIF.
    pub fn of_kif(name: &str) -> Option<Self> {
        Self::named(name, |names| names.kif)
    }

    /// The field with this name in PGN.
    pub fn of_pgn(name: &str) -> Option<Self> {
        Self::named(name, |names| names.pgn)
    }

    fn named(name: &str, of: impl Fn(&Names) -> &'static str) -> Option<Self> {
        NAMES.iter().find(|names| !name.is_empty() && of(names) == name).map(|names| names.header)
    }
}
