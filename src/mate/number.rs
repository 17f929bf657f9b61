//! Proof and disproof numbers.

/// A proof number (how many positions must at least be shown to be mate) or a
/// disproof number.
pub type Number = u32;

/// The proof number of what is no mate.
pub const INFINITE: Number = 1 << 30;
/// The largest number of what is not decided.
pub(crate) const LARGEST: Number = INFINITE - 1;

/// A number of plies, such as those to mate.
pub type Plies = u16;
/// Any number of plies.
pub(crate) const UNBOUNDED: Plies = Plies::MAX;

/// So many plies more.
pub const fn later(plies: Plies) -> Plies {
    plies.saturating_add(1)
}

/// So many plies less one of those that are left.
pub(crate) const fn left_after(within: Plies) -> Plies {
    if within == UNBOUNDED { UNBOUNDED } else { within.saturating_sub(1) }
}
