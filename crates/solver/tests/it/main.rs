//! Tests of the solver through its interface, each against something that does not know the solver.

mod common;
mod cores;
mod from_reads;
mod oracle;
mod orders;
mod propagation;
mod terms;
