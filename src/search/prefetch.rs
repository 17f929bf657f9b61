//! A hint to the processor that memory is about to be read.
//!
//! The only `unsafe` of the program: the standard library has no stable safe
//! function for it. A prefetch reads nothing, cannot fault, and changes no value.

/// Asks for the cache line of a value to be fetched.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "there is no safe function; the pointer is that of a reference")]
        // SAFETY: a prefetch is a hint that is valid for every address, and this is that of a
        // reference.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
