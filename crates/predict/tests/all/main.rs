//! Tests of prediction as a whole.

mod causal;
mod common;
mod figures;
mod memory;
mod oracle;
mod stress;
