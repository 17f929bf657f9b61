//! A strict GUI around a session: it says lines, takes the answers, and
//! checks every line that it is told.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use somatic::game::{Notation, Position as _};
use somatic::protocol::{Dialect, Event, Session, Uci, Usi};

/// Longer than anything takes that ends at all.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the two protocols are tried on.
pub trait Sample: Dialect {
    /// Two legal moves from the start position.
    const MOVES: [&'static str; 2];
    /// A move that is well written and illegal at the start.
    const ILLEGAL: &'static str;
    /// A quiet position that is not the start, without its counters.
    const TEXT: &'static str;
    /// The same as it is written back.
    const WRITTEN: &'static str;
    /// A mate in one, and its move.
    const MATE: (&'static str, &'static str);
    /// A position with a single legal move, and the move.
    const ONLY_MOVE: (&'static str, &'static str);
    /// A side that is mated.
    const MATED: &'static str;
    /// The option that sizes the table.
    const HASH: &'static str;

    /// Judges a line of ours by foreign means.
    fn judge(_line: &str) {}
}

impl Sample for Usi {
    const MOVES: [&'static str; 2] = ["7g7f", "3c3d"];
    const ILLEGAL: &'static str = "7g7e";
    const TEXT: &'static str =
        "sfen ln1g1g1nl/1ks2r3/1pppp1bpp/p4pp2/9/P1P1SPP1P/1P1PP1NP1/1BK1GR3/LNSG4L w S";
    const WRITTEN: &'static str =
        "ln1g1g1nl/1ks2r3/1pppp1bpp/p4pp2/9/P1P1SPP1P/1P1PP1NP1/1BK1GR3/LNSG4L w S 1";
    const MATE: (&'static str, &'static str) = ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
    const ONLY_MOVE: (&'static str, &'static str) =
        ("sfen l3k1snl/r1gs+P1gb1/np1p2pp1/p1p1p3p/9/1P7/P1PPPPPPP/1BG1G3R/LNS2KSNL w - 28", "5a5b");
    const MATED: &'static str = "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2";
    const HASH: &'static str = "USI_Hash";

    fn judge(line: &str) {
        if let Err(error) = rsshogi_usi::parse_line_strict(line) {
            panic!("rsshogi-usi: {line}: {error}");
        }
        match usi::EngineCommand::parse(line) {
            Ok(usi::EngineCommand::Unknown) => panic!("usi: {line}: unknown"),
            Ok(_) => {}
            Err(error) => panic!("usi: {line}: {error}"),
        }
    }
}

impl Sample for Uci {
    const MOVES: [&'static str; 2] = ["e2e4", "e7e5"];
    const ILLEGAL: &'static str = "e2e5";
    const TEXT: &'static str = "fen r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq -";
    const WRITTEN: &'static str = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 1";
    const MATE: (&'static str, &'static str) = ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8");
    const ONLY_MOVE: (&'static str, &'static str) = ("fen k7/8/1R6/8/8/8/8/7K b - - 0 1", "a8a7");
    const MATED: &'static str = "fen R5k1/5ppp/8/8/8/8/8/7K b - - 1 1";
    const HASH: &'static str = "Hash";
}

/// A dialogue with a session.
pub struct Gui<D: Dialect> {
    pub session: Session<D>,
    inbox: Receiver<Event<D>>,
}

impl<D: Sample> Gui<D> {
    /// A session with a small table, ready to search.
    pub fn new() -> Self {
        let (events, inbox) = channel();
        let raise = Arc::new(move |event| {
            let _ = events.send(event);
        });
        let mut gui = Self { session: Session::new(raise), inbox };
        gui.quiet(&format!("setoption name {} value 1", D::HASH));
        assert_eq!(gui.say("isready"), ["readyok"]);
        gui
    }

    /// Says a line and takes what is answered at once.
    pub fn say(&mut self, line: &str) -> Vec<String> {
        self.handle(Event::Line(line.to_owned(), Instant::now()))
    }

