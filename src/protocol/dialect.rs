//! What differs between USI and UCI.

use std::time::Duration;

use crate::book::{Book, OpeningBook, PolyglotBook};
use crate::game::{ByColor, Color, Game, Value};
use crate::search::Delay;
use crate::search::horizon::Tactics;
use crate::shogi::EnteringKingRule;
use crate::{chess, shogi};

use super::centipawns::ScoreUnit;
use super::options::OptionKind::{Button, Check, Combo, Filename, Spin, Text};
use super::options::{Effect, OptionKind, OptionSpec};
use super::settings::{DEFAULT_BOOK_MOVES, DEFAULT_HASH, NEVER_RESIGN, Settings};
use super::strength::{LEAST, LEVELS, Strength};
use super::win_rate::WinRate;

/// A protocol with its game.
pub trait Dialect: Sized + Send + 'static {
    /// The game it is spoken in.
    type Game: Game;
    /// The format of its opening books.
    type Book: OpeningBook;

    /// The word that opens the dialogue: `usi` or `uci`.
    const NAME: &'static str;
    /// The word that announces a new game.
    const NEW_GAME: &'static str;
    /// The best move where there is none.
    const NO_MOVE: &'static str;
    /// Whether `bestmove win` and `bestmove resign` exist.
    const HAS_DECLARATIONS: bool;
    /// Whether `go mate` asks a mate solver, answered by `checkmate`.
    const HAS_MATE_SOLVER: bool;
    /// Whether `go infinite` with a depth, nodes or a time beside it ends there:
    /// UCI forbids it, USI leaves it open, and ShogiArena waits for it.
    const LIMITS_END_INFINITE: bool;
    /// Plies that count as one in a mate's distance.
    const PLIES_A_MATE_MOVE: i32;
    /// The value that multiplies the odds by e, a draw being half a win, in the middle of a game.
    const EXPECTATION_SCALE: Value;
    /// The centipawns that do so in the eyes of the game's GUIs.
    const GUI_SCALE: Value;
    /// How results follow scores.
    const WIN_RATE: WinRate;
    /// What fewer nodes cost.
    const STRENGTH: Strength;
    /// Milliseconds that a GUI is given by default: `network_delay` and `network_delay2` of
    /// [`TimeOptions`](crate::search::TimeOptions).
    const DELAYS: [i64; 2];
    /// All options.
    const OPTIONS: &'static [OptionSpec];

    /// Applies settings that belong to the rules.
    fn configure(settings: &Settings, position: &mut Self::Game);
}

/// Greatest table in MiB.
const MAX_HASH: i64 = 1 << 20;
/// Most threads.
pub(crate) const MAX_THREADS: u16 = 512;
/// Greatest variety in centipawns.
const MAX_VARIETY: i64 = 1_000;
/// Longest delay in milliseconds.
const MAX_DELAY: i64 = 10_000;
/// Greatest value of a draw in centipawns.
const MAX_DRAW_VALUE: i64 = 3_000;

const fn hash(name: &'static str) -> OptionSpec {
    OptionSpec::new(name, Spin(DEFAULT_HASH as i64, 1, MAX_HASH, |s, n| s.hash = n as usize))
        .about("MiB of the transposition table; more for long thinking.")
}
/// Permission to ponder changes nothing here: a GUI asks by `go ponder`.
const fn ponder(name: &'static str) -> OptionSpec {
    OptionSpec::new(name, Check(false, |_, _| {}))
        .about("Standard. The engine thinks on the opponent's time when the GUI sends `go ponder`.")
}
const fn multi_pv(most: i64) -> OptionSpec {
    OptionSpec::new("MultiPV", Spin(1, 1, most, |s, n| s.limits.multi_pv = n as usize))
        .about("Best lines shown in analysis; may change between two searches.")
}
const fn draw_value(name: &'static str, set: fn(&mut Settings, i64)) -> OptionSpec {
    OptionSpec::new(name, Spin(0, -MAX_DRAW_VALUE, MAX_DRAW_VALUE, set))
}
const fn own_book(name: &'static str) -> OptionSpec {
    OptionSpec::new(name, Check(false, |s, on| s.own_book = on)).then(Effect::Dialogue)
}
/// The book, of the protocol's type for a path.
const fn book_file(kind: OptionKind) -> OptionSpec {
    OptionSpec::new("BookFile", kind).then(Effect::OpenBook)
}
const fn ms(number: i64) -> Duration {
    Duration::from_millis(number.unsigned_abs())
}
fn network_delay(settings: &mut Settings, number: i64) {
    settings.time.network_delay = Delay::Asked(ms(number));
}

