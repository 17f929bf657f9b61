//! One alpha-beta for both games.
//!
//! It knows neither shogi nor chess and never prints. What is done where the
//! depth runs out is one of the strategies in `horizon`, chosen when a worker is
//! made; the main search is compiled once for each game and kind of node.
//! A `Worker` searches on one thread; a `Pool` lets several search the same
//! position over one transposition table (Lazy SMP).

mod params;
mod limits;
mod time;
mod memory;
mod tt;
mod history;
mod frame;
mod picker;
mod report;
mod worker;
mod deepening;
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
pub use limits::{Clock, Limits};
pub use memory::mebibytes_for_table;
pub use negamax::negamax;
pub use params::{ParamError, Params};
pub use pool::{Pool, STACK_BYTES};
pub use report::{BestMove, Bounded, Iteration, PvLine, Reporter, Silent};
pub use time::{TimeManager, TimeOptions};
pub use tt::{Bound, TranspositionTable};
pub use worker::{Counters, SUPERIOR, SearchConfig, Shared, Worker};
