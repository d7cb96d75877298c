//! Tests of prediction as a whole.

mod atomicity;
mod causal;
mod common;
mod conditions;
mod deadlocks;
mod figures;
mod memory;
mod misuse;
mod mutants;
mod oracle;
mod relaxed;
mod stress;
mod unordered;
