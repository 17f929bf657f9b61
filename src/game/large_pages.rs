//! Memory in large pages.
//!
//! The tables of a search are read all over. With pages of 4 KiB the processor has to look
//! up in memory, nearly every time, where a place lies; with those of 2 MiB it seldom has.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// A large page of the usual systems.
const PAGE: usize = 2 << 20;
/// The most bytes that are asked for in large pages: the first use of one takes as long as
/// to write all of it, so all are taken at once; a table of many gigabytes is not taken
/// before it is needed.
#[cfg(target_os = "linux")]
const MOST: usize = 4 << 30;

/// At least so many bytes, all zero. Up to four gigabytes are taken at once, in large pages if the
/// system has them; more is given as it is used.
///
/// # Errors
/// If there is no memory for them.
pub(crate) fn map_zeroed(bytes: usize) -> io::Result<MmapMut> {
    // A part of a large page would become small ones.
    let bytes = bytes.checked_next_multiple_of(PAGE).ok_or(io::ErrorKind::OutOfMemory)?;
    let memory = MmapMut::map_anon(bytes)?;
    // Hints: a system that does not know one refuses it, and that is all.
    #[cfg(target_os = "linux")]
    if bytes <= MOST {
        let _ = memory.advise(memmap2::Advice::HugePage);
        let _ = memory.advise(memmap2::Advice::PopulateWrite);
    }
    Ok(memory)
}

/// A table in large pages.
pub struct LargePages<T> {
    bytes: MmapMut,
    len: usize,
    kind: PhantomData<T>,
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout> LargePages<T> {
    /// So many zeros.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn try_zeroed(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { bytes: map_zeroed(bytes)?, len, kind: PhantomData })
    }

    /// So many zeros.
    ///
    /// # Panics
    /// If there is no memory for them.
    pub(crate) fn zeroed(len: usize) -> Self {
        Self::try_zeroed(len).unwrap_or_else(|error| panic!("no memory for a table of {len}: {error}"))
    }
}

impl<T: FromBytes + Immutable + KnownLayout> Deref for LargePages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        <[T]>::ref_from_prefix_with_elems(&self.bytes, self.len).map_or(&[], |(table, _)| table)
    }
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout> DerefMut for LargePages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        <[T]>::mut_from_prefix_with_elems(&mut self.bytes, self.len).map_or(&mut [], |(table, _)| table)
    }
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout + Copy> Clone for LargePages<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::zeroed(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: FromBytes + Immutable + KnownLayout + PartialEq> PartialEq for LargePages<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: FromBytes + Immutable + KnownLayout + Eq> Eq for LargePages<T> {}

impl<T> fmt::Debug for LargePages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LargePages").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_zero_and_keeps_what_is_written() {
        for len in [0, 1, 1000, PAGE / 4, PAGE / 4 + 1] {
            let mut table = LargePages::<u32>::zeroed(len);
            assert_eq!(table.len(), len);
            assert!(table.iter().all(|&n| n == 0));
            let before = table.clone();
            for (i, n) in table.iter_mut().enumerate() {
                *n = i as u32 + 1;
            }
            assert!(table.iter().enumerate().all(|(i, &n)| n == i as u32 + 1));
            assert_eq!(table, table.clone());
            assert_eq!(table == before, len == 0);
        }
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(LargePages::<u32>::try_zeroed(usize::MAX / 8).is_err());
        assert!(LargePages::<u32>::try_zeroed(usize::MAX).is_err());
    }
}
