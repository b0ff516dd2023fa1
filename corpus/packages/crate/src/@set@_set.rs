use crate::Vector;

/// The set `@set@`: @about@.
#[rustfmt::skip]
pub static @SET@: &[Vector] = &[
@rows@
];
