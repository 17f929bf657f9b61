//! The trainer on a handful of games.

use std::path::{Path, PathBuf};

use somatic::eval::net;
use somatic::game::{EvalWeights, Game};
use somatic::lab::batch::Shard;
use somatic::records::position::GameKind;
use somatic::train::data::{Loaded, Loader, Target};
use somatic::train::model::Decay;
use somatic::train::record::{Header, Writer};
use somatic::train::trainer::{Settings, Trainer};
use somatic::{chess, shogi};

use super::records::games;
use crate::common::Folder;

const SETTINGS: Settings = Settings {
    epochs: 2,
    batch: 64,
    rate: 0.002,
    decay: Decay { own: 20.0, shared: 4.0 },
    scale: 1000.0,
    beside_formula: false,
    with_net: true,
    seed: 1,
};

fn load<P: Game>(kind: GameKind, path: &Path) -> Loaded {
    let shard = Shard { index: 1, count: 1 };
    let header = Header { game: kind, seed: 3, nodes: 30, shard, evaluation: Some(0) };
    let mut writer = Writer::create(path, header).expect("a file");
    for game in games::<P>(kind, 30) {
        writer.append(&game).expect("written");
    }
    let target = Target { scale: 1000.0, lambda: 0.85, near: true };
    Loader::<P>::new(target).load(kind, &[PathBuf::from(path)], usize::MAX).expect("loaded")
}

#[test]
fn learning_goes_on_from_a_net() {
    fn check<P: Game>(kind: GameKind) {
        let folder = Folder::new(&format!("learning-from-{}", kind.name()));
        let loaded = load::<P>(kind, &folder.file("games.bin"));
        let (training, held_out) = (&loaded.training, &loaded.held_out);
        let mut first = Trainer::new::<P::Geometry>(SETTINGS);
        first.learn(training, |_| true);
        let learned = net::Net::read::<P::Geometry>(&bytes::<P::Geometry>(&first)).expect("a net");

        // What it had is there again, whatever the seed.
        let mut second = Trainer::new::<P::Geometry>(Settings { seed: 7, ..SETTINGS });
        second.begin_with(&learned.weights);
        assert_eq!(bytes::<P::Geometry>(&second), bytes::<P::Geometry>(&first));
        let [before, after] = [&first, &second].map(|trainer| trainer.loss(held_out).divergence);
        assert!((before - after).abs() < 0.001, "{before} {after}");

        let before = second.loss(training).divergence;
        second.learn(training, |_| true);
        assert!(second.loss(training).divergence < before);
    }
    check::<shogi::Position>(GameKind::Shogi);
    check::<chess::Position>(GameKind::Chess);
}

fn bytes<G: EvalWeights>(trainer: &Trainer) -> Vec<u8> {
    net::write::<G>(&trainer.weights().0)
}

#[test]
fn the_same_seed_gives_the_same_net_in_one_go_and_resumed() {
    fn check<P: Game>(kind: GameKind) {
        let folder = Folder::new(&format!("learning-{}", kind.name()));
        let loaded = load::<P>(kind, &folder.file("games.bin"));
        let (training, held_out) = (&loaded.training, &loaded.held_out);
        assert!(training.samples.len() > 500 && !held_out.samples.is_empty() && loaded.faults.is_empty());

        let mut first = Trainer::new::<P::Geometry>(SETTINGS);
        let before = first.loss(training);
        first.learn(training, |_| true);
        let state = folder.file("net.state");
        std::fs::write(&state, first.state("these")).expect("saved");
        first.learn(training, |_| true);
        assert!(first.loss(training).divergence < before.divergence, "something was learned");

        let mut resumed = Trainer::new::<P::Geometry>(SETTINGS);
        let open = || std::fs::File::open(&state).expect("a state");
        let refused = |trainer: &mut Trainer, what: &str, reason: &str| {
            let error = trainer.go_on(&open(), what).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(&mut resumed, "others", "of another learning");
        resumed.go_on(&open(), "these").expect("read");
        assert_eq!(resumed.epoch, 1);
        resumed.learn(training, |_| true);
        assert_eq!(bytes::<P::Geometry>(&resumed), bytes::<P::Geometry>(&first));

        let mut other = Trainer::new::<P::Geometry>(Settings { seed: 2, ..SETTINGS });
        refused(&mut other, "these", "of another learning");
        (0..2).for_each(|_| assert!(other.learn(training, |_| true)));
        assert_ne!(bytes::<P::Geometry>(&other), bytes::<P::Geometry>(&first));

        // Regression: a damaged state was gone on with.
        let mut damaged = std::fs::read(&state).expect("a state");
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        std::fs::write(&state, &damaged).expect("a file");
        refused(&mut resumed, "these", "it is damaged");
        std::fs::write(&state, &damaged[..middle]).expect("a file");
        refused(&mut resumed, "these", "it is damaged");
        std::fs::write(&state, "notes").expect("a file");
        refused(&mut resumed, "these", "no state of a learning");
        assert_eq!(bytes::<P::Geometry>(&resumed), bytes::<P::Geometry>(&first), "nothing was read");
    }
    check::<shogi::Position>(GameKind::Shogi);
    check::<chess::Position>(GameKind::Chess);
}
