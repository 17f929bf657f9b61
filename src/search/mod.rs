//! One alpha-beta for both games.
//!
//! It knows neither shogi nor chess and never prints. What is done where the
//! depth runs out is one of the strategies in `horizon`, chosen when a worker is
//! made; the main search is compiled once for each game and kind of node.
//! A `Worker` searches on one thread; a `Pool` lets several search the same
//! position over one transposition table (Lazy SMP).
//!
//! ```
//! use std::sync::Arc;
//!
//! use somatic::game::{ByColor, Notation, Position as _};
//! use somatic::search::{BestMove, Limits, Pool, SearchConfig, Shared, Silent, TimeOptions};
//! use somatic::shogi::Position;
//!
//! // A gold on 5b mates: the pawn guards it.
//! //   9 8 7 6 5 4 3 2 1
//! //   . . . . k . . . .  a
//! //   . . . . . . . . .  b
//! //   . . . . P . . . .  c
//! //   ...
//! //   . . . . K . . . .  i
//! let position = Position::parse("4k4/9/4P4/9/9/9/9/9/4K4 b G 1").expect("an SFEN");
//! let shared = Arc::new(Shared::new(1));
//! let mut pool = Pool::new(&position, shared, 1, &SearchConfig::default());
//! let (limits, time) = (Limits::depth(3), TimeOptions::default());
//! let best = pool.search(&position, &limits, &time, ByColor([0; 2]), &mut Silent);
//! let BestMove::Move { raw, .. } = best else { panic!("no move") };
//! let m = position.from_raw(raw).expect("a legal move");
//! assert_eq!(position.move_text(m), "G*5b");
//! ```

mod params;
mod limits;
mod time;
mod memory;
mod prefetch;
mod tt;
mod history;
mod correction;
mod stack;
mod picker;
mod report;
mod shared;
mod worker;
mod static_eval;
mod deepening;
mod learn;
mod alpha_beta;
mod pruning;
mod pool;
mod negamax;
mod leaf;
mod mate;
mod horizon_hook;
pub mod horizon;

pub use horizon_hook::HorizonHook;
pub use leaf::Leaf;
pub use limits::{Clock, Limits, Luck};
pub(crate) use memory::mebibytes_for_table;
pub use negamax::negamax;
pub use params::{GroupInfo, Params};
pub use pool::{Pool, STACK_BYTES};
pub(crate) use report::PvLine;
pub use report::{BestMove, Bounded, Iteration, Reporter, Silent};
pub use shared::Shared;
pub use time::{Delay, TimeManager, TimeOptions};
pub use tt::{Bound, TranspositionTable};
pub(crate) use worker::SUPERIOR;
pub use worker::{Counters, SearchConfig, Worker};