const TACTICS: OptionSpec = OptionSpec::new(
    "Tactics",
    Combo("super-soma", Tactics::NAMES, |s, name| s.tactics = Tactics::parse(name).unwrap_or(s.tactics)),
)
.about("The strategy at the horizon, to compare.");
const THREADS: OptionSpec =
    OptionSpec::new("Threads", Spin(1, 1, MAX_THREADS as i64, |s, n| s.threads = n as usize))
        .about("Threads of one search. Only a search with one thread repeats itself node for node.");
/// The net, of the protocol's type for a path.
const fn eval_file(kind: OptionKind) -> OptionSpec {
    OptionSpec::new("EvalFile", kind)
        .then(Effect::LoadNet)
        .alias("Eval")
        .about("A net in place of the built-in one, or `formula`, the evaluation without a net.")
}

const SLOW_MOVER: OptionSpec =
    OptionSpec::new("SlowMover", Spin(100, 1, 1_000, |s, n| s.time.slow_mover = n as u32))
        .alias("Slow Mover")
        .about("Percent of the usual time for a move: below 100 plays faster, above it takes more of the main time alone.");
const NODES_LIMIT: OptionSpec = OptionSpec::new(
    "NodesLimit",
    Spin(0, 0, i64::MAX, |s, n| s.limits.nodes = (n > 0).then_some(n as u64)),
)
.about("Search no more nodes than this, but for the first iteration; 0: no limit. Makes a weaker opponent.");
const BOOK_MOVES: OptionSpec =
    OptionSpec::new("BookMoves", Spin(DEFAULT_BOOK_MOVES as i64, 0, 10_000, |s, n| s.book_moves = n as u32))
        .about("The last move of the game for which the book is asked and `Variety` holds.");
/// The level, under the name that GUIs of the game know.
const fn skill(name: &'static str, alias: &'static str) -> OptionSpec {
    OptionSpec::new(name, Spin(LEVELS, 0, LEVELS, |s, n| s.skill = n)).alias(alias).about(
        "Play weaker: a level below 20 searches few nodes a move and plays, by chance, one of the moves that \
         it does not see to be much worse than the best; 20: no limit. `go infinite`, `go mate` and \
         `MultiPV` above 1 search whole on every level.",
    )
}
const SEED: OptionSpec = OptionSpec::new("Seed", Spin(0, 0, i64::MAX, |s, n| s.seed = n as u64)).about(
    "Decides what chance chooses on a level or by `Variety`: with the same number the same moves; 0: another \
     number for every move.",
);
const VARIETY: OptionSpec = OptionSpec::new("Variety", Spin(0, 0, MAX_VARIETY, |s, n| s.variety = n)).about(
    "In the first `BookMoves` moves, play by chance one of the moves that are worse than the best by no \
         more than so many centipawns; 0: the best. Not where the search is whole on every level of \
         `Skill`.",
);
const MOVE_DELAY: OptionSpec = OptionSpec::new("MoveDelay", Spin(0, 0, 100_000, |s, n| s.move_delay = ms(n)))
    .then(Effect::Dialogue)
    .about(
        "Say no move sooner than after this many milliseconds, or what the clock allows for one, as a person \
     would.",
    );
/// The log, of the protocol's type for a path.
const fn debug_log_file(kind: OptionKind) -> OptionSpec {
    OptionSpec::new("DebugLogFile", kind)
        .then(Effect::OpenLog)
        .alias("Debug Log File")
        .about("Append the dialogue to this file; empty: none.")
}
const fn clear_hash(name: &'static str) -> OptionSpec {
    OptionSpec::new(name, Button).then(Effect::Forget).about(
        "Forget what searches have found: the transposition table and the histories. Not while it thinks.",
    )
}

/// The Universal Shogi Interface.
#[derive(Debug)]
pub struct Usi;

impl Dialect for Usi {
    type Game = shogi::Position;
    type Book = Book;

