//! What is done alike in either game, chosen at run time.

/// Does something with the rules of a game: `of_game!(kind, P => play::<P>())`.
macro_rules! of_game {
    ($kind:expr, $game:ident => $work:expr) => {
        match $kind {
            $crate::records::position::GameKind::Shogi => {
                type $game = $crate::shogi::Position;
                $work
            }
            $crate::records::position::GameKind::Chess => {
                type $game = $crate::chess::Position;
                $work
            }
        }
    };
}

/// Does something with a position of either game: `of_either!(&any, position => show(position))`; and with what an
/// owner has for the same game, by its name: `of_either!(&any, self, (position, own) => ask(own, position))`.
macro_rules! of_either {
    ($any:expr, $position:ident => $work:expr) => {
        match $any {
            $crate::records::input::AnyPosition::Shogi($position) => {
                let $position = &**$position;
                $work
            }
            $crate::records::input::AnyPosition::Chess($position) => {
                let $position = &**$position;
                $work
            }
        }
    };
    ($any:expr, $owner:expr, ($position:ident, $own:ident) => $work:expr) => {
        match $any {
            $crate::records::input::AnyPosition::Shogi($position) => {
                let ($position, $own) = (&**$position, &mut $owner.shogi);
                $work
            }
            $crate::records::input::AnyPosition::Chess($position) => {
                let ($position, $own) = (&**$position, &mut $owner.chess);
                $work
            }
        }
    };
}

pub(crate) use {of_either, of_game};
