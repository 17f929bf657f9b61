//! Another program as a player, started when it is needed and again after it
//! has failed.

use std::sync::Arc;
use std::time::Duration;

use crate::protocol::client::{Answer, Client, Fault, Launch};

use super::halt::Halt;
use super::player::{Player, Turn};
use super::sport::MatchGame;

/// The option by which UCI programs learn that castling is king takes rook.
const CHESS960: &str = "UCI_Chess960";

/// A program with its options.
#[derive(Debug)]
pub struct External<D: MatchGame> {
    launch: Launch,
    options: Vec<(String, String)>,
    patience: Duration,
    halt: Arc<Halt>,
    client: Option<Client<D>>,
    is_chess960: bool,
}

impl<D: MatchGame> External<D> {
    /// A program that is not started yet. Where no clock runs it may be silent
    /// for so long.
    pub fn new(launch: &Launch, options: &[(String, String)], patience: Duration, halt: &Arc<Halt>) -> Self {
        Self {
            launch: launch.clone(),
            options: options.to_vec(),
            patience,
            halt: Arc::clone(halt),
            client: None,
            is_chess960: false,
        }
    }

    /// The program, running.
    fn client(&mut self) -> Result<&mut Client<D>, Fault> {
        let client = match self.client.take() {
            Some(client) => client,
            None => {
                self.is_chess960 = false;
                let mut client = Client::start(&self.launch, self.patience, self.halt.flag())?;
                for (name, value) in &self.options {
                    client.set_option(name, value)?;
                }
                client.wait_ready()?;
                client
            }
        };
        Ok(self.client.insert(client))
    }

    /// Ends the program if it failed.
    fn settle<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.is_err() {
            self.client = None;
        }
        result
    }

    fn begin(&mut self, start: &D::Game) -> Result<(), Fault> {
        let (is_chess960, was) = (D::is_chess960(start), self.is_chess960);
        let client = self.client()?;
        if is_chess960 != was && client.has_option(CHESS960) {
            client.set_option(CHESS960, &is_chess960.to_string())?;
        }
        client.new_game()?;
        self.is_chess960 = is_chess960;
        Ok(())
    }
}

impl<D: MatchGame> Player<D::Game> for External<D> {
    fn prepare(&mut self) -> Result<(), Fault> {
        self.client().map(|_| ())
    }

    fn new_game(&mut self, start: &D::Game) -> Result<(), Fault> {
        let begun = self.begin(start);
        self.settle(begun)
    }

    fn think(&mut self, turn: &Turn<'_, D::Game>) -> Result<Answer, Fault> {
        let answer = self.client().and_then(|client| {
            let answer = client.think(turn.text, turn.limits, turn.patience)?;
            let is_timed = turn.limits.clock.is_some() || turn.limits.move_time.is_some();
            if !is_timed && answer.time > turn.patience {
                return Err(Fault::Hang("no bestmove before it was told to stop".to_owned()));
            }
            Ok(answer)
        });
        self.settle(answer)
    }

    fn game_over(&mut self, result: &str) {
        if let Some(client) = &mut self.client {
            client.game_over(result);
        }
    }
}
