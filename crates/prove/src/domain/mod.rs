//! What is known of values: sets of integers and of pointers.

mod ints;
mod laws;
mod value;

pub use ints::{Ints, highest, lowest};
pub use value::{Base, Value};
