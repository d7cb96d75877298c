//! SAT modulo order: Bool and bit-vector terms plus strict orders over events, on CaDiCaL.
//!
//! Terms are hash-consed and simplified while built (`Terms`), bit-blasted to gates and CNF on demand. Orders are not
//! encoded: a propagator on the SAT solver's external interface keeps the graph of asserted edges of each order,
//! finds cycles as they close, propagates what reachability implies, and derives from-reads
//! (rf(w,r) and w before w' give r before w'). See `theory` for the rules.
//!
//! What is never reported: a model whose orders have a cycle. What may be slow rather than wrong: orders with many
//! thousand events, where propagation is bounded.
//!
//! ```
//! use solver::{Outcome, Solver};
//! let mut solver = Solver::new();
//! let order = solver.new_order("time");
//! let (a, b, c) = (solver.new_event("a"), solver.new_event("b"), solver.new_event("c"));
//! let ab = solver.before(order, a, b).unwrap();
//! let bc = solver.before(order, b, c).unwrap();
//! let ca = solver.before(order, c, a).unwrap();
//! solver.assert(ab);
//! solver.assert(bc);
//! let back = solver.assumption("back", ca);
//! assert!(matches!(solver.solve(&[back]).unwrap(), Outcome::Unsat(core) if core == [back]));
//! let Outcome::Sat(model) = solver.solve(&[]).unwrap() else { panic!() };
//! assert_eq!(model.order(order), [a, b, c]);
//! ```

mod api;
mod arith;
mod blast;
mod compile;
mod connect;
mod error;
mod eval;
mod explain;
mod gates;
mod ids;
mod model;
mod orders;
mod propagate;
mod ranges;
mod reach;
mod rewrite_bits;
mod rewrite_bool;
mod rewrite_compare;
mod rewrite_shape;
mod smtlib;
mod solver;
mod stats;
mod term;
mod theory;

pub use error::{Result, SolverError};
pub use eval::{Assignment, Evaluator};
pub use ids::{AssumptionId, EventId, LocationId, OrderId, ReadId, WriteId};
pub use model::Model;
pub use orders::RelationOrders;
pub use ranges::{Interval, Ranges, hull, whole_range};
pub use reach::MustOrder;
pub use solver::{Options, Outcome, Solver, UnknownReason};
pub use stats::{LONGEST_COUNTED_CYCLE, Statistics, TheoryStatistics};
pub use term::{MAX_WIDTH, OutOfTime, Sort, TermId, Terms};
