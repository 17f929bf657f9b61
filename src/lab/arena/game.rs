//! One game, refereed: every move by the rules, every clock by ours; and when
//! it ends early because both players say how it will.

use std::time::Duration;

use super::clock::{GameClock, Limit};
use super::openings::Opening;
use super::player::{Player, Turn};
use crate::chess;
use crate::game::{Board, ByColor, Color, Declaration, Notation, NotationError, Position, Repetition, quote};
use crate::lab::number::no_value;
use crate::protocol::client::{Answer, Fault, Reply};
use crate::protocol::{Dialect, Uci, Usi};
use crate::records::Reason;
use crate::records::position::GameKind;

/// What holds for all games of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRules {
    /// The game is drawn after so many moves of the players.
    pub max_plies: usize,
    /// What a player may be late.
    pub margin: Duration,
    /// How long another program may think where no clock runs.
    pub patience: Duration,
    /// When to end a game early.
    pub adjudication: Adjudication,
    /// Whether the times of moves are written down.
    pub times: bool,
}

impl std::fmt::Display for GameRules {
    /// What results depend on.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "max-plies {} margin {}", self.max_plies, self.margin.as_millis())?;
        self.adjudication.win.map_or(Ok(()), |rule| write!(f, " win {rule}"))?;
        self.adjudication.draw.map_or(Ok(()), |rule| write!(f, " draw {rule}"))
    }
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The color that moved first after the opening.
    pub first: Color,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// What the players told about each of them.
    pub answers: Vec<Answer>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The winner's color, if there is a winner.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
    /// More about that.
    pub detail: Option<String>,
}

impl Ending {
    const fn new(winner: Option<Color>, reason: Reason) -> Self {
        Self { winner, reason, detail: None }
    }

    fn loss(loser: Color, reason: Reason, detail: String) -> Self {
        Self { winner: Some(!loser), reason, detail: Some(detail) }
    }

    /// What a fault costs; nothing if it is ours.
    fn fault(loser: Color, fault: &Fault) -> Option<Self> {
        Some(Self::loss(loser, reason(fault)?, fault.to_string()))
    }
}

/// The reason that a fault is for a game to end; nothing if it is ours.
pub const fn reason(fault: &Fault) -> Option<Reason> {
    match fault {
        Fault::Interrupted => None,
        Fault::Start(_) | Fault::Option(_) | Fault::Crash(_) => Some(Reason::Crash),
        Fault::Hang(_) => Some(Reason::Hang),
        Fault::Flood => Some(Reason::Flood),
    }
}

/// The two players of a game by their colors.
pub type Players<'a, D> = ByColor<&'a mut dyn Player<<D as Dialect>::Game>>;

/// Plays a game; `chance` decides what players leave to chance. Nothing if it was interrupted.
pub fn play<D: MatchGame>(
    opening: &Opening,
    mut players: Players<'_, D>,
    limits: ByColor<Limit>,
    rules: &GameRules,
    chance: u64,
) -> Result<Option<Played>, NotationError> {
    let mut table = Table::<D> {
        position: opening.position()?,
        opening,
        moves: Vec::new(),
        answers: Vec::new(),
        clock: GameClock::new(limits, rules.margin),
        rules,
    };
    let first = table.position.side_to_move();
    let ending = table.play(&mut players, chance);
    if let Some(ending) = &ending {
        for c in Color::ALL {
            let result = match ending.winner {
                None => "draw",
                Some(winner) if winner == c => "win",
                Some(_) => "lose",
            };
            players[c].game_over(result);
        }
    }
    Ok(ending.map(|ending| Played { first, moves: table.moves, answers: table.answers, ending }))
}

struct Table<'a, D: MatchGame> {
    position: D::Game,
    opening: &'a Opening,
    moves: Vec<String>,
    answers: Vec<Answer>,
    clock: GameClock,
    rules: &'a GameRules,
}

