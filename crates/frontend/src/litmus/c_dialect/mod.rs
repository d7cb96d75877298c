//! The C dialect: threads `P0(int *x) { … }` over registers, with the primitives of the Linux kernel, of C11 and of
//! SPARC-style membars.

mod ast;
mod expressions;
mod lower_access;
mod lower_call;
mod lower_expr;
mod lower_stmt;
mod primitives;
mod statements;

pub(super) use lower_stmt::lower;
pub(super) use statements::parse;
