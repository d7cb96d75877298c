//! Rigorous analysis of small programs under memory models made of named rules (DefectFinder on Nemos; docs/references.md).
//!
//! A program is unfolded into guarded events ([`unfold`]), put under a model ([`encode`]) and asked: which final states
//! are reachable ([`outcomes()`]), is this one legal and if not which rules forbid it ([`Session::validate`]), how are
//! the operations ordered ([`Session::matrix`]), can accesses race ([`races`]), are blocks atomic ([`atomicity()`]).
//!
//! Models come in three kinds ([`AnyModel`]): the built-in ones of the crate `model` as relations that must be acyclic
//! (`axioms`), users' own in herd's `cat` ([`CatModel`]), and models by views ([`Classical`]): Nemos's SC rule by
//! rule, coherence, PRAM, causal and processor consistency. All of them are sets of named rules whose instances can be
//! switched one by one ([`Rules`]).
//!
//! Where it goes beyond the paper: weak models, read-modify-writes and fences; loops up to a bound; the minimal set of
//! rule instances that forbids an outcome. What it may miss: nothing within the bound; what lies behind it is reported
//! as `incomplete`, never as impossible.

mod assume;
mod atomicity;
mod axioms;
mod cat;
mod causes;
mod encode;
mod events;
mod execution;
mod expect;
mod memory;
mod outcomes;
mod picture;
mod question;
mod race;
mod relation;
mod rules;
mod signals;
mod symmetry;
mod unfold;
mod validate;
mod views;

pub use assume::{AssumeError, parse_outcome, registers};
pub use atomicity::{Atomicity, AtomicityViolation, BlockRange, Notion, atomicity};
pub use axioms::RULES;
pub use cat::{CatError, CatModel};
pub use encode::{AnyModel, EncodeError, Encoding, Setting, encode};
pub use events::{
    Access, AtomicBlock, Event, EventId, Kind, Location, LocationId, Section, State as ObjectState, Thread,
    ThreadId, Unfolded,
};
pub use execution::{Execution, Listed, Operation, OperationKind, listing, numbering};
pub use expect::{Expectations, Expected};
pub use outcomes::{LitmusError, Question, Results, Session, State, Verdict, outcomes, verdict};
pub use picture::{dot, svg};
pub use race::{Race, Races, races};
pub use relation::{Relation, Set};
pub use rules::{About, Instance, Rule, RuleId, Rules, Selection, Switching};
pub use symmetry::Symmetry;
pub use unfold::{Options, UnfoldError, unfold};
pub use validate::{Entry, Explanation, Matrix, Validation};
pub use views::{Classical, View};
