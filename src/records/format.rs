//! The formats of records: how a file's format is told when it is read, and which formats there are to write.

use super::lines::LONGEST_LINE;
use super::{GameKind, Source, csa, kifu, pgn};
use crate::shogi::notation;

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A game a line: a position, `moves`, and moves in USI or UCI text.
    Lines,
    /// The format of the Computer Shogi Association.
    Csa,
    /// Kakinoki's format, in Japanese.
    Kif,
    /// Kakinoki's format as books print games, moves in the words of players.
    Ki2,
    /// JSON Kifu Format.
    Jkf,
    /// Portable Game Notation.
    Pgn,
}

/// The bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Shift_JIS, with the additions of Windows.
    ShiftJis,
}

impl Encoding {
    /// The encoding with this name.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().replace('_', "-").as_str() {
            "utf-8" | "utf8" => Some(Self::Utf8),
            "shift-jis" | "sjis" | "cp932" => Some(Self::ShiftJis),
            _ => None,
        }
    }

    /// The name, as KIF has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
        }
    }
}

/// How games are to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The format.
    pub format: Format,
    /// The game that is written so.
    pub game: GameKind,
    /// The bytes of the text.
    pub encoding: Encoding,
}

impl Form {
    /// All forms by name, which is the ending of a file's name as well. By an
    /// old custom `.kif` and `.ki2` are Shift_JIS, `.kifu` and `.ki2u` UTF-8.
    const NAMED: [(&str, Self); 10] = {
        use {Encoding::ShiftJis, Encoding::Utf8};
        use {Format::Csa, Format::Jkf, Format::Ki2, Format::Kif, Format::Lines, Format::Pgn};
        use {GameKind::Chess, GameKind::Shogi};
        [
            ("usi", Self { format: Lines, game: Shogi, encoding: Utf8 }),
            ("sfen", Self { format: Lines, game: Shogi, encoding: Utf8 }),
            ("csa", Self { format: Csa, game: Shogi, encoding: Utf8 }),
            ("kif", Self { format: Kif, game: Shogi, encoding: ShiftJis }),
            ("kifu", Self { format: Kif, game: Shogi, encoding: Utf8 }),
            ("ki2", Self { format: Ki2, game: Shogi, encoding: ShiftJis }),
            ("ki2u", Self { format: Ki2, game: Shogi, encoding: Utf8 }),
            ("jkf", Self { format: Jkf, game: Shogi, encoding: Utf8 }),
            ("pgn", Self { format: Pgn, game: Chess, encoding: Utf8 }),
            ("uci", Self { format: Lines, game: Chess, encoding: Utf8 }),
        ]
    };

    /// The form with this name.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::NAMED.iter().find(|(own, _)| *own == name).map(|(_, form)| *form)
    }

    /// The form that the ending of a file's name tells.
    pub(crate) fn of_file(path: &std::path::Path) -> Option<Self> {
        Self::named(path.extension()?.to_str()?)
    }

    /// The names of all forms, or of those for one game.
    pub fn names(game: Option<GameKind>) -> Vec<&'static str> {
        let fits = |form: &Self| game.is_none_or(|game| form.game == game);
        Self::NAMED.iter().filter(|(_, form)| fits(form)).map(|(name, _)| *name).collect()
    }

    /// What stands between two games of a file.
    pub(crate) const fn separator(self) -> &'static str {
        match self.format {
            Format::Lines | Format::Jkf => "",
            Format::Csa => "/\n",
            Format::Kif | Format::Ki2 | Format::Pgn => "\n",
        }
    }
}

/// How many lines are looked at before a format is given up.
const LOOKED_AT: usize = 64;

impl Format {
    /// The format of a file: what its name says if one of its first lines says so too, else what the first of
    /// them says that can be of one format only, else the name's. Nothing if neither tells one.
    pub(super) fn of(source: &mut Source) -> Option<Self> {
        let named = Form::of_file(std::path::Path::new(&source.file)).map(|form| form.format);
        let (mut told, mut bytes) = (Vec::new(), 0);
        for ahead in 0..LOOKED_AT {
            // What has been looked at is kept in memory.
            let Some(line) = source.peek(ahead).filter(|_| bytes < LONGEST_LINE) else { break };
            let text = line.text().unwrap_or_default();
            bytes += text.len();
            told.extend(Self::of_line(text.trim()));
        }
        // A line does not tell KIF and KI2 apart, and nobody needs to.
        let is_named = |told: &Self| {
            named.is_some_and(|named| *told == named || named == Self::Ki2 && *told == Self::Kif)
        };
        let fits = told.iter().any(is_named);
        if fits { named } else { told.first().copied().or(named) }
    }

    /// The format that a line can only be of.
    fn of_line(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(2).collect();
        let is_move_number = text
            .split_once('.')
            .is_some_and(|(number, rest)| number.parse::<u32>().is_ok() && !notation::begins_move(rest));
        let is_position = matches!(words.first(), Some(&("startpos" | "position")))
            || GameKind::recognize(&words).is_some();
        let is_escape = text.starts_with('%') && !text.starts_with("%%");
        let can_be = [
            // A whole record in one line may have as many slashes as a position.
            (begins_object(text), Self::Jkf),
            (is_position, Self::Lines),
            (pgn::is_tag(text) || is_move_number || is_escape, Self::Pgn),
            (csa::is_first_line(text), Self::Csa),
            (kifu::is_first_line(text), Self::Kif),
        ];
        can_be.into_iter().find_map(|(is_it, format)| is_it.then_some(format))
    }
}

/// Whether a text begins an object of JSON, or a list of them, and no comment.
fn begins_object(text: &str) -> bool {
    let inner = text.strip_prefix('[').unwrap_or(text).trim_start().strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('"') || inner == "}")
}
