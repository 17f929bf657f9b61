//! Games of shogi in JSON Kifu Format, one a line.

use super::super::jkf::{Clock, Fields, Initial, Jkf, OTHER, Place, Played, Point, State, Step, Times, kind};
use super::super::kifu::OUTCOME;
use super::super::{Comments, GameRecord, header, setup};
use super::kif::{sentence, sides};
use super::{Branch, End, Spent, csa, players};
use crate::game::{Board as _, Color, MoveParts, Notation as _, NotationError, Position as _};
use crate::shogi::{Position, notation, piece, square};

pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    let first = Position::parse(&record.start)?;
    let sides = sides(setup::kif_name(&first));
    let headers = record.headers.iter().map(|(header, text)| (header.name(header::KIF), text.as_str()));
    let players = players(record).map(|(c, name)| (sides[c], name));
    let fields = headers.chain(players).map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut header: Vec<(String, String)> = fields.collect();
    let (mut steps, end) = steps(&first, &Branch::of(record, None));
    if let Some(end) = end.filter(|end| csa::word(end).1.is_some()) {
        header.push((OUTCOME.to_owned(), sentence(&end, &sides, true)));
    }
    forks(record, &first, None, 0, &mut steps);
    steps.insert(0, Step { comments: comments(&record.comments, 0), ..Step::default() });
    let game = Jkf { header: Fields(header), initial: Some(initial(&first)), moves: steps };
    // A tree of texts and numbers is always written.
    let text = serde_json::to_string(&game).unwrap_or_default();
    Ok(text + "\n")
}

fn comments(comments: &Comments, after: usize) -> Vec<String> {
    match comments.after(after) {
        "" => Vec::new(),
        said => said.split('\n').map(str::to_owned).collect(),
    }
}

/// The moves of a line and its end.
fn steps<'r>(first: &Position, line: &Branch<'r>) -> (Vec<Step>, Option<End<'r>>) {
    let times = |(now, all): Spent| Times { now: Clock::of(now, false), total: Some(Clock::of(all, true)) };
    let mut out = Vec::new();
    let end = line.play(first, |position, m, number, time| {
        let played = Some(played(position, &position.parts(m), &notation::text(position, m)));
        let time = time.map(times);
        out.push(Step { comments: comments(line.comments, number), played, time, ..Step::default() });
    });
    out.extend(end.iter().map(|end| Step {
        special: Some(csa::word(end).0.to_owned()),
        time: end.time.map(times),
        ..Step::default()
    }));
    (out, end)
}

fn played(position: &Position, parts: &MoveParts, text: &str) -> Played {
    let letters = [('左', 'L'), ('直', 'C'), ('右', 'R'), ('上', 'U'), ('寄', 'M'), ('引', 'D'), ('打', 'H')];
    let words = text.chars().skip(1).filter_map(|word| letters.iter().find(|(own, _)| *own == word));
    let relative: String = words.map(|(_, letter)| *letter).collect();
    let could_promote = text.ends_with('成');
    Played {
        color: Some(position.side_to_move() as u8),
        from: parts.from.map(Point::of),
        to: Some(Point::of(parts.to)),
        piece: Some(kind(parts.piece)),
        same: text.starts_with('同').then_some(true),
        promote: could_promote.then_some(parts.is_promotion()),
        capture: parts.captured.map(|(_, pt)| kind(pt)),
        relative: Some(relative).filter(|words| !words.is_empty()),
    }
}

/// Hangs the variations that leave a line on its moves, and those that go on where it ends on its end, or on a
/// step without a move.
fn forks(record: &GameRecord, first: &Position, of: Option<usize>, before: usize, steps: &mut Vec<Step>) {
    for (number, line) in record.variations.iter().enumerate().filter(|(_, line)| line.of == of) {
        let (mut own, _) = self::steps(first, &Branch::of(record, Some(line)));
        // What is said before its first move has no place but behind it.
        let said = comments(&line.comments, 0);
        match own.first_mut() {
            Some(step) => step.comments.splice(0..0, said).for_each(drop),
            None => own.push(Step { comments: said, ..Step::default() }),
        }
        forks(record, first, Some(number), line.after, &mut own);
        let at = line.after.saturating_sub(before);
        if at == steps.len() {
            steps.push(Step::default());
        }
        if let Some(step) = steps.get_mut(at) {
            step.forks.push(own);
        }
    }
}

fn initial(position: &Position) -> Initial {
    if let Some(name) = setup::jkf_name(position) {
        return Initial { preset: name.to_owned(), data: None };
    }
    let place = |file: usize, rank: usize| match position.piece_on(square::square(file, rank)) {
        None => Place::default(),
        Some(piece) => Place { color: Some(piece.color() as u8), kind: Some(kind(piece.piece_type())) },
    };
    let board =
        (0..square::SIZE).map(|file| (0..square::SIZE).map(|rank| place(file, rank)).collect()).collect();
    let held = |c: Color| piece::HAND.iter().map(|&pt| (kind(pt), u32::from(position.hand(c, pt)))).collect();
    let hands = Color::ALL.into_iter().map(held).collect();
    let data = State { color: position.side_to_move() as u8, board, hands };
    Initial { preset: OTHER.to_owned(), data: Some(data) }
}
