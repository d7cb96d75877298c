//! What can go wrong in building a problem. Limits and time-outs are answers (`Outcome::Unknown`), not errors.

use crate::Sort;

/// What building a problem gives.
pub type Result<T = (), E = SolverError> = std::result::Result<T, E>;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    #[error("operation `{operation}` applied to a term of sort {found:?}")]
    IllSorted { operation: &'static str, found: Sort },
    #[error("event {event} cannot be glued in order `{order}`: it already has a place there")]
    AlreadyPlaced { event: u32, order: String },
    #[error("read and write belong to different locations")]
    LocationMismatch,
    #[error("the coherence order of these two writes is already declared")]
    CoherenceDeclared,
    #[error("a location can have at most {limit} from-read orders")]
    TooManyOrders { limit: usize },
    #[error("unknown id {id} of kind {kind}")]
    UnknownId { kind: &'static str, id: u32 },
}
