//! @description@
#![no_std]

mod core_set;
mod full_set;
mod standard_set;

pub use self::core_set::CORE;
pub use self::full_set::FULL;
pub use self::standard_set::STANDARD;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    pub id: &'static str,
    pub units: &'static [u8],
    pub well_formed: bool,
    /// Offset and length of each ill-formed maximal subpart.
    pub errors: &'static [(usize, usize)],
    /// Scalar values, with U+FFFD for each error.
    pub values: &'static [u32],
}