impl<D: MatchGame> Table<'_, D> {
    /// Plays on to the end; nothing if interrupted.
    fn play(&mut self, players: &mut Players<'_, D>, chance: u64) -> Option<Ending> {
        for c in Color::ALL {
            if let Err(fault) = players[c].new_game(&self.position, chance) {
                return Ending::fault(c, &fault);
            }
        }
        loop {
            if let Some(ending) = end_by_rules(&self.position).or_else(|| self.end_by_referee()) {
                return Some(ending);
            }
            let us = self.position.side_to_move();
            let answer = players[us].think(&Turn {
                position: &self.position,
                text: &self.opening.text(&self.moves),
                limits: &self.clock.limits(us),
                patience: self.clock.allowance(us).unwrap_or(self.rules.patience),
            });
            let ending = match answer {
                Ok(answer) => self.accept(us, answer),
                Err(fault) => return Ending::fault(us, &fault),
            };
            if ending.is_some() {
                return ending;
            }
        }
    }

    /// Plays an answer, or ends the game by it.
    fn accept(&mut self, us: Color, answer: Answer) -> Option<Ending> {
        if !self.clock.spend(us, answer.time) {
            return Some(Ending::loss(us, Reason::Time, format!("{} ms", answer.time.as_millis())));
        }
        match Ruling::of(&self.position, &answer.reply) {
            Ok(Ruling::Resigned) => Some(Ending::new(Some(!us), Reason::Resignation)),
            Ok(Ruling::Declared) => Some(Ending::new(Some(us), Reason::Declaration)),
            Ok(Ruling::Move(m)) => {
                self.moves.push(self.position.move_text(m));
                self.answers.push(Answer { steps: Vec::new(), ..answer });
                self.position.do_move(m);
                None
            }
            Err(detail) => Some(Ending::loss(us, Reason::Illegal, detail)),
        }
    }

    /// What the match's own rules say.
    fn end_by_referee(&self) -> Option<Ending> {
        let scores: Vec<Option<i32>> = self.answers.iter().map(|answer| answer.score).collect();
        let us = self.position.side_to_move();
        match self.rules.adjudication.judge(&scores, self.position.game_ply()) {
            Some(Verdict::Lost) => Some(Ending::new(Some(!us), Reason::Adjudication)),
            Some(Verdict::Drawn) => Some(Ending::new(None, Reason::Adjudication)),
            None if self.moves.len() >= self.rules.max_plies => Some(Ending::new(None, Reason::MaxPlies)),
            None => None,
        }
    }
}

/// A reply that the rules allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruling<M> {
    /// A legal move.
    Move(M),
    /// A win by declaration.
    Declared,
    /// The game is given up.
    Resigned,
}

impl<M> Ruling<M> {
    /// What a reply is worth.
    pub fn of<P: Notation<Move = M>>(position: &P, reply: &Reply) -> Result<Self, String> {
        match reply {
            Reply::Resign => Ok(Self::Resigned),
            Reply::Win if matches!(position.declaration(), Some(Declaration::Declare)) => Ok(Self::Declared),
            Reply::Win => Err("false declaration".to_owned()),
            Reply::Move(text) => match position.parse_move(text) {
                Ok(m) => Ok(Self::Move(m)),
                Err(_) => Err(format!("{} in {}", quote(text), position.text())),
            },
        }
    }
}

/// What the rules of the game say about a position.
pub(crate) fn end_by_rules<P: Position>(position: &P) -> Option<Ending> {
    let us = position.side_to_move();
    if position.count_legal() == 0 {
        return Some(match (position.in_check(), P::NO_MOVES_IS_LOSS) {
            (true, _) => Ending::new(Some(!us), Reason::Checkmate),
            (false, true) => Ending::new(Some(!us), Reason::NoMoves),
            (false, false) => Ending::new(None, Reason::Stalemate),
        });
    }
    match position.repetition(0) {
        Repetition::Draw => Some(Ending::new(None, Reason::Repetition)),
        Repetition::Win => Some(Ending::new(Some(us), Reason::PerpetualCheck)),
        Repetition::Loss => Some(Ending::new(Some(!us), Reason::PerpetualCheck)),
        Repetition::None | Repetition::Superior | Repetition::Inferior => {
            position.is_rule_draw().then(|| Ending::new(None, Reason::DrawByRule))
        }
    }
}

/// A game is over when both players have thought so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndRule {
    /// Centipawns that one side is ahead by: at least, where it has won; at most, where the game is drawn.
    pub score: i32,
    /// Moves of each side in a row.
    pub moves: usize,
    /// Plies of the game before which nothing is drawn; nothing where a game is won.
    pub from_ply: Option<u32>,
}

impl std::fmt::Display for EndRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.score, self.moves)?;
        self.from_ply.map_or(Ok(()), |ply| write!(f, ",{ply}"))
    }
}

impl EndRule {
    /// Reads `CP,MOVES`, by which a game is won.
    pub(crate) fn win(text: &str) -> anyhow::Result<Self> {
        let rule = Self::read(text).filter(|rule| rule.from_ply.is_none());
        rule.ok_or_else(|| no_value("--adjudicate-win", text, "centipawns and moves CP,MOVES"))
    }

    /// Reads `CP,MOVES,PLY`, by which a game is drawn.
    pub(crate) fn draw(text: &str) -> anyhow::Result<Self> {
        let rule = Self::read(text).filter(|rule| rule.from_ply.is_some());
        rule.ok_or_else(|| no_value("--adjudicate-draw", text, "CP,MOVES,PLY"))
    }

    fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let (score, moves, from_ply) = match *numbers? {
            [score, moves] => (score, moves, None),
            [score, moves, from_ply] => (score, moves, Some(from_ply)),
            _ => return None,
        };
        let score = i32::try_from(score).unwrap_or(i32::MAX);
        (moves > 0).then_some(Self { score, moves: moves as usize, from_ply })
    }
}

/// When to end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// As won.
    pub win: Option<EndRule>,
    /// As drawn.
    pub draw: Option<EndRule>,
}

/// How a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl Adjudication {
    /// Judges a game by the scores of its moves, each from the side that moved, after `game_ply` moves in all.
    pub fn judge(&self, scores: &[Option<i32>], game_ply: u32) -> Option<Verdict> {
        // The last moves of both sides, newest first; the side to move made the second, the fourth, ...
        let last = |moves: usize| -> Option<Vec<i32>> {
            let newest_first: Option<Vec<i32>> = scores.iter().rev().take(2 * moves).copied().collect();
            newest_first.filter(|scores| scores.len() == 2 * moves)
        };
        if let Some(rule) = self.win
            && let Some(scores) = last(rule.moves)
            && scores.chunks_exact(2).all(|pair| pair[0] >= rule.score && pair[1] <= -rule.score)
        {
            return Some(Verdict::Lost);
        }
        let rule = self.draw.filter(|rule| rule.from_ply.is_none_or(|ply| game_ply >= ply))?;
        last(rule.moves)?.iter().all(|score| score.abs() <= rule.score).then_some(Verdict::Drawn)
    }
}

/// A game that matches are played in.
pub trait MatchGame: Dialect {
    /// The color that moves first.
    const FIRST: Color;
    /// When games end early unless told otherwise.
    const ADJUDICATION: Adjudication;
    /// The game.
    const KIND: GameKind;

    /// Whether castling is king takes rook.
    fn is_chess960(_: &Self::Game) -> bool {
        false
    }
}

impl MatchGame for Usi {
    const FIRST: Color = Color::Black;
    /// Games of shogi turn late, whatever material is ahead: of games that both
    /// players gave up at 2,250 one in twenty ended otherwise when played out.
    const ADJUDICATION: Adjudication =
        Adjudication { win: Some(EndRule { score: 7_500, moves: 4, from_ply: None }), draw: None };
    const KIND: GameKind = GameKind::Shogi;
}

impl MatchGame for Uci {
    const FIRST: Color = Color::White;
    /// At 1,330, about the custom of chess matches, one game in eighty ended otherwise when played out.
    const ADJUDICATION: Adjudication = Adjudication {
        win: Some(EndRule { score: 2_000, moves: 4, from_ply: None }),
        draw: Some(EndRule { score: 10, moves: 8, from_ply: Some(80) }),
    };
    const KIND: GameKind = GameKind::Chess;

