//! Reading a program for property `memory`, and the ends of blocks anywhere: `fresh()` is a new variable of a block (an
//! `int`), `ends(x)` is the end of that block, wherever it stands.

use ir::{Callee, Op, Operand, Program};

pub const HEAD: &str = "int *fresh(void) { return 0; } void ends(int *x) {}\n";

pub fn options() -> frontend::Options {
    let mut options = frontend::Options::default();
    options.extra_args.extend(frontend::MEMORY_CHECKS.map(String::from));
    options
}

pub fn mark(program: &mut Program) {
    let named =
        |name: &str| program.functions.iter_enumerated().find(|(_, f)| *f.name == *name).map(|(id, _)| id);
    let (fresh, ends) = (named("fresh"), named("ends"));
    for function in program.functions.iter_mut().filter(|function| !function.library) {
        for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            match &mut inst.op {
                Op::Call { callee: Callee::Direct(callee), .. } if Some(*callee) == fresh => {
                    inst.op = Op::Alloca { size: Operand::i64(4), align: 4, name: Some("x".into()) };
                }
                Op::Call { callee: Callee::Direct(callee), args } if Some(*callee) == ends => {
                    inst.op = Op::ScopeEnd { ptr: args[0] };
                }
                _ => {}
            }
        }
    }
}
