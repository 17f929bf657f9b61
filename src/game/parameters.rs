//! Parameters: numbers and switches that games of the engine against itself decide. Each is
//! declared once, in a group, with what it is, its value in either game, and how that was decided.
//!
//! The name of a parameter is its group's and its own, as in `lmr_base`.

use std::fmt;

use super::INFINITE;
use crate::lang::tr;

/// The largest value of every parameter that is a number: no product of one
/// with a squared depth or a value overflows.
pub const MOST: i32 = 3 * INFINITE;

/// What is told of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// How its values were decided.
    pub decided: &'static str,
    /// The least value.
    pub least: i32,
}

impl Parameter {
    /// Reads a value in place of another one of the same kind.
    ///
    /// # Errors
    /// If the text is no value of that kind or out of range.
    pub fn read(&self, text: &str, old: Setting) -> Result<Setting, ParamError> {
        match old {
            Setting::Switch(_) => {
                text.parse().map(Setting::Switch).map_err(|_| ParamError::Switch(self.name))
            }
            Setting::Number(_) => {
                let number = text.parse().ok().filter(|number| (self.least..=MOST).contains(number));
                number.map(Setting::Number).ok_or(ParamError::Number(self.name, self.least))
            }
        }
    }
}

/// A value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A whole number.
    Number(i32),
    /// On or off.
    Switch(bool),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Switch(is_on) => is_on.fmt(f),
        }
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is none with this name.
    #[error("{}", tr!("no parameter of the search has this name"))]
    Name,
    /// The text is not `true` or `false`.
    #[error("{}", tr!("{name}: expected true or false", name = .0))]
    Switch(&'static str),
    /// The text is not a whole number from this least value to the largest.
    #[error("{}", tr!("{name}: expected a whole number from {least} to {most}", name = .0, least = .1, most = MOST))]
    Number(&'static str, i32),
}

/// A type of parameter.
pub trait Field: Copy {
    /// As a setting.
    fn get(self) -> Setting;
    /// Of a setting of the same kind; of another kind it stays as it is.
    fn put(&mut self, setting: Setting);
}

impl Field for i32 {
    fn get(self) -> Setting {
        Setting::Number(self)
    }

    fn put(&mut self, setting: Setting) {
        if let Setting::Number(number) = setting {
            *self = number;
        }
    }
}

impl Field for bool {
    fn get(self) -> Setting {
        Setting::Switch(self)
    }

    fn put(&mut self, setting: Setting) {
        if let Setting::Switch(is_on) = setting {
            *self = is_on;
        }
    }
}

/// Parameters that belong together.
pub(crate) trait Group: Copy {
    /// The first part of their names.
    const NAME: &'static str;
    /// What they are about.
    const ABOUT: &'static str;
    /// They, in order.
    const PARAMETERS: &'static [Parameter];

    /// The value of the one with this number.
    fn get(&self, number: usize) -> Setting;
    /// Changes it.
    fn put(&mut self, number: usize, setting: Setting);
}

/// Declares groups of parameters: for each group its name, type and purpose, and for each
/// parameter name, type, what it is, its value, that in chess where games decided for another one,
/// the least value where it is not 0, and how they were decided.
macro_rules! parameters {
    ($(
        $(#[doc = $group_doc:literal])+
        $group:ident: $Group:ident {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $type:ty = $default:expr $(, chess $chess:expr)? $(, least $least:expr)?,
                by $decided:literal;
            )+
        }
    )+) => {$(
        $(#[doc = $group_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Group {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl $Group {
            /// The values in games with drops, and wherever games decided for no others.
            pub const SHOGI: Self = Self { $($name: $default,)+ };
            /// The values in games without drops.
            pub const CHESS: Self = {
                #[allow(unused_mut, reason = "of a group that is the same in both games")]
                let mut chess = Self::SHOGI;
                $($(chess.$name = $chess;)?)+
                chess
            };
        }

        impl Default for $Group {
            fn default() -> Self {
                Self::SHOGI
            }
        }

        impl $crate::game::parameters::Group for $Group {
            const NAME: &'static str = stringify!($group);
            const ABOUT: &'static str = concat!($($group_doc),+);
            const PARAMETERS: &'static [$crate::game::parameters::Parameter] = &[$(
                $crate::game::parameters::Parameter {
                    name: concat!(stringify!($group), "_", stringify!($name)),
                    about: concat!($($doc),+),
                    decided: $decided,
                    least: 0 $(+ $least)?,
                },
            )+];

            fn get(&self, number: usize) -> $crate::game::parameters::Setting {
                [$($crate::game::parameters::Field::get(self.$name),)+][number]
            }

            fn put(&mut self, number: usize, setting: $crate::game::parameters::Setting) {
                let mut numbers = 0..;
                $(if numbers.next() == Some(number) {
                    $crate::game::parameters::Field::put(&mut self.$name, setting);
                })+
            }
        }
    )+};
}
pub(crate) use parameters;
