//! What can be wrong with a specification, and where.

/// An error in a specification, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
#[non_exhaustive]
pub struct SpecError {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub message: String,
}

/// A place in the text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl SpecError {
    pub(crate) fn at(file: &str, place: Place, message: impl Into<String>) -> SpecError {
        SpecError { file: file.into(), line: place.line, column: place.column, message: message.into() }
    }
}
