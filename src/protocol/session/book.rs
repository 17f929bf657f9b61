//! Moves from an opening book, answered without a search.

use std::path::Path;
use std::time::Instant;

use super::{Dialect, Search, Session, inform};
use crate::book::{BookMove, OpeningBook as _};
use crate::game::{Notation as _, Position as _, quote};
use crate::lang::{self, tr};
use crate::protocol::command::Go;
use crate::protocol::settings::move_number;
use crate::search::BestMove;

impl<D: Dialect> Session<D> {
    /// Opens the book that the settings name, or closes the one that is open.
    pub(super) fn open_book(&mut self, out: &mut dyn FnMut(&str)) {
        self.book = None;
        let file = &self.settings.book_file;
        if file.is_empty() {
            return;
        }
        match D::Book::open(Path::new(file)) {
            Ok(book) => self.book = Some(book),
            Err(error) => {
                let (file, reason) = (quote(file), lang::foreign(&error));
                inform(out, &tr!("book {file}: {reason}; none is used", file, reason));
            }
        }
    }

    /// Answers `go` by the first move of the book that is legal; whether there is one. While pondering the answer
    /// waits for the opponent. Analysis and questions about some moves only are no business of a book.
    pub(super) fn answer_by_book(&mut self, go: &Go, at: Instant, out: &mut dyn FnMut(&str)) -> bool {
        let is_asked = self.settings.own_book
            && !go.limits.infinite
            && !go.mate
            && go.search_moves.is_empty()
            && move_number::<D>(&self.position) <= self.settings.book_moves;
        let Some(book) = self.book.as_mut().filter(|_| is_asked) else { return false };
        let moves = book.look_up(&self.position.text()).unwrap_or_else(|error| {
            inform(out, &tr!("book: {reason}", reason = lang::foreign(&error)));
            Vec::new()
        });
        for fault in book.take_faults() {
            inform(out, &tr!("book: {reason}", reason = fault));
        }
        let legal = |m: BookMove| Some((self.position.parse_move(&m.text).ok()?, m));
        let Some((best, m)) = moves.into_iter().filter(D::Book::is_played).find_map(legal) else {
            return false;
        };
        let mut after = self.position.clone();
        after.do_move(best);
        let ponder = m.reply.as_deref().and_then(|reply| after.parse_move(reply).ok()).map(D::Game::to_raw);
        inform(out, &tr!("book: {reason}", reason = D::Book::describe(&m)));
        let answer = BestMove::Move { raw: D::Game::to_raw(best), ponder };
        let limits = self.limits(go, out);
        let (_, not_before) = self.settings.plan(&self.position, &limits, at);
        let search = Search::new(self.position.clone(), limits, not_before);
        let must_wait = search.limits.ponder;
        self.search = Some(Search { must_wait, result: Some((answer, None)), ..search });
        self.answer(out);
        true
    }
}
