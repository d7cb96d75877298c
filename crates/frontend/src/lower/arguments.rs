//! What the program is started with is an input: `argc` is any positive number, the strings behind `argv` are not
//! known, nor is what another entry than `main` is called with.

use ir::*;
use smallvec::smallvec;

/// Makes inputs of the parameters of the entry that it uses. `plain`: a `main` is started without arguments.
pub(crate) fn make_inputs(program: &mut Program, entry: FuncId, plain: bool) {
    let called = is_called(program, entry);
    let function = &mut program.functions[entry];
    let is_main = &*function.name == "main";
    let params = function.params.clone();
    for (position, param) in params.into_iter().enumerate() {
        let ty = function.values[param].ty;
        let fixed = is_main && position == 0 && plain;
        if fixed || !is_used(function, param) {
            continue;
        }
        match ty {
            Ty::Ptr => refuse_uses(function, param),
            _ if called => refuse_uses(function, param),
            _ => make_input(function, param, is_main && position == 0),
        }
    }
}

/// Whether anybody but the start of the program calls it or has its address.
fn is_called(program: &Program, entry: FuncId) -> bool {
    let others = program.functions.iter_enumerated().filter(|(id, _)| *id == entry || *id != program.entry);
    let insts = others.flat_map(|(_, function)| function.blocks.iter()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| {
        let mut found = matches!(inst.op, Op::Call { callee: Callee::Direct(callee), .. } if callee == entry);
        inst.op.for_each_operand(|operand| found |= operand == Operand::Func(entry));
        found
    })
}

fn uses(op: &Op, value: ValueId) -> bool {
    let mut found = false;
    op.for_each_operand(|operand| found |= operand == Operand::Value(value));
    found
}

fn term_uses(term: &Term, value: ValueId) -> bool {
    let mut found = false;
    term.for_each_operand(|operand| found |= operand == Operand::Value(value));
    found
}

fn is_used(function: &Function, value: ValueId) -> bool {
    let used =
        |block: &Block| block.insts.iter().any(|inst| uses(&inst.op, value)) || term_uses(&block.term, value);
    function.blocks.iter().any(used)
}

/// Whoever looks at it has no verdict.
fn refuse_uses(function: &mut Function, value: ValueId) {
    let refusal = |span: Span| {
        let reason = "the arguments that the program is started with".into();
        Inst { op: Op::Unsupported { reason }, results: smallvec![], span }
    };
    for block in function.blocks.iter_mut() {
        let mut index = 0;
        while let Some(inst) = block.insts.get(index) {
            if uses(&inst.op, value) {
                let span = inst.span;
                block.insts.insert(index, refusal(span));
                index += 1;
            }
            index += 1;
        }
        if term_uses(&block.term, value) {
            block.insts.push(refusal(block.span));
        }
    }
}

fn make_input(function: &mut Function, param: ValueId, positive: bool) {
    let data = function.values[param].clone();
    let name = data.name.clone().unwrap_or_else(|| "argument".into());
    let input = function.values.push(data.clone());
    let put = |operand: &mut Operand| {
        if *operand == Operand::Value(param) {
            *operand = Operand::Value(input);
        }
    };
    for block in function.blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(put));
        block.term.for_each_operand_mut(put);
    }
    let span = function.span;
    let inst = |op: Op, results| Inst { op, results, span };
    let mut first = vec![inst(Op::Nondet { kind: NondetKind::Input(name) }, smallvec![input])];
    if positive {
        let holds = function.new_value(Ty::BOOL);
        let zero = Operand::int(0, data.ty);
        first.push(inst(Op::Compare { op: CompareOp::Sgt, a: input.into(), b: zero }, smallvec![holds]));
        first.push(inst(Op::Assume { cond: holds.into() }, smallvec![]));
    }
    let insts = &mut function.blocks[Function::ENTRY].insts;
    insts.splice(0..0, first);
}
