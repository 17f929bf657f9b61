//! The trainer on a handful of games.

use std::path::{Path, PathBuf};

use somatic::eval::net;
use somatic::game::{EvalWeights, Game};
use somatic::lab::batch::Shard;
use somatic::records::position::GameKind;
use somatic::train::data::{Loaded, Loader, Target, Training};
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

/// Thirty games, learned from in blocks of so many positions.
fn load_blocks<P: Game>(kind: GameKind, path: &Path, block: usize) -> Loaded {
    let shard = Shard { index: 1, count: 1 };
    let header = Header { game: kind, seed: 3, nodes: 30, shard, evaluation: Some(0) };
    let mut writer = Writer::create(path, header).expect("a file");
    for game in games::<P>(kind, 30) {
        writer.append(&game).expect("written");
    }
    let target = Target { scale: 1000.0, lambda: 0.85, near: true };
    let loader = Loader::<P>::new(target).with_block(block);
    loader.load(kind, &[PathBuf::from(path)], usize::MAX).expect("loaded")
}

fn load<P: Game>(kind: GameKind, path: &Path) -> Loaded {
    load_blocks::<P>(kind, path, usize::MAX)
}

/// Learns every position once.
fn learn<P: Game>(trainer: &mut Trainer, training: &Training) {
    let mut positions = 0;
    let is_done = trainer.learn::<P>(training, |learned| {
        positions += learned;
        true
    });
    assert!(is_done.expect("learned"));
    assert_eq!(positions, training.positions);
}

fn loss<P: Game>(trainer: &Trainer, training: &Training) -> f64 {
    let loss = trainer.loss_of_games::<P>(training).expect("a loss");
    assert_eq!(loss.positions, training.positions);
    loss.divergence
}

/// What does not fit into one block is made again block by block.
#[test]
fn blocks_of_games_are_learned_from_whole() {
    fn check<P: Game>(kind: GameKind) {
        let folder = Folder::new(&format!("learning-blocks-{}", kind.name()));
        let path = folder.file("games.bin");
        let (whole, blocks) = (load::<P>(kind, &path), load_blocks::<P>(kind, &path, 200));
        assert_eq!(whole.training.fingerprint(), blocks.training.fingerprint());
        assert_eq!(whole.held_out.fingerprint(), blocks.held_out.fingerprint());
        let [mut first, mut again, mut other] = [(); 3].map(|()| Trainer::new::<P::Geometry>(SETTINGS));
        let before = loss::<P>(&first, &blocks.training);
        assert!((before - loss::<P>(&first, &whole.training)).abs() < 1e-6);
        learn::<P>(&mut first, &blocks.training);
        learn::<P>(&mut again, &blocks.training);
        learn::<P>(&mut other, &whole.training);
        assert_eq!(bytes::<P::Geometry>(&first), bytes::<P::Geometry>(&again));
        assert_ne!(bytes::<P::Geometry>(&first), bytes::<P::Geometry>(&other), "in another order");
        assert!(loss::<P>(&first, &blocks.training) < before);

        // Stopped in the middle of a block, nothing of the epoch counts.
        let mut steps = 0;
        let is_done = again.learn::<P>(&blocks.training, |_| {
            steps += 1;
            steps < 5
        });
        assert_eq!((is_done.expect("learned"), again.epoch), (false, 1));
    }
    check::<shogi::Position>(GameKind::Shogi);
    check::<chess::Position>(GameKind::Chess);
}

#[test]
fn learning_goes_on_from_a_net() {
    fn check<P: Game>(kind: GameKind) {
        let folder = Folder::new(&format!("learning-from-{}", kind.name()));
        let loaded = load::<P>(kind, &folder.file("games.bin"));
        let (training, held_out) = (&loaded.training, &loaded.held_out);
        let mut first = Trainer::new::<P::Geometry>(SETTINGS);
        learn::<P>(&mut first, training);
        let learned = net::Net::read::<P::Geometry>(&bytes::<P::Geometry>(&first)).expect("a net");

        // What it had is there again, whatever the seed.
        let mut second = Trainer::new::<P::Geometry>(Settings { seed: 7, ..SETTINGS });
        second.begin_with::<P::Geometry>(&learned.weights);
        assert_eq!(bytes::<P::Geometry>(&second), bytes::<P::Geometry>(&first));
        let [before, after] = [&first, &second].map(|trainer| trainer.loss(held_out).divergence);
        assert!((before - after).abs() < 0.001, "{before} {after}");

        let before = loss::<P>(&second, training);
        learn::<P>(&mut second, training);
        assert!(loss::<P>(&second, training) < before);
    }
    check::<shogi::Position>(GameKind::Shogi);
    check::<chess::Position>(GameKind::Chess);
}

/// A net that is to stand alone gets of the formula what its rows can say.
#[test]
fn the_formula_goes_into_the_rows() {
    fn check<P: Game>(kind: GameKind, most: f64) {
        let folder = Folder::new(&format!("learning-alone-{}", kind.name()));
        let loaded = load::<P>(kind, &folder.file("games.bin"));
        let loss_of = |is_beside: bool, stands_beside: bool| {
            let mut nothing = net::Weights::zero();
            nothing.beside_formula = is_beside;
            let settings = Settings { beside_formula: stands_beside, ..SETTINGS };
            let mut trainer = Trainer::new::<P::Geometry>(settings);
            trainer.begin_with::<P::Geometry>(&nothing);
            loss::<P>(&trainer, &loaded.training)
        };
        let [nothing, beside, alone] = [loss_of(false, false), loss_of(true, true), loss_of(true, false)];
        assert!(beside < 0.9 * nothing, "{nothing} {beside}");
        assert!((alone - beside).abs() < most * (nothing - beside), "{nothing} {beside} {alone}");
    }
    check::<shogi::Position>(GameKind::Shogi, 0.1);
    check::<chess::Position>(GameKind::Chess, 0.1);
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
        assert!(training.positions > 500 && !held_out.samples.is_empty() && loaded.faults.is_empty());

        let mut first = Trainer::new::<P::Geometry>(SETTINGS);
        let before = loss::<P>(&first, training);
        learn::<P>(&mut first, training);
        let state = folder.file("net.state");
        std::fs::write(&state, first.state("these")).expect("saved");
        learn::<P>(&mut first, training);
        assert!(loss::<P>(&first, training) < before, "something was learned");

        let mut resumed = Trainer::new::<P::Geometry>(SETTINGS);
        let open = || std::fs::File::open(&state).expect("a state");
        let refused = |trainer: &mut Trainer, what: &str, reason: &str| {
            let error = trainer.go_on(&open(), what).expect_err(reason).to_string();
            assert!(error.contains(reason), "{error}");
        };
        refused(&mut resumed, "others", "of another learning");
        resumed.go_on(&open(), "these").expect("read");
        assert_eq!(resumed.epoch, 1);
        learn::<P>(&mut resumed, training);
        assert_eq!(bytes::<P::Geometry>(&resumed), bytes::<P::Geometry>(&first));

        let mut other = Trainer::new::<P::Geometry>(Settings { seed: 2, ..SETTINGS });
        refused(&mut other, "these", "of another learning");
        (0..2).for_each(|_| learn::<P>(&mut other, training));
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