    const NAME: &'static str = "usi";
    const NEW_GAME: &'static str = "usinewgame";
    const NO_MOVE: &'static str = "resign";
    const HAS_DECLARATIONS: bool = true;
    const HAS_MATE_SOLVER: bool = true;
    const LIMITS_END_INFINITE: bool = true;
    const PLIES_A_MATE_MOVE: i32 = 1;
    // 40,833 positions of 381 games at 50 ms a move, net of generation 10: 704 +- 89
    // from ply 40 to 80. It falls as more is seen: at 2,000 nodes it is 1290.
    const EXPECTATION_SCALE: Value = 720;
    // ShogiHome, ShogiGUI and others, after Ponanza.
    const GUI_SCALE: Value = 600;
    const WIN_RATE: WinRate = WinRate::SHOGI;
    const STRENGTH: Strength = Strength::SHOGI;
    // Byoyomi does not forgive: a server in the network, or a machine that is busy.
    const DELAYS: [i64; 2] = [100, 200];
    const OPTIONS: &'static [OptionSpec] = &[
        hash("USI_Hash").alias("Hash"),
        ponder("USI_Ponder"),
        OptionSpec::new("Stochastic_Ponder", Check(false, |s, on| s.stochastic_ponder = on)).about(
            "On the opponent's time think, in silence, about the position before the move that is expected, \
             so that no other finds the table empty.",
        ),
        THREADS,
        multi_pv(600).alias("USI_MultiPV"),
        TACTICS,
        eval_file(Filename(|_, _| {})),
        OptionSpec::new(
            "EnteringKingRule",
            Combo("CSARule27", EnteringKingRule::NAMES, |s, name| {
                s.entering_king_rule = EnteringKingRule::parse(name).unwrap_or(s.entering_king_rule);
            }),
        )
        .then(Effect::SetRules)
        .about(
            "When a king in the promotion zone wins by declaration. `H` credits White with the pieces \
             missing in a handicap game.",
        ),
        OptionSpec::new("MaxMovesToDraw", Spin(0, 0, 100_000, |s, n| s.limits.max_game_ply = n as u32))
            .about("The game is drawn after this many moves, as in tournaments; 0: never."),
        draw_value("DrawValueBlack", |s, n| s.draw_value[Color::Black] = n)
            .about("Value of a draw, in centipawns, when the engine plays Black."),
        draw_value("DrawValueWhite", |s, n| s.draw_value[Color::White] = n)
            .about("Value of a draw, in centipawns, when the engine plays White."),
        OptionSpec::new(
            "ScoreUnit",
            Combo("gui", ScoreUnit::NAMES, |s, name| {
                s.score_unit = ScoreUnit::parse(name).unwrap_or(s.score_unit);
            }),
        )
        .about(
            "What 100 centipawns mean at ply 60: `gui`, as GUIs reckon, 1 / (1 + exp(-100 / 600)) = 54 % of \
             the points; `elo`, as a hundred Elo, 64 %, the same as in chess.",
        ),
        OptionSpec::new("ResignValue", Spin(NEVER_RESIGN, 0, NEVER_RESIGN, |s, n| s.resign_value = n))
            .about("Resign when this many centipawns behind; 99999: never."),
        OptionSpec::new("NetworkDelay", Spin(Self::DELAYS[0], 0, MAX_DELAY, network_delay)).about(
            "Milliseconds taken off every clock, for the way to the GUI; of `movetime` nothing. Unless it is \
             set, it and `NetworkDelay2` take at most a fifth of the time that is there.",
        ),
        OptionSpec::new(
            "NetworkDelay2",
            Spin(Self::DELAYS[1], 0, MAX_DELAY, |s, n| s.time.network_delay2 = Delay::Asked(ms(n))),
        )
        .about("Milliseconds taken off besides, for a machine or a network that is busy now and then."),
        OptionSpec::new("MinimumThinkingTime", Spin(0, 0, 100_000, |s, n| s.time.minimum = ms(n)))
            .about("Least milliseconds for a move, if the clock allows."),
        SLOW_MOVER,
        OptionSpec::new("RoundUpToFullSecond", Check(false, |s, on| s.time.round_up = on))
            .about("Use whole seconds, for clocks that count only those."),
        OptionSpec::new("DepthLimit", Spin(0, 0, 1_000, |s, n| s.limits.depth = (n > 0).then_some(n as u32)))
            .about("Never search deeper than this many plies; 0: no limit."),
        NODES_LIMIT,
        skill("Skill", "Skill Level"),
        SEED,
        VARIETY,
        MOVE_DELAY,
        OptionSpec::new("PvInterval", Spin(0, 0, 100_000, |s, n| s.pv_interval = ms(n)))
            .about("Least milliseconds between two `info` lines, for a GUI that is slow to show them."),
        OptionSpec::new(
            "ConsiderationMode",
            Check(false, |s, on| (s.consideration_mode, s.limits.analyse) = (on, on)),
        )
        .about(
            "For analysis: no lines with bounds, and a position with a single legal move is searched too.",
        ),
        OptionSpec::new("GenerateAllLegalMoves", Check(false, |s, on| s.limits.all_moves = on)).about(
            "At the root, also consider not promoting pawn, bishop, rook and lance where promotion is nearly \
             always better.",
        ),
        own_book("USI_OwnBook").about(
            "Answer from the book of `BookFile` where it knows the position, by its first legal move.",
        ),
        book_file(Filename(|s, file| file.clone_into(&mut s.book_file))).about(
            "An opening book in YaneuraOu's text format; it is read where it lies, whatever its size, if it \
             is sorted.",
        ),
        BOOK_MOVES,
        clear_hash("ClearHash").alias("Clear Hash"),
        debug_log_file(Filename(|s, file| file.clone_into(&mut s.debug_log))),
    ];

    fn configure(settings: &Settings, position: &mut shogi::Position) {
        position.set_entering_king_rule(settings.entering_king_rule);
    }
}

