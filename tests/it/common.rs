//! What several test files share: folders, the data folder, positions by text,
//! moves as sets of text, and work spread over the cores.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use somatic::game::rng::Rng;
use somatic::game::{All, Game, GenType, MoveList, Notation, Position as _};
use somatic::shogi::{Move, Position};

/// A folder of its own for a test, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("somatic-{}-{number}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// The names of its files.
    pub fn names(&self) -> BTreeSet<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program whose messages are in English, whatever the locale of who tests.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C.UTF-8");
    command
}

/// The program that is tested.
pub fn somatic() -> Command {
    command(env!("CARGO_BIN_EXE_somatic"))
}

/// Runs the program with the words of a line: exit code, standard output, standard error.
pub fn run_words(line: &str) -> (Option<i32>, String, String) {
    let output =
        somatic().args(line.split_whitespace()).stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The program, on a disk on which no file can grow beyond so many blocks of
/// 512 or 1024 bytes, as the shell counts.
#[cfg(unix)]
pub fn on_small_disk(blocks: u32) -> Command {
    let mut command = command("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_somatic")]);
    command
}

/// Names the folder of test data.
const DATA: &str = "SOMATIC_DATA";

/// A file of the data folder, or nothing and a line that says so: without the
/// folder a test that needs it passes.
pub fn data(test: &str, file: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(DATA).filter(|folder| !folder.is_empty());
    if folder.is_none() {
        // Not `println`, which the test harness hides from a passing test.
        let _ = writeln!(std::io::stderr(), "skipped: {test}: {DATA} is not set");
    }
    folder.map(|folder| PathBuf::from(folder).join(file))
}

/// The text of a file of the data folder.
#[track_caller]
pub fn data_text(test: &str, file: &str) -> Option<String> {
    let path = data(test, file)?;
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// The position of a good SFEN.
#[track_caller]
pub fn position(sfen: &str) -> Position {
    match Position::parse(sfen) {
        Ok(position) => position,
        Err(error) => panic!("{sfen}: {error}"),
    }
}

/// Plays legal moves, written with spaces between them.
#[track_caller]
pub fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        match position.parse_move(text) {
            Ok(m) => position.do_move(m),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

/// The generated moves of a kind.
pub fn moves<G: GenType>(position: &Position) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.generate::<G>(&mut list);
    list
}

/// The legal moves as text; none may be generated twice.
#[track_caller]
pub fn legal_moves(position: &Position) -> BTreeSet<String> {
    let list = moves::<All>(position);
    let set: BTreeSet<String> = list.iter().map(|&m| position.move_text(m)).collect();
    assert_eq!(set.len(), list.len(), "a move twice in {position:?}");
    set
}

/// Checks that of all numbers exactly those of the generated moves are legal
/// moves: the judge of single moves agrees with the generator.
#[track_caller]
pub fn check_numbers(position: &Position) {
    let mut expected: Vec<u16> = moves::<All>(position).iter().map(|m| m.raw()).collect();
    expected.sort_unstable();
    let known: Vec<u16> = (0..=u16::MAX).filter(|&raw| position.from_raw(raw).is_some()).collect();
    assert_eq!(known, expected, "{position:?}");
    let legal = |&raw: &u16| Move::from_raw(raw).is_some_and(|m| m.raw() == raw && position.is_legal(m));
    let judged: Vec<u16> = (0..=u16::MAX).filter(legal).collect();
    assert_eq!(judged, expected, "{position:?}");
}

/// Runs `work` on every item, on all cores.
pub fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// How many positions a test of random games visits: the number that
/// `SOMATIC_DEEP` names, or this one if that is larger.
pub fn at_least(positions: u64) -> u64 {
    let asked = std::env::var("SOMATIC_DEEP").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(0).max(positions)
}

/// Plays random games from the start position, none longer than `plies`, on
/// all cores, until as many positions as wanted have been visited. Each game
/// has a visitor of its own, which is told the number of the position.
pub fn random_games<P: Game, V: FnMut(&P, u64)>(wanted: u64, plies: usize, visitor: impl Fn() -> V + Sync) {
    let visited = AtomicU64::new(0);
    // A game has one position at least.
    let seeds: Vec<u64> = (0..wanted).collect();
    in_parallel(&seeds, |&seed| {
        let mut rng = Rng::new(seed);
        let mut visit = visitor();
        let mut position = P::start();
        for _ in 0..plies {
            let number = visited.fetch_add(1, Ordering::Relaxed);
            if number >= wanted {
                return;
            }
            visit(&position, number);
            let mut list = MoveList::new();
            position.generate::<All>(&mut list);
            if list.is_empty() {
                return;
            }
            position.do_move(list[rng.below(list.len())]);
        }
    });
}

/// The most memory that a process has had at one time, in kB; nothing once it has ended.
#[cfg(target_os = "linux")]
pub fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches(" kB").parse().ok()
}
