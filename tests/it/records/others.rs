//! Other programs read what we write. Without their libraries these tests only
//! say so: `SOMATIC_PYTHON` names a Python that has `cshogi` and `chess`.

use std::process::Command;

use super::written::{forms, random_game};
use super::{TempFile, moves};
use somatic::game::Notation as _;
use somatic::records::position::GameKind;
use somatic::records::{Form, GameRecord};
use somatic::{chess, shogi};

/// Prints first position and moves of the only game of a file.
const SHOGI: &str = "
import sys, cshogi
from cshogi import CSA, KIF
name = sys.argv[1]
parser = (CSA if name.endswith('csa') else KIF).Parser
game = parser.parse_file(name)
game = game[0] if isinstance(game, list) else game
print(game.sfen)
print(' '.join(cshogi.move_to_usi(m) for m in game.moves))
";
const CHESS: &str = "
import sys, chess.pgn
game = chess.pgn.read_game(open(sys.argv[1]))
assert not game.errors, game.errors
print(game.board().fen())
print(' '.join(m.uci() for m in game.mainline_moves()))
print(game.headers['Result'], game.headers['White'], '|'.join(' '.join(n.comment.split(chr(10))) for n in game.mainline()))
";

/// What a script says of a game in a form; nothing without the libraries.
fn told(script: &str, name: &str, form: Form, record: &GameRecord) -> Option<Vec<String>> {
    let Some(python) = std::env::var_os("SOMATIC_PYTHON") else {
        eprintln!("skipped: SOMATIC_PYTHON is not set");
        return None;
    };
    let file = TempFile::new(name, &form.encode(form.write(record).expect("a text")).0);
    let output = Command::new(python).args(["-c", script, &file.path()]).output().expect("Python runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn cshogi_reads_our_csa_and_kif() {
    for seed in 0..5 {
        let mut record = random_game(GameKind::Shogi, &shogi::Position::start(), 100, seed);
        record.names.0.fill(Some("名前".to_owned()));
        for (name, form) in
            forms(GameKind::Shogi).into_iter().filter(|(name, _)| matches!(*name, "csa" | "kif" | "kifu"))
        {
            // Its reader of CSA takes UTF-8 and its reader of .kif Shift_JIS.
            let Some(told) = told(SHOGI, name, form, &record) else { return };
            assert_eq!(told, [record.start.clone(), moves(&record)], "{name}");
        }
    }
}

#[test]
fn python_chess_reads_our_pgn() {
    for seed in 0..5 {
        let record = random_game(GameKind::Chess, &chess::Position::start(), 150, seed);
        let Some(told) = told(CHESS, "pgn", Form::named("pgn").expect("a form"), &record) else { return };
        assert_eq!(told[..2], [record.start.clone(), moves(&record)]);
        let (result, rest) = told[2].split_once(' ').expect("words");
        assert_eq!(result == "*", record.result.is_none());
        let white = if record.result.is_some() { "W,2:3 " } else { "? " };
        let comments: Vec<_> =
            (1..=record.moves.len()).map(|n| record.comments.after(n).replace('\n', " ")).collect();
        assert_eq!(rest, format!("{white}{}", comments.join("|")));
    }
}
