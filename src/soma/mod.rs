//! SUPER-SOMA: the whole board assessed without a search.
//!
//! # The problem
//!
//! At the end of a line something usually hangs. A capture search plays the
//! captures out until the position is quiet. In shogi a captured piece comes
//! back anywhere on the board, several pieces hang on both sides for most of
//! the game, and there is no quiet. Jeff Rollason's Shotest judged such
//! positions without a search ("SUPER-SOMA: Solving tactical exchanges in
//! Shogi without tree searching", CG 2000; "Looking for alternatives to
//! quiescence search", AI Factory, December 2006).
//!
//! # The technique, by the article's example
//!
//! White is to move in
//! `4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1`. Black's
//! lance attacks the rook (worth 960: it leaves one side and joins the
//! other), his silver attacks the bishop and would promote (740) or may just
//! promote (20). White's rook can take the silver or the lance and would be
//! retaken (-560, -720), his bishop can take a pawn and promote (204).
//!
//! All six moves go into one table, XREF ([`table`]), each with the value of
//! the exchange it starts (static exchange evaluation, SEE: [`exchange`]). It minds
//! pins, x-rays and promotions; *ties*, in chess called overloaded defenders, act between
//! entries: a piece that recaptures no longer guards another. Then the
//! entries are weighted by what they do to each other ([`relation`]): rook
//! takes silver saves the rook (it is no longer where the lance strikes: 960),
//! and the bishop, and stops the promotion, because the silver is gone
//! (740 + 20). Its weight is -560 + 960 + 740 + 20 = 1160, the largest. Played
//! out ([`look_ahead`]): rook takes silver, knight takes rook, bishop takes pawn;
//! net 400 - 960 + 204 = -356, which is what a full-width search of this position
//! finds as well.
//!
//! # One table, several configurations
//!
//! [`Assessor`] builds the table from the attack map alone, looks ahead on its bit
//! masks, and gives a [`StaticEval`]: beside the evaluation the *gain* that is added to it, the
//! other side's replies believed in part, and what is kept if we *parry* the largest
//! threat. Who explains it asks for an [`Assessment`] besides: the *net* with every reply
//! believed, and how sure all that is.
//!
//! | [`TableConfig`] | what is on | used by |
//! |---|---|---|
//! | `SHOGI`, `CHESS` | captures, promotions, pins, desperados | every node |
//! | `self_contained()` | all of it: ties, forks, and what follows a capture too | `super-soma-static` |
//! | [`WholeAssessor`] | the same, mates in one, and what moves on the board tell of the choice and its rivals | nodes of the principal variation; `xref` |
//! | [`article`](crate::article) | all, quiet answers and threats of mate included, played on a board | `xref --look wide\|article` |
//!
//! [`explain`](crate::explain) tells of all of them and computes nothing of its own.
//!
//! # What wins nothing at once
//!
//! Forks, skewers, attacks on pieces that cannot leave, discovered attacks,
//! checks and threats of mate are one question (article, A4): what could be
//! won after the move that could not before, and how much of it survives the
//! best reply? `article::delayed` looks at every quiet move and drop of the side to
//! move and tries the promising ones against every legal reply (`article::reply`);
//! what is left is the entry's value. A capture or an answer that makes new
//! threats besides is credited with them (R12), and so is an exchange after
//! which the piece just won can be dropped with a double attack. Such entries
//! exist only before the first move: on a predicted line they lead astray.
//! The table of most nodes has none of them. Forks and attacks on pieces that
//! cannot leave are found at a glance for it, where it is verified
//! ([`Assessor::quiet_gains`]); in the table itself they can be switched on
//! ([`TableConfig::forks`]), but do not pay.
//!
//! A mate in one ([`article::mate`](crate::article::mate)) outranks all pieces: for the side to move it is
//! played, for the other side it is a threat, and every answer to it is proven
//! by looking for the mate again. It ranks moves and is never a score: a line
//! that ends in mate is only marked unstable.
//!
//! # Where we depart from the article
//!
//! - Greed is not always right: it ignores who keeps the move, and an early
//!   wrong choice is never corrected. So an exchange that ends with the turn
//!   back where it was is played before the weightiest entry if more stays
//!   open after it (`article::choice`); and with a width above 1 the best
//!   first moves, the pass and the best capture by a piece that is lost anyway
//!   are each followed to the end of their lines (`article::line`).
//! - For the search the table is a small game of its own, looked through on
//!   bit masks, without a board. Only
//!   `super-soma-static`, and the search on its principal variation ([`whole`]), play their
//!   best entries as the article does, and make the table anew.
//! - A piece that captures with check, or attacks another one from where it
//!   arrives, keeps the move, and one that arrives as a guard takes a threat
//!   away: the table of the search can know both, and forks of both sides; it
//!   does where only moves of the table are tried after it ([`TableConfig::self_contained`]).
//! - What the table says the other side will answer is believed in part only
//!   by the search: a second threat is often met by the move that meets the
//!   first, by a check, or by a piece from the hand ([`TableConfig::reply_trust`]).
//! - Where its error would decide, the search does not take its word at once:
//!   it searches captures that lose nothing, checks, and the forks, attacks and
//!   promotions of the table for a few plies, from a stand pat lowered by a part
//!   of what passing would lose, and takes its word at the end of them.
//! - What a tie is worth is measured as a level against the board before the
//!   exchange, so that a defender overloaded bit by bit is noticed.
//! - A quiet answer must not itself lose more than a pawn, unless it stops a mate.
//! - The assessment belongs to every node of the search and not to its leaves
//!   alone: evaluation plus net is the static evaluation throughout.

pub mod config;
pub mod entry;
pub mod exchange;
pub mod table;
pub mod relation;
pub mod look_ahead;
pub mod static_eval;
pub mod assessment;
pub mod assessor;
pub mod whole;
pub(crate) mod providers;

pub use assessment::Assessment;
pub use assessor::Assessor;
pub use config::TableConfig;
pub use look_ahead::{Choice, LookAhead};
pub use static_eval::StaticEval;
pub use whole::WholeAssessor;
