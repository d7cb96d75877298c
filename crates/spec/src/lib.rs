//! Commutativity specifications: objects, methods and when two calls commute.
//!
//! One small language serves prediction and exploration. A specification names objects, their methods, how C functions
//! are calls of methods, and for each pair of methods the condition under which two calls commute (Sun §2.3 and
//! §4.3.4). Conditions are in the logic L2 (arguments and results of both calls) or L1 (also functions of the abstract
//! state); what depends on a state that nobody gave evaluates to [`Truth::NeedsState`], never to a guess. A pair
//! without a condition does not commute, which is always sound.
//!
//! - [`Specification::parse`]: text to specification; every error carries file, line and column.
//! - [`Specification::commutes`]: the condition, evaluated on two calls.
//! - [`AccessPoints`]: the same as sets of points that conflict (Definition 2.3.1), for the fragment where that is exact.
//! - [`check_soundness`]: random testing against a reference implementation of the abstract type.
//! - [`Replica`]: the abstract state beside an implementation under test (`explore::semantic::implementation`).
//! - [`shipped`]: the specifications that come with the tool (`specs/*.spec`).
//!
//! Values are 64-bit integers as C sees them; `false` and `nil` are 0, `true` is 1, and any other number is true where
//! a truth value is asked for.

mod access_points;
mod ast;
mod bind;
mod error;
mod eval;
mod lexer;
mod parser;
mod reference;
mod replica;
mod shipped;
mod show;
mod soundness;

pub use access_points::{AccessPoints, Point, PointClass};
pub use ast::*;
pub use bind::{Binding, Bindings};
pub use error::{Place, SpecError};
pub use eval::{Call, NoState, StateOracle, Truth};
pub use reference::{Reference, references};
pub use replica::{Replica, StatesOf};
pub use shipped::{shipped, shipped_specification};
pub use soundness::{ObjectReport, SoundnessReport, Unsound, check_soundness};