    fn is_chess960(position: &chess::Position) -> bool {
        position.is_chess960()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays moves by heart, and then says something else.
    #[derive(Default)]
    struct ByHeart {
        moves: Vec<Result<Reply, Fault>>,
        told: Vec<String>,
    }

    impl<P> Player<P> for ByHeart {
        fn new_game(&mut self, _: &P, _: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn think(&mut self, _: &Turn<'_, P>) -> Result<Answer, Fault> {
            let reply = if self.moves.is_empty() { Err(Fault::Interrupted) } else { self.moves.remove(0) };
            let time = Duration::from_millis(10);
            reply.map(|reply| Answer { reply, time, nodes: None, score: None, steps: Vec::new() })
        }

        fn game_over(&mut self, result: &str) {
            self.told.push(result.to_owned());
        }
    }

    /// Plays these moves in turn from this position, then the last answer.
    fn game<D: MatchGame>(start: &str, moves: &str, last: Option<Result<Reply, Fault>>) -> Option<Ending> {
        let opening = Opening { id: String::new(), start: start.to_owned(), moves: Vec::new() };
        let answers = moves.split_whitespace().map(|m| Ok(Reply::Move(m.to_owned()))).chain(last);
        let position: D::Game = opening.position().expect(start);
        let first = position.side_to_move();
        let mut by_color = ByColor::<ByHeart>::default();
        for (i, answer) in answers.enumerate() {
            by_color[if i % 2 == 0 { first } else { !first }].moves.push(answer);
        }
        let ByColor([black, white]) = &mut by_color;
        let rules = GameRules { max_plies: 40, ..GameRules::default() };
        let played =
            play::<D>(&opening, ByColor([black, white]), ByColor::default(), &rules, 1).expect("a game");
        let ending = played.map(|played| played.ending);
        for c in Color::ALL {
            let told = ending.as_ref().map(|ending| match ending.winner {
                None => "draw",
                Some(winner) if winner == c => "win",
                Some(_) => "lose",
            });
            assert_eq!(by_color[c].told.first().map(String::as_str), told);
        }
        ending
    }

    #[track_caller]
    fn check<D: MatchGame>(start: &str, moves: &str, winner: Option<Color>, reason: Reason) {
        let ending = game::<D>(start, moves, None).expect("an end");
        assert_eq!((ending.winner, ending.reason), (winner, reason));
    }

    #[test]
    fn games_of_shogi_end_by_the_rules() {
        let (black, white) = (Some(Color::Black), Some(Color::White));
        check::<Usi>("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", black, Reason::Checkmate);
        check::<Usi>("sfen 8k/5+P3/9/7N1/9/9/9/9/K8 b - 1", "4b3b", black, Reason::NoMoves);
        let there_and_back = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        check::<Usi>("startpos", &there_and_back, None, Reason::Repetition);
        // Black checks all the way.
        let checks = "4i5i 5a4a 5i4i 4a5a ".repeat(3);
        check::<Usi>("sfen 4k4/9/9/9/9/9/9/9/5R2K b - 1", &checks, white, Reason::PerpetualCheck);
        let shuffles = "1i2i 1a2a 2i3i 2a3a 3i4i 3a4a 4i5i 4a5a 5i6i 5a6a 6i7i 6a7a 7i8i 7a8a 8i9i 8a9a \
            9i9h 9a9b 9h8h 9b8b 8h7h 8b7b 7h6h 7b6b 6h5h 6b5b 5h4h 5b4b 4h3h 4b3b 3h2h 3b2b 2h1h 2b1b 1h1g 1b1c 1g2g 1c2c \
            2g3g 2c3c";
        check::<Usi>("sfen 8k/9/9/9/9/9/9/9/8K b - 1", shuffles, None, Reason::MaxPlies);
    }

    #[test]
    fn games_of_chess_end_by_the_rules() {
        check::<Uci>("startpos", "f2f3 e7e5 g2g4 d8h4", Some(Color::Black), Reason::Checkmate);
        check::<Uci>("fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", None, Reason::Stalemate);
        check::<Uci>("startpos", &"g1f3 g8f6 f3g1 f6g8 ".repeat(2), None, Reason::Repetition);
        check::<Uci>("fen 4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", None, Reason::DrawByRule);
    }

    #[test]
    fn players_can_end_games_too() {
        #[track_caller]
        fn check(start: &str, last: Result<Reply, Fault>, winner: Color, reason: Reason) {
            let ending = game::<Usi>(start, "", Some(last)).expect("an end");
            assert_eq!((ending.winner, ending.reason), (Some(winner), reason));
        }

        let (black, white) = (Color::Black, Color::White);
        check("startpos", Ok(Reply::Resign), white, Reason::Resignation);
        check("startpos", Ok(Reply::Move(String::new())), white, Reason::Illegal);
        let entered = "sfen KGG6/+R+R+B+B5/SSSS5/PPP6/9/9/9/9/8k b 2GN 1";
        check(entered, Ok(Reply::Win), black, Reason::Declaration);
        assert_eq!(game::<Usi>("startpos", "7g7f", Some(Err(Fault::Interrupted))), None);
    }

    #[test]
    fn both_must_agree_for_a_while() {
        let rules = Adjudication { win: EndRule::win("1000,2").ok(), draw: EndRule::draw("10, 2, 40").ok() };
        #[track_caller]
        fn check(rules: Adjudication, scores: &[i32], ply: u32, expected: Option<Verdict>) {
            let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
            assert_eq!(rules.judge(&scores, ply), expected, "{scores:?}");
        }

        check(rules, &[0, -1000, 1000, -2000, 1000], 40, Some(Verdict::Lost));
        // The winner is to move: the loser will be.
        check(rules, &[-1000, 1000, -2000, 1000, -1000], 40, None);
        check(rules, &[-999, 1000, -2000, 1000], 40, None);
        check(rules, &[-1000, 1000, 2000, 1000], 40, None);
        check(rules, &[1000, -2000, 1000], 40, None);
        check(rules, &[10, -10, 0, 3], 40, Some(Verdict::Drawn));
        check(rules, &[10, -10, 0, 3], 39, None);
        check(rules, &[11, -10, 0, 3], 40, None);
        check(Adjudication::default(), &[-5000, 5000, -5000, 5000], 40, None);
        assert_eq!(rules.judge(&[Some(-2000), None, Some(-2000), Some(2000)], 40), None);
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(EndRule::win("600,3").ok(), Some(EndRule { score: 600, moves: 3, from_ply: None }));
        for bad in ["", "1", "1,0", "1,2,3", "-1,2", "a,b"] {
            assert!(EndRule::win(bad).is_err(), "{bad}");
        }
        assert!(EndRule::draw("5,8").is_err() && EndRule::draw("5,0,8").is_err());
    }
}
