//! Our own reader of textual LLVM IR (`.ll`) with opaque pointers, as clang 15 to 20 writes it.
//!
//! [`parse`] turns text into a [`Module`]; [`Layout`] answers sizes, alignments and field offsets;
//! [`DebugInfo`] answers source lines and user-facing names. There is no libLLVM behind it.
//!
//! What it promises: it never panics and never overflows the stack (nesting of types and constants is
//! limited), its memory is linear in the text, and an instruction that it does not understand becomes
//! [`ast::Op::Unknown`] with its text and line instead of failing the file. What it does not do: verify the
//! IR beyond what it needs to resolve names (types of operands are believed).

pub mod ast;
pub mod debug;
mod display;
mod lexer;
pub mod metadata;
pub mod opcodes;
mod parser;
pub mod symbols;
pub mod type_table;
pub mod types;

pub use ast::Module;
pub use debug::DebugInfo;
pub use types::Layout;

#[cfg(test)]
mod tests;

/// Why a text is not a module, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    /// What was expected or is wrong.
    pub message: String,
}

/// Reads one module.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parser::parse_module(text)
}
