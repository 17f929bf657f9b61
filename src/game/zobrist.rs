//! Random numbers for hash keys, made at compile time.

/// A hash key.
pub type Key = u64;

/// Steps a SplitMix64 generator (Steele, Lea and Flood 2014): the next state
/// and its output.
pub(crate) const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    (state, mix(state))
}

/// Spreads the bits of a number: the last steps of that generator.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `N` keys from a seed.
pub const fn keys<const N: usize>(seed: u64) -> [Key; N] {
    let mut out = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        let (next, key) = split_mix(state);
        state = next;
        out[i] = key;
        i += 1;
    }
    out
}
