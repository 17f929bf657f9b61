//! What is done alike in either game, chosen at run time.

/// What there is for each game, made when it is first needed.
#[derive(Debug)]
pub struct ByGame<S, C> {
    /// In shogi.
    pub(crate) shogi: Option<S>,
    /// In chess.
    pub(crate) chess: Option<C>,
}

impl<S, C> Default for ByGame<S, C> {
    fn default() -> Self {
        Self { shogi: None, chess: None }
    }
}

/// Does something with a position of either game: `with_position!(any, |position| show(&*position))`; with an
/// owner beside it, and with what that has for the same game: `with_position!(any, self, |position, own| ...)`.
macro_rules! with_position {
    ($any:expr, |$position:ident| $work:expr) => {
        match $any {
            $crate::records::input::AnyPosition::Shogi($position) => $work,
            $crate::records::input::AnyPosition::Chess($position) => $work,
        }
    };
    ($any:expr, $owner:expr, |$position:ident, $own:ident| $work:expr) => {
        match $any {
            $crate::records::input::AnyPosition::Shogi($position) => {
                let $own = &mut $owner.shogi;
                $work
            }
            $crate::records::input::AnyPosition::Chess($position) => {
                let $own = &mut $owner.chess;
                $work
            }
        }
    };
}

/// Does something in a game by its type of positions: `in_game!(kind, |P| play::<P>())`.
macro_rules! in_game {
    ($kind:expr, |$position:ident| $work:expr) => {
        $crate::lab::either::in_game!(
            $kind,
            $position,
            $crate::shogi::Position,
            $crate::chess::Position,
            $work
        )
    };
    ($kind:expr, $name:ident, $shogi:ty, $chess:ty, $work:expr) => {
        match $kind {
            $crate::records::position::GameKind::Shogi => {
                type $name = $shogi;
                $work
            }
            $crate::records::position::GameKind::Chess => {
                type $name = $chess;
                $work
            }
        }
    };
}

/// The same by its protocol: `in_protocol!(kind, |D| play::<D>())`.
macro_rules! in_protocol {
    ($kind:expr, |$protocol:ident| $work:expr) => {
        $crate::lab::either::in_game!($kind, $protocol, $crate::protocol::Usi, $crate::protocol::Uci, $work)
    };
}

pub(crate) use {in_game, in_protocol, with_position};