    /// Says a line that is not answered at once.
    #[track_caller]
    pub fn quiet(&mut self, line: &str) {
        let lines = self.say(line);
        assert!(lines.is_empty(), "{line}: {lines:?}");
    }

    /// Says a line that is answered by one `info string`, and gives it.
    #[track_caller]
    pub fn complaint(&mut self, line: &str) -> String {
        let lines = self.say(line);
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{line}: {lines:?}");
        lines[0].clone()
    }

    /// Sets a position.
    #[track_caller]
    pub fn position(&mut self, words: &str) {
        self.quiet(&format!("position {words}"));
    }

    /// Takes what the engine says until a line begins with this word.
    #[track_caller]
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while !lines.iter().any(|line: &String| line.split(' ').next() == Some(word)) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(event) = self.inbox.recv_timeout(left) else {
                panic!("no {word} within {PATIENCE:?}: {lines:?}");
            };
            lines.extend(self.handle(event));
        }
        lines
    }

    /// Stops the search.
    #[track_caller]
    pub fn until_stopped(&mut self) -> Vec<String> {
        let mut lines = self.say("stop");
        if !lines.iter().any(|line| line.starts_with("bestmove")) {
            lines.extend(self.until("bestmove"));
        }
        lines
    }

    /// Says that nothing more will be said.
    pub fn end(&mut self) -> Vec<String> {
        self.handle(Event::End)
    }

    /// Takes what the engine says for some time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(event) = self.inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
            lines.extend(self.handle(event));
        }
        lines
    }

    /// Searches: says the line and waits for the one `bestmove`.
    #[track_caller]
    pub fn search(&mut self, line: &str) -> Answer {
        let start = Instant::now();
        let mut lines = self.say(line);
        lines.extend(self.until("bestmove"));
        // Set by now, though it may have had to wait for the threads of the last search.
        let root = self.session.position().clone();
        Answer::new::<D>(&root, &lines, start.elapsed())
    }

    /// The same from a position.
    #[track_caller]
    pub fn search_from(&mut self, position: &str, line: &str) -> Answer {
        self.position(position);
        self.search(line)
    }

    fn handle(&mut self, event: Event<D>) -> Vec<String> {
        let mut lines = Vec::new();
        self.session.handle(event, &mut |line| lines.push(line.to_owned()));
        for line in &lines {
            assert!(line.is_ascii(), "not ASCII: {line}");
        }
        lines
    }
}

/// What a search said, each line checked.
#[derive(Debug)]
pub struct Answer {
    pub infos: Vec<Info>,
    /// `bestmove`'s move, `win` or `resign`.
    pub best: String,
    pub time: Duration,
}

impl Answer {
    /// Checks the lines of a search from a position.
    #[track_caller]
    pub fn new<D: Sample>(root: &D::Game, lines: &[String], time: Duration) -> Self {
        let (last, before) = lines.split_last().expect("a bestmove");
        let mut infos = Vec::new();
        for line in before {
            D::judge(line);
            assert!(line.starts_with("info "), "between go and bestmove: {line}");
            if !line.starts_with("info string ") {
                let info = Info::parse(line);
                info.check::<D>(root);
                infos.push(info);
            }
        }
        D::judge(last);
        let words: Vec<&str> = last.split(' ').collect();
        let best = match words[..] {
            ["bestmove", best] => best,
            ["bestmove", best, "ponder", ponder] => {
                let mut position = root.clone();
                let m = position.parse_move(best).unwrap_or_else(|error| panic!("{last}: {error}"));
                position.do_move(m);
                assert!(position.parse_move(ponder).is_ok(), "{last}: the answer is illegal");
                best
            }
            _ => panic!("{last}"),
        };
        if !["win", "resign", "(none)"].contains(&best) {
            assert!(root.parse_move(best).is_ok(), "{last}: illegal in {}", root.text());
            if let Some(info) = infos.iter().rfind(|info| info.multi_pv == 1) {
                assert_eq!(info.pv[0], best, "{last} after {}", info.line);
            }
        }
        Self { best: best.to_owned(), infos, time }
    }

