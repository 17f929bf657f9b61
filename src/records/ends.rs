//! How games end, and the words of each format for it.

use serde::{Deserialize, Serialize};

use crate::game::{Color, named};

named! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum GameResult {
        /// Black won: the first player in shogi, the second in chess.
        Black = "black",
        /// White won.
        White = "white",
        /// Nobody won.
        Draw = "draw",
    }
}

impl GameResult {
    /// The win of a side.
    pub const fn win(side: Color) -> Self {
        match side {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

named! {
    /// Why a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// The loser is mated.
        Checkmate = "checkmate",
        /// The loser has no legal move (shogi).
        NoMoves = "no-moves",
        /// The side to move has no legal move (chess).
        Stalemate = "stalemate",
        /// A position occurred too often.
        Repetition = "repetition",
        /// The loser gave check all through a repetition.
        PerpetualCheck = "perpetual-check",
        /// Fifty moves, or no material to mate with.
        DrawByRule = "draw-by-rule",
        /// The winner declared, and was right.
        Declaration = "declaration",
        /// The loser gave up.
        Resignation = "resignation",
        /// Both players agreed on the outcome for a while.
        Adjudication = "adjudication",
        /// As many moves as the match allows.
        MaxPlies = "max-plies",
        /// The loser's move is illegal, or its declaration false.
        Illegal = "illegal",
        /// The loser did not come to play.
        Forfeit = "forfeit",
        /// The loser was late.
        Time = "time",
        /// The loser's program ended or could not be started.
        Crash = "crash",
        /// The loser did not answer.
        Hang = "hang",
        /// The loser did not stop talking.
        Flood = "flood",
    }
}

/// Who has won when a word ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winner {
    /// The side to move.
    Mover,
    /// The other one.
    Other,
    /// This one.
    Side(Color),
    /// Nobody: a draw.
    Nobody,
    /// That is not said.
    Unknown,
}

/// Words of a format with bars between them; the first is the one that is written.
type Words = &'static str;

/// A way to end a game: the words of KIF, of CSA and of position lines, who has won, and why.
pub(crate) struct End(Words, Words, Words, Winner, Option<Reason>);

/// A format by the words that it has for an end.
pub(crate) type Vocabulary = fn(&End) -> Words;
pub(crate) const KIF: Vocabulary = |end| end.0;
pub(crate) const CSA: Vocabulary = |end| end.1;
/// Position lines.
pub(crate) const USI: Vocabulary = |end| end.2;

/// All ends: words of KIF as Kakinoki's programs, Kifu for Windows, ShogiGUI, 81Dojo and lishogi write them,
/// of CSA to version 3 and of the server Floodgate, and of position lines as ShogiGUI writes them.
const ENDS: [End; 17] = {
    use Winner::{Mover, Nobody, Other, Side, Unknown};
    [
        End("投了|投げ|ギブアップ", "TORYO", "resign", Other, Some(Reason::Resignation)),
        End("詰み|詰|詰まし|雪隠詰め", "TSUMI", "", Other, Some(Reason::Checkmate)),
        End(
            "切れ負け|時間切れ負け|時間切れ|時間切|切断|接続切れ|タイムアップ|タイムアウト",
            "TIME_UP|TIMEUP|time up",
            "timeout",
            Other,
            Some(Reason::Time),
        ),
        End("反則勝ち|反則勝", "", "", Mover, Some(Reason::Illegal)),
        End(
            "反則負け|反則負|反則|反則手",
            "ILLEGAL_MOVE|illegal move|uchifuzume",
            "illegal",
            Other,
            Some(Reason::Illegal),
        ),
        End(
            "入玉勝ち|入玉宣言勝ち|入玉宣言|宣言勝ち|入玉勝|勝ち宣言|トライルール|トライ勝ち|トライ|入玉",
            "KACHI|kachi",
            "win",
            Mover,
            Some(Reason::Declaration),
        ),
        End(
            "連続王手の千日手|連続王手",
            "OUTE_SENNICHITE|oute_sennichite",
            "",
            Unknown,
            Some(Reason::PerpetualCheck),
        ),
        End("千日手", "SENNICHITE|sennichite", "rep_draw", Nobody, Some(Reason::Repetition)),
        End("最大手数|手数制限|規定手数|手数上限", "MAX_MOVES|max_moves", "", Nobody, Some(Reason::MaxPlies)),
        End("持将棋|相入玉", "JISHOGI|jishogi", "draw", Nobody, None),
        End("引き分け|引分け|引分|無勝負|引き分", "HIKIWAKE", "", Nobody, None),
        End("不戦勝", "", "", Mover, Some(Reason::Forfeit)),
        End("不戦敗", "", "", Other, Some(Reason::Forfeit)),
        End("", "+ILLEGAL_ACTION", "", Side(Color::White), Some(Reason::Illegal)),
        End("", "-ILLEGAL_ACTION", "", Side(Color::Black), Some(Reason::Illegal)),
        End("", "ILLEGAL_ACTION", "", Mover, Some(Reason::Illegal)),
        End(
            "中断|封じ手|指し掛け|指しかけ|指掛け|指掛|打ち掛け|打掛|不詰|待った|未了|エラー|終局|終了|対局中",
            "CHUDAN|MATTA|FUZUMI|ERROR|abnormal",
            "break",
            Unknown,
            None,
        ),
    ]
};

/// Who won, and why: what an end says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Who won, if that is said.
    pub result: Option<GameResult>,
    /// Why it ended so, as far as we have a word for it.
    pub reason: Option<Reason>,
}

