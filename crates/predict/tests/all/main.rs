//! Tests of prediction as a whole.

mod common;
mod figures;
mod memory;
mod oracle;
mod stress;
