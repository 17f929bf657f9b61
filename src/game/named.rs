//! Choices with names.

/// Declares an enum whose values have names, each beside its value: those of files, options and the
/// command line.
macro_rules! named {
    (
        $(#[$about:meta])*
        $vis:vis enum $Choice:ident {
            $($(#[$about_value:meta])* $Value:ident = $name:literal,)+
        }
    ) => {
        $(#[$about])*
        $vis enum $Choice {
            $($(#[$about_value])* $Value,)+
        }

        impl $Choice {
            /// All of them, in order.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$Value),+];
            /// Their names.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Value => $name,)+
                }
            }

            /// The one with this name, in any case.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.name().eq_ignore_ascii_case(text))
            }
        }
    };
}
pub(crate) use named;