impl End {
    fn words(&self, format: Vocabulary) -> impl Iterator<Item = &'static str> {
        format(self).split('|').filter(|word| !word.is_empty())
    }

    fn has(&self, format: Vocabulary, word: &str) -> bool {
        self.words(format).any(|own| own == word)
    }

    fn outcome(&self, mover: Color) -> Outcome {
        let &Self(.., winner, reason) = self;
        let result = match winner {
            Winner::Mover => Some(GameResult::win(mover)),
            Winner::Other => Some(GameResult::win(!mover)),
            Winner::Side(c) => Some(GameResult::win(c)),
            Winner::Nobody => Some(GameResult::Draw),
            Winner::Unknown => None,
        };
        Outcome { result, reason }
    }
}

/// What a word says where this side is to move: of CSA without its percent sign, or one of the reasons in a
/// summary of Floodgate; of position lines one behind the moves.
pub(crate) fn of(format: Vocabulary, word: &str, mover: Color) -> Option<Outcome> {
    ENDS.iter().find(|end| end.has(format, word)).map(|end| end.outcome(mover))
}

/// The word in a format for a word of KIF or CSA.
pub(crate) fn translated(word: &str, into: Vocabulary) -> Option<&str> {
    let end = ENDS.iter().find(|end| end.has(KIF, word) || end.has(CSA, word))?;
    if end.has(into, word) { Some(word) } else { end.words(into).next() }
}

/// The word of KIF for an outcome where this side is to move, if there is one.
pub(crate) fn word(outcome: Outcome, mover: Color) -> Option<&'static str> {
    ENDS.iter().find(|end| end.outcome(mover) == outcome)?.words(KIF).next()
}

/// What the sides are called, with bars between the names: `先手の勝ち`.
const SIDES: [(Color, Words); 2] =
    [(Color::Black, "先手|下手|▲|☗|攻方|詰方"), (Color::White, "後手|上手|△|☖|玉方|受方")];

/// The side that a text begins with the name of, and what follows.
pub fn side(text: &str) -> Option<(Color, &str)> {
    let mut all = SIDES.iter().flat_map(|(c, names)| names.split('|').map(move |name| (*c, name)));
    all.find_map(|(c, name)| Some((c, text.strip_prefix(name)?)))
}

/// What is said in a sentence such as `まで7手で時間切れにより先手の勝ち`, and the word
/// in it that ends the game.
pub(crate) fn of_summary(text: &str, mover: Color) -> (Outcome, Option<&'static str>) {
    let words = ENDS.iter().flat_map(|end| end.words(KIF).map(move |word| (word, end)));
    let longest = words.filter(|(word, _)| text.contains(word)).max_by_key(|(word, _)| word.len());
    let mut outcome = longest.map(|(_, end)| end.outcome(mover)).unwrap_or_default();
    let named = text.char_indices().filter_map(|(at, _)| side(text.get(at..)?)).next_back();
    if let Some((c, rest)) = named {
        // Who made the illegal move is named as often as who won.
        let loses = rest.contains('負');
        if loses || rest.contains('勝') {
            outcome.result = Some(GameResult::win(if loses { !c } else { c }));
        }
        if outcome.reason.is_none() && outcome.result == Some(GameResult::win(!mover)) {
            outcome.reason = Some(Reason::Resignation);
        }
    }
    (outcome, longest.map(|(word, _)| word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        use Color::{Black, White};
        for (text, mover, result, reason) in [
            ("まで7手で先手の勝ち", White, Some(GameResult::Black), Some(Reason::Resignation)),
            ("まで7手で先手の勝ち", Black, Some(GameResult::Black), None),
            ("まで8手で時間切れにより後手の勝ち", Black, Some(GameResult::White), Some(Reason::Time)),
            ("まで8手で後手の反則負け", Black, Some(GameResult::Black), Some(Reason::Illegal)),
            ("まで9手で千日手", White, Some(GameResult::Draw), Some(Reason::Repetition)),
            ("まで1手で詰み", White, Some(GameResult::Black), Some(Reason::Checkmate)),
            ("まで100手で上手の入玉勝ち", White, Some(GameResult::White), Some(Reason::Declaration)),
            ("まで3手で封じ手", White, None, None),
        ] {
            assert_eq!(of_summary(text, mover).0, Outcome { result, reason }, "{text}");
        }
    }

    #[test]
    fn no_word_has_two_meanings() {
        for format in [KIF, CSA, USI] {
            let mut all: Vec<_> = ENDS.iter().flat_map(|end| end.words(format)).collect();
            let before = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), before);
        }
    }
}
