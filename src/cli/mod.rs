//! The command line: one file a subcommand, no logic of its own.

mod language;
mod usage;
mod position;
mod output;
mod files;
mod progress;
mod xref;
mod eval;
mod perft;
mod bench;
mod openings;
mod census;
mod match_;
mod tune;
mod tactics;
mod limits;
mod batch;
mod suite;
mod mate;
mod compare;
mod convert;
mod book;
mod sample;
mod label;
mod accuracy;
mod review;
mod explore;
mod manual;
mod selfplay;
mod train;

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::lang::{self, tr};
use crate::protocol::{Uci, Usi, detect_and_run, run};
use crate::records::notation::MoveNotation;

/// Exit code after bad input.
pub(crate) const BAD_INPUT: u8 = 2;

/// Somatic: a shogi and chess engine whose leaves are judged by SUPER-SOMA, a static assessment of all tactics on
/// the board.
///
/// Without a command it is an engine: the first word it reads, `usi` or `uci`, chooses the game.
#[derive(Debug, Parser)]
#[command(name = "somatic", bin_name = "somatic", version = env!("SOMATIC_VERSION"), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The language of messages; auto: by LC_ALL, LC_MESSAGES or LANG
    #[arg(long, global = true, value_name = "en|ja|auto", default_value = "auto")]
    lang: language::Asked,
    /// How moves are written for people: usi, uci, kif, western or san [default: by the language]
    #[arg(long, global = true, value_name = "NAME")]
    notation: Option<MoveNotation>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak USI, the protocol of shogi GUIs
    Usi,
    /// Speak UCI, the protocol of chess GUIs
    Uci,
    /// Show how SUPER-SOMA judges a position: table, reasons, line, net
    Xref(xref::Args),
    /// Show the static evaluation of a position term by term
    Eval(eval::Args),
    /// Count the leaves of the tree of legal moves
    Perft(perft::Args),
    /// Make balanced openings for matches
    Openings(openings::Args),
    /// Count profitable tactical moves in positions of real games
    Census(census::Args),
    /// Write records of games in another format
    Convert(convert::Args),
    /// Make opening books of games, merge and show them
    Book(book::Args),
    /// Search fixed positions to a fixed depth; ends with `N nodes M nps`
    Bench(bench::Args),
    /// Play games between two settings of this engine, or against any USI or UCI program
    Match(Box<match_::Args>),
    /// Tune parameters of the search by games of the engine against itself (SPSA)
    Tune(Box<tune::Args>),
    /// Search positions with known answers and count the solved ones; a second each unless told otherwise
    Suite(suite::Args),
    /// Prove or refute mates by a chain of checks, in one position or in files of them
    #[command(mut_arg("files", |files| files.value_name("POSITION|FILE").help(
        "A position (`startpos`, an SFEN or a FEN, perhaps with `moves ...`), or files of positions, one a line; \
         `-` is standard input"
    )))]
    Mate(mate::Args),
    /// Search the same positions with several strategies, side by side; to depth 5 unless told otherwise
    Compare(compare::Args),
    /// Look at games move by move: what each move gave away, and what hung there
    Review(review::Args),
    /// Set up, play and look at positions on a page in the browser; Ctrl-C ends it
    Explore(explore::Args),
    /// Draw leaf positions from the horizon of real searches
    Sample(sample::Args),
    /// Find the truth of leaf positions by material-only full-width searches
    Label(label::Args),
    /// Measure each strategy's error on leaf positions with a truth
    Accuracy(accuracy::Args),
    /// Play games of the engine against itself, to learn from
    Selfplay(selfplay::Args),
    /// Learn an evaluation from games of selfplay
    Train(train::Args),
    /// Print the manual page, for `man`
    Man,
    /// Print completions for a shell
    Completions(manual::CompletionsArgs),
}

/// Exit code after a fault of the program's own, as of any Rust program.
const FAULT: i32 = 101;

/// From now on a fault in any thread ends the program with a line that says so: what waits for that thread would
/// wait for ever.
fn end_with_faults() {
    std::panic::set_hook(Box::new(|fault| {
        let text = fault.payload_as_str().unwrap_or_default();
        let place = fault.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
        let _ = writeln!(std::io::stderr(), "somatic: a fault of the program: {text}{place}");
        std::process::exit(FAULT);
    }));
}

/// Parses the arguments, runs the command, and gives the exit code.
pub fn main() -> ExitCode {
    end_with_faults();
    env_logger::Builder::from_env(env_logger::Env::new().filter_or("SOMATIC_LOG", "off")).init();
    language::find();
    let mut command = Cli::command();
    command.build();
    let mut command = language::translated(command);
    let parsed = command.try_get_matches_from_mut(language::arguments());
    let cli = match parsed.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            return output::finish(output::show_prose(&error.render().to_string()));
        }
        Err(error) => return complain(&usage::summary(error)),
    };
    if let Some(notation) = cli.notation {
        notation.choose();
    }
    let result = match cli.command {
        None => {
            if std::io::stdin().is_terminal() {
                output::note(tr!(
                    "somatic: waiting for usi (shogi) or uci (chess); quit ends it, --help tells more"
                ));
            }
            return dialogue(detect_and_run);
        }
        Some(Command::Usi) => return dialogue(|| run::<Usi>(Vec::new())),
        Some(Command::Uci) => return dialogue(|| run::<Uci>(Vec::new())),
        Some(Command::Xref(args)) => xref::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Census(args)) => census::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Suite(args)) => suite::run(&args),
        Some(Command::Mate(args)) => mate::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Label(args)) => label::run(&args),
        Some(Command::Accuracy(args)) => accuracy::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Man) => manual::man(Cli::command()),
        Some(Command::Completions(args)) => manual::completions(&args, Cli::command()),
    };
    output::finish(result)
}

/// Speaks a protocol, in the language of dialogues.
fn dialogue(speak: impl FnOnce()) -> ExitCode {
    lang::set(language::of_dialogue());
    speak();
    ExitCode::SUCCESS
}

/// One line on stderr, if anybody reads it, and the exit code for bad input.
fn complain(message: &str) -> ExitCode {
    output::note(&format!("somatic: {message}"));
    ExitCode::from(BAD_INPUT)
}