/// The Universal Chess Interface.
#[derive(Debug)]
pub struct Uci;

impl Dialect for Uci {
    type Game = chess::Position;
    type Book = PolyglotBook;

    const NAME: &'static str = "uci";
    const NEW_GAME: &'static str = "ucinewgame";
    const NO_MOVE: &'static str = "(none)";
    const HAS_DECLARATIONS: bool = false;
    const HAS_MATE_SOLVER: bool = false;
    const LIMITS_END_INFINITE: bool = false;
    const PLIES_A_MATE_MOVE: i32 = 2;
    // 65,721 positions of 1,380 games at 5,000 nodes a move, net of generation 7:
    // 129 to 133 around each of the plies 20, 40, 56, 64 and 80.
    const EXPECTATION_SCALE: Value = 131;
    const GUI_SCALE: Value = ScoreUnit::ELO_SCALE;
    const WIN_RATE: WinRate = WinRate::CHESS;
    const STRENGTH: Strength = Strength::CHESS;
    // As other engines have it: a GUI on the same machine.
    const DELAYS: [i64; 2] = [30, 0];
    const OPTIONS: &'static [OptionSpec] = &[
        hash("Hash"),
        ponder("Ponder"),
        THREADS,
        multi_pv(218),
        TACTICS,
        eval_file(Text(|_, _| {})),
        OptionSpec::new("Move Overhead", Spin(Self::DELAYS[0], 0, MAX_DELAY, network_delay)).about(
            "Milliseconds taken off every clock, for the way to the GUI; of `movetime` nothing. Unless it is \
             set, it takes at most a fifth of the time that is there.",
        ),
        OptionSpec::new("UCI_AnalyseMode", Check(false, |s, on| s.limits.analyse = on))
            .about("For analysis: a position with a single legal move is searched too."),
        OptionSpec::new("UCI_Chess960", Check(false, |s, on| s.chess960 = on))
            .then(Effect::SetRules)
            .about("Chess960: castling is written as king takes rook."),
        OptionSpec::new("UCI_ShowWDL", Check(false, |s, on| s.show_wdl = on)).about(
            "Show the chances of a win, a draw and a loss in per mille beside the score, as games of the \
             engine against itself end.",
        ),
        OptionSpec::new("UCI_LimitStrength", Check(false, |s, on| s.limit_strength = on))
            .about("Play no stronger than `UCI_Elo` says."),
        OptionSpec::new(
            "UCI_Elo",
            Spin(Strength::CHESS.most(), LEAST, Strength::CHESS.most(), |s, n| s.elo = n),
        )
        .about(
            "The strength with `UCI_LimitStrength`, on the scale of games of the engine against itself: \
             between the levels of `Skill Level`.",
        ),
        skill("Skill Level", "Skill"),
        SEED,
        VARIETY,
        MOVE_DELAY,
        draw_value("DrawValue", |s, n| s.draw_value = ByColor([n; 2]))
            .about("Value of a draw for the engine, in centipawns."),
        SLOW_MOVER,
        NODES_LIMIT,
        own_book("OwnBook").about(
            "Answer from the book of `BookFile` where it knows the position, by its legal move of the \
             greatest weight.",
        ),
        book_file(Text(|s, file| file.clone_into(&mut s.book_file))).about(
            "An opening book in Polyglot's format (`.bin`); it is read where it lies, whatever its size.",
        ),
        BOOK_MOVES,
        clear_hash("Clear Hash"),
        debug_log_file(Text(|s, file| file.clone_into(&mut s.debug_log))),
    ];

    fn configure(settings: &Settings, position: &mut chess::Position) {
        position.set_chess960(settings.chess960);
    }
}

/// Does something in the protocol of a game: `of_protocol!(kind, D => play::<D>())`.
macro_rules! of_protocol {
    ($kind:expr, $dialect:ident => $work:expr) => {
        match $kind {
            $crate::records::position::GameKind::Shogi => {
                type $dialect = $crate::protocol::Usi;
                $work
            }
            $crate::records::position::GameKind::Chess => {
                type $dialect = $crate::protocol::Uci;
                $work
            }
        }
    };
}

pub(crate) use of_protocol;