    /// The last line of thought about the best move.
    #[track_caller]
    pub fn last(&self) -> &Info {
        self.infos.iter().rfind(|info| info.multi_pv == 1).expect("a line of thought")
    }
}

/// A line of thought.
#[derive(Debug, Clone)]
pub struct Info {
    pub line: String,
    pub depth: u32,
    pub nodes: u64,
    pub multi_pv: usize,
    /// `cp N` or `mate N`.
    pub score: String,
    pub is_bound: bool,
    pub pv: Vec<String>,
}

/// What stands in a line of thought, in this order.
const FIELDS: [&str; 7] = ["depth", "seldepth", "time", "nodes", "nps", "hashfull", "multipv"];

impl Info {
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut words = line.split(' ').skip(1).peekable();
        let mut number = |field: &str| -> Option<u64> {
            words.next_if_eq(&field)?;
            Some(words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{field}: {line}")))
        };
        let fields = FIELDS.map(&mut number);
        for (field, value) in FIELDS.iter().zip(fields) {
            assert!(value.is_some() || *field == "multipv", "{field} is missing or misplaced: {line}");
        }
        assert_eq!(words.next(), Some("score"), "{line}");
        let (kind, value) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        assert!(["cp", "mate"].contains(&kind) && value.parse::<i64>().is_ok(), "{line}");
        let is_bound = words.next_if(|word| ["lowerbound", "upperbound"].contains(word)).is_some();
        if words.next_if_eq(&"wdl").is_some() {
            let sum: u32 = (0..3).filter_map(|_| words.next()?.parse::<u32>().ok()).sum();
            assert_eq!(sum, 1000, "{line}");
        }
        // Only where there is no move there is no line.
        assert_eq!(words.next(), (fields[0] != Some(0)).then_some("pv"), "{line}");
        Self {
            depth: fields[0].unwrap_or(0) as u32,
            nodes: fields[3].unwrap_or(0),
            multi_pv: fields[6].unwrap_or(1) as usize,
            score: format!("{kind} {value}"),
            is_bound,
            pv: words.map(str::to_owned).collect(),
            line: line.to_owned(),
        }
    }

    /// The distance of a mate.
    pub fn mate(&self) -> Option<i64> {
        self.score.strip_prefix("mate ").and_then(|text| text.parse().ok())
    }

    /// The score in hundredths of a pawn.
    pub fn cp(&self) -> Option<i64> {
        self.score.strip_prefix("cp ").and_then(|text| text.parse().ok())
    }

    /// The line is legal, and a mate's line ends in mate.
    #[track_caller]
    fn check<D: Dialect>(&self, root: &D::Game) {
        if self.depth == 0 {
            assert!(root.count_legal() == 0 || root.declaration().is_some(), "{}", self.line);
            return;
        }
        assert!(!self.pv.is_empty(), "no move: {}", self.line);
        let mut position = root.clone();
        for text in &self.pv {
            match position.parse_move(text) {
                Ok(m) => position.do_move(m),
                Err(error) => panic!("{} from {}: {error}", self.line, root.text()),
            }
        }
        if let (Some(distance), false) = (self.mate(), self.is_bound) {
            let ended = position.count_legal() == 0 && (position.in_check() || D::Game::NO_MOVES_IS_LOSS);
            let length = match (D::PLIES_A_MATE_MOVE, distance) {
                (1, distance) => distance.abs(),
                (_, distance) if distance > 0 => 2 * distance - 1,
                (_, distance) => -2 * distance,
            };
            assert!(
                ended && self.pv.len() as i64 == length,
                "the line does not end in mate: {} from {}",
                self.line,
                root.text()
            );
        }
    }
}
