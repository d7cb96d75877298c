//! One binary for all tests of the crate, so that they share one builder of programs.

mod common;
mod machine;
mod print;
mod record;
mod sync;
