//! Tests of the reader: a snapshot, single constructs, debug names, layout, hostile input.

mod constructs;
mod debug_names;
mod layout;
mod robustness;
mod snapshot;

use super::ast::*;
use super::parse;

/// A small program in the shape that clang 19 writes, with both forms of debug statements.
const SAMPLE: &str = include_str!("sample.ll");

fn read(text: &str) -> Module {
    match parse(text) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

fn error(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("was accepted"),
        Err(error) => error.to_string(),
    }
}

/// Reads a function body of one line, followed by `unreachable`, in which `%p` is a pointer and `%i` an i32.
fn read_line(line: &str) -> Module {
    read(&format!(
        "define void @f(ptr %p, i32 %i, double %d, <4 x i32> %v, {{ i32, i1 }} %s) {{\n  {line}\n  unreachable\n}}\n"
    ))
}

fn first_op(module: &Module) -> &Op {
    &module.functions[0].blocks[0].instructions[0].op
}
