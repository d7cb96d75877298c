//! Marks the calls of specified functions in a program: each tells its arguments when it begins and its result when
//! it returns.
//!
//! The marks are `Observe` instructions, which no other thread can tell: the marked program has the same visible steps as the one
//! it was made from, so a schedule of one is a schedule of the other.

use ir::{FuncId, Inst, Op, Operand, Program, Span, Term, Ty};
use smallvec::SmallVec;
use std::sync::Arc;

/// What a mark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// A function is called.
    Begin(FuncId),
    /// The next of its arguments.
    Argument,
    /// It returns, with a result if it has one.
    End { has_result: bool },
}

const BEGIN: char = '\u{1}';
const ARGUMENT: char = '\u{2}';
const END: char = '\u{3}';
const END_WITH_RESULT: char = '\u{4}';

/// The mark with this name, if it is one.
pub(crate) fn mark_of(name: &str) -> Option<Mark> {
    let mut chars = name.chars();
    match chars.next()? {
        BEGIN => Some(Mark::Begin(FuncId(chars.as_str().parse().ok()?))),
        ARGUMENT => Some(Mark::Argument),
        END => Some(Mark::End { has_result: false }),
        END_WITH_RESULT => Some(Mark::End { has_result: true }),
        _ => None,
    }
}

/// The program with marks in all functions that `wanted` names.
pub(crate) fn marked(program: &Program, wanted: impl Fn(&str) -> bool) -> Program {
    let mut program = program.clone();
    for (index, function) in program.functions.iter_mut().enumerate() {
        if !wanted(base_name(&function.name)) {
            continue;
        }
        let zero = Operand::Const { bits: 0, ty: Ty::I32 };
        let mut begin = vec![observe(format!("{BEGIN}{index}"), zero, function.span)];
        let arguments = function.params.iter().map(|&param| Operand::Value(param));
        begin.extend(arguments.map(|value| observe(ARGUMENT.to_string(), value, function.span)));
        for (block_index, block) in function.blocks.iter_mut().enumerate() {
            if block_index == 0 {
                block.insts.splice(0..0, begin.drain(..));
            }
            if let Term::Return(values) = &block.term {
                let (name, value) = match values.first() {
                    Some(value) => (END_WITH_RESULT, *value),
                    None => (END, zero),
                };
                block.insts.push(observe(name.to_string(), value, block.span));
            }
        }
    }
    program
}

/// Without the parameters that a C++ name carries.
pub(crate) fn base_name(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

fn observe(name: String, value: Operand, span: Span) -> Inst {
    Inst { op: Op::Observe { name: Arc::from(name), value }, results: SmallVec::new(), span }
}

/// A value as C sees it.
pub(crate) fn number(bits: u128, ty: Ty) -> i64 {
    match ty {
        Ty::Int(1) => (bits & 1) as i64,
        Ty::Int(width) if width <= 64 => interp::eval::signed(bits, ty) as i64,
        _ => bits as u64 as i64,
    }
}
