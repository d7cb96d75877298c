//! Checks the invariants of the IR. Runs after the front end and after every pass in debug and test builds.
//!
//! 1. The entry function exists and so does every constructor; every function has at least one block.
//! 2. Block 0 has no parameters and is nobody's target. Targets exist and pass one argument of the right type per
//!    parameter.
//! 3. Every value is defined exactly once: as a function parameter, a block parameter or a result.
//! 4. A definition dominates its uses (in blocks that can be reached).
//! 5. Operands and results have the types the operation asks for; constants fit their width.
//! 6. Direct calls pass and receive what the callee declares. Function and global ids exist; the address of a
//!    thread-local global is taken by `ThreadLocal` only.
//! 7. Loads have no release, stores no acquire order; a failure order does not release.
//! 8. Relocations lie inside their global and name globals or functions; initial bytes fit the size.
//! 9. Switch cases are distinct.

use crate::cfg::{Dominators, reverse_postorder};
use crate::*;
use thiserror::Error;

/// A broken invariant: a defect of the front end or of a pass, never of the user's program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid IR in {function}, {place}: {message}")]
pub struct VerifyError {
    pub function: String,
    pub place: String,
    pub message: String,
}

type Result<T = ()> = std::result::Result<T, String>;

/// Checks a whole program.
pub fn verify(program: &Program) -> std::result::Result<(), VerifyError> {
    let fail = |function: &str, place: String| {
        let function = function.to_string();
        move |message| VerifyError { function, place, message }
    };
    check_program(program).map_err(fail("program", "header".into()))?;
    for global in program.globals.iter() {
        check_global(program, global).map_err(fail("globals", global.name.to_string()))?;
    }
    for function in program.functions.iter() {
        let checker = Checker::new(program, function).map_err(fail(&function.name, "values".into()))?;
        for (id, block) in function.blocks.iter_enumerated() {
            for (index, inst) in block.insts.iter().enumerate() {
                checker
                    .check_inst(inst)
                    .map_err(fail(&function.name, format!("{id} instruction {index}")))?;
            }
            checker.check_term(&block.term).map_err(fail(&function.name, format!("{id} terminator")))?;
        }
        checker.check_dominance().map_err(fail(&function.name, "uses".into()))?;
    }
    Ok(())
}

fn check_program(program: &Program) -> Result {
    ensure(program.functions.get(program.entry).is_some(), || "the entry function does not exist".into())?;
    for &constructor in &program.constructors {
        ensure(program.functions.get(constructor).is_some(), || {
            format!("constructor {constructor} does not exist")
        })?;
    }
    Ok(())
}

fn check_global(program: &Program, global: &Global) -> Result {
    ensure(global.init.bytes.len() as u64 <= global.size, || "more initial bytes than the size".into())?;
    for relocation in &global.init.relocations {
        ensure(relocation.offset.checked_add(8).is_some_and(|end| end <= global.size), || {
            format!("relocation at {} is outside", relocation.offset)
        })?;
        match relocation.target {
            Operand::Global { id, .. }
                if program.globals.get(id).is_some_and(|target| !target.thread_local) => {}
            Operand::Func(id) if program.functions.get(id).is_some() => {}
            other => return Err(format!("relocation to {other:?}")),
        }
    }
    Ok(())
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result {
    if condition { Ok(()) } else { Err(message()) }
}

/// Where a value is defined.
#[derive(Clone, Copy, PartialEq)]
enum Def {
    Param,
    /// Block and position: 0 for block parameters, index + 1 for instructions.
    At(BlockId, usize),
}

struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    defs: IndexVec<ValueId, Option<Def>>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Result<Self> {
        ensure(!function.blocks.is_empty(), || "no blocks".into())?;
        ensure(function.blocks[Function::ENTRY].params.is_empty(), || {
            "the entry block has parameters".into()
        })?;
        let mut checker = Checker { program, function, defs: function.values.iter().map(|_| None).collect() };
        for &param in &function.params {
            checker.define(param, Def::Param)?;
        }
        for (id, block) in function.blocks.iter_enumerated() {
            for &param in &block.params {
                checker.define(param, Def::At(id, 0))?;
            }
            for (index, inst) in block.insts.iter().enumerate() {
                for &result in &inst.results {
                    checker.define(result, Def::At(id, index + 1))?;
                }
            }
        }
        Ok(checker)
    }

    fn define(&mut self, value: ValueId, def: Def) -> Result {
        ensure(self.function.values.get(value).is_some(), || format!("{value} does not exist"))?;
        let ty = self.function.values[value].ty;
        ensure(!matches!(ty, Ty::Int(0 | 129..)), || format!("{value} has width {ty}"))?;
        ensure(self.defs[value].replace(def).is_none(), || format!("{value} is defined twice"))
    }

    /// The type of an operand that must exist.
    fn ty(&self, operand: Operand) -> Result<Ty> {
        match operand {
            Operand::Value(id) => match self.defs.get(id) {
                Some(Some(_)) => Ok(self.function.values[id].ty),
                _ => Err(format!("{id} is used but not defined")),
            },
            Operand::Const { bits, ty } => {
                ensure(bits & !ty.mask() == 0, || format!("constant {bits:#x} does not fit {ty}"))
                    .map(|()| ty)
            }
            Operand::Global { id, .. } => match self.program.globals.get(id) {
                Some(global) if !global.thread_local => Ok(Ty::Ptr),
                Some(global) => Err(format!("address of thread-local {} as an operand", global.name)),
                None => Err(format!("{id} does not exist")),
            },
            Operand::Func(id) => {
                ensure(self.program.functions.get(id).is_some(), || format!("{id} does not exist"))
                    .map(|()| Ty::Ptr)
            }
        }
    }

    fn expect(&self, operand: Operand, wanted: Ty) -> Result {
        let found = self.ty(operand)?;
        ensure(found == wanted, || format!("operand {operand:?} has type {found}, expected {wanted}"))
    }
    fn expect_all(&self, operands: &[Operand], wanted: &[Ty], what: &str) -> Result {
        ensure(operands.len() == wanted.len(), || {
            format!("{what}: {} operands, expected {}", operands.len(), wanted.len())
        })?;
        operands.iter().zip(wanted).try_for_each(|(&operand, &ty)| self.expect(operand, ty))
    }
    fn results(&self, inst: &Inst, wanted: &[Ty]) -> Result {
        let found: Vec<Ty> = inst.results.iter().map(|&result| self.function.values[result].ty).collect();
        ensure(found == wanted, || format!("results {found:?}, expected {wanted:?}"))
    }
    fn value_ty(&self, operand: Operand, kind: fn(Ty) -> bool, what: &str) -> Result<Ty> {
        let ty = self.ty(operand)?;
        ensure(kind(ty), || format!("{what} of {ty}")).map(|()| ty)
    }

    fn check_inst(&self, inst: &Inst) -> Result {
        match &inst.op {
            Op::Unary { op, a } => {
                use UnaryOp::*;
                let integer =
                    matches!(op, CountOnes | LeadingZeros | TrailingZeros | ByteSwap | BitReverse | Abs);
                let ty =
                    self.value_ty(*a, if integer { Ty::is_int } else { Ty::is_float }, "unary operation")?;
                self.results(inst, &[ty])
            }
            Op::Binary { op, a, b } => {
                let kind = if op.is_float() { Ty::is_float } else { Ty::is_int };
                let ty = self.value_ty(*a, kind, "binary operation")?;
                self.expect(*b, ty)?;
                self.results(inst, &[ty])
            }
            Op::Overflow { a, b, .. } => {
                let ty = self.value_ty(*a, Ty::is_int, "overflow operation")?;
                self.expect(*b, ty)?;
                self.results(inst, &[ty, Ty::BOOL])
            }
            Op::Compare { op, a, b } => {
                let ty = self.ty(*a)?;
                ensure(ty.is_float() == op.is_float(), || format!("comparison {op:?} of {ty}"))?;
                self.expect(*b, ty)?;
                self.results(inst, &[Ty::BOOL])
            }
            Op::Cast { op, a } => self.check_cast(inst, *op, *a),
            Op::Select { cond, then, other } => {
                self.expect(*cond, Ty::BOOL)?;
                let ty = self.ty(*then)?;
                self.expect(*other, ty)?;
                self.results(inst, &[ty])
            }
            Op::PtrAdd { base, offset } => {
                self.expect(*base, Ty::Ptr)?;
                self.expect(*offset, Ty::I64)?;
                self.results(inst, &[Ty::Ptr])
            }
            Op::Alloca { size, .. } | Op::HeapAlloc { size, .. } => {
                self.expect(*size, Ty::I64)?;
                self.results(inst, &[Ty::Ptr])
            }
            Op::ThreadLocal { global } => {
                let found = self.program.globals.get(*global).is_some_and(|global| global.thread_local);
                ensure(found, || format!("{global} is not a thread-local global"))?;
                self.results(inst, &[Ty::Ptr])
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                self.check_access(inst)
            }
            Op::Copy { dst, src, len } => {
                self.expect_all(&[*dst, *src, *len], &[Ty::Ptr, Ty::Ptr, Ty::I64], "copy")?;
                self.results(inst, &[])
            }
            Op::Fill { dst, byte, len } => {
                self.expect_all(&[*dst, *byte, *len], &[Ty::Ptr, Ty::I8, Ty::I64], "fill")?;
                self.results(inst, &[])
            }
            Op::HeapFree { ptr } | Op::ScopeEnd { ptr } => {
                self.expect(*ptr, Ty::Ptr)?;
                self.results(inst, &[])
            }
            Op::ObjectSize { ptr } => {
                self.expect(*ptr, Ty::Ptr)?;
                self.results(inst, &[Ty::I64])
            }
            Op::Call { callee, args } => self.check_call(inst, *callee, args),
            Op::Sync { op, args } => {
                self.expect_all(args, op.args(), op.name())?;
                self.results(inst, op.results())
            }
            Op::Print { args, .. } => {
                args.iter().try_for_each(|&arg| self.ty(arg).map(|_| ()))?;
                self.results(inst, &[Ty::I32])
            }
            Op::Exit { code } => {
                self.expect(*code, Ty::I32)?;
                self.results(inst, &[])
            }
            Op::Assert { cond, .. } | Op::Assume { cond } => {
                self.expect(*cond, Ty::BOOL)?;
                self.results(inst, &[])
            }
            Op::Nondet { .. } => ensure(inst.results.len() == 1, || "nondet has one result".into()),
            Op::Observe { value, .. } => {
                self.ty(*value)?;
                self.results(inst, &[])
            }
            Op::Fence { .. }
            | Op::Abort
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::TransactionBegin
            | Op::TransactionEnd
            | Op::Unsupported { .. } => self.results(inst, &[]),
        }
    }

    fn check_cast(&self, inst: &Inst, op: CastOp, a: Operand) -> Result {
        let from = self.ty(a)?;
        let &[result] = inst.results.as_slice() else { return Err("a cast has one result".into()) };
        let to = self.function.values[result].ty;
        let fits = match op {
            CastOp::Trunc => from.is_int() && to.is_int() && to.bits() < from.bits(),
            CastOp::ZExt | CastOp::SExt => from.is_int() && to.is_int() && to.bits() > from.bits(),
            CastOp::Bits => from.bits() == to.bits(),
            CastOp::FTrunc | CastOp::FExt => from.is_float() && to.is_float(),
            CastOp::FToS | CastOp::FToU => from.is_float() && to.is_int(),
            CastOp::SToF | CastOp::UToF => from.is_int() && to.is_float(),
        };
        ensure(fits, || format!("cast {op:?} from {from} to {to}"))
    }

    fn check_access(&self, inst: &Inst) -> Result {
        match &inst.op {
            Op::Load { access, addr } => {
                self.expect(*addr, Ty::Ptr)?;
                ensure(!matches!(access.order, Order::Release | Order::AcqRel), || {
                    "a load that releases".into()
                })?;
                self.results(inst, &[access.ty])
            }
            Op::Store { access, addr, value } => {
                self.expect_all(&[*addr, *value], &[Ty::Ptr, access.ty], "store")?;
                ensure(!matches!(access.order, Order::Acquire | Order::AcqRel), || {
                    "a store that acquires".into()
                })?;
                self.results(inst, &[])
            }
            Op::Rmw { access, addr, value, .. } => {
                self.expect_all(&[*addr, *value], &[Ty::Ptr, access.ty], "rmw")?;
                self.results(inst, &[access.ty])
            }
            Op::CompareExchange { access, failure, addr, expected, desired, .. } => {
                self.expect_all(&[*addr, *expected, *desired], &[Ty::Ptr, access.ty, access.ty], "cas")?;
                ensure(!matches!(failure, Order::Release | Order::AcqRel), || {
                    "a failure that releases".into()
                })?;
                self.results(inst, &[access.ty, Ty::BOOL])
            }
            _ => Ok(()),
        }
    }

    fn check_call(&self, inst: &Inst, callee: Callee, args: &[Operand]) -> Result {
        match callee {
            Callee::Direct(id) => {
                let Some(callee) = self.program.functions.get(id) else {
                    return Err(format!("{id} does not exist"));
                };
                let wanted: Vec<Ty> = callee.params.iter().map(|&param| callee.values[param].ty).collect();
                self.expect_all(args, &wanted, &callee.name)?;
                self.results(inst, &callee.results)
            }
            Callee::Indirect(pointer) => {
                self.expect(pointer, Ty::Ptr)?;
                args.iter().try_for_each(|&arg| self.ty(arg).map(|_| ()))
            }
        }
    }

    fn check_term(&self, term: &Term) -> Result {
        for target in term.targets() {
            let Some(block) = self.function.blocks.get(target.block) else {
                return Err(format!("target {} does not exist", target.block));
            };
            ensure(target.block != Function::ENTRY, || "a jump to the entry block".into())?;
            let wanted: Vec<Ty> = block.params.iter().map(|&param| self.function.values[param].ty).collect();
            self.expect_all(&target.args, &wanted, &target.block.to_string())?;
        }
        match term {
            Term::Branch { cond, .. } => self.expect(*cond, Ty::BOOL),
            Term::Switch { value, cases, .. } => {
                let ty = self.value_ty(*value, Ty::is_int, "switch")?;
                let mut seen: Vec<u128> = cases.iter().map(|(case, _)| *case).collect();
                seen.sort_unstable();
                ensure(seen.iter().all(|case| case & !ty.mask() == 0), || "a case that does not fit".into())?;
                ensure(seen.windows(2).all(|pair| pair[0] != pair[1]), || "a case twice".into())
            }
            Term::Return(values) => self.expect_all(values, &self.function.results, "return"),
            Term::Jump(_) | Term::Unreachable => Ok(()),
        }
    }

    fn check_dominance(&self) -> Result {
        let dominators = Dominators::of(self.function);
        let mut result = Ok(());
        for block in reverse_postorder(self.function) {
            let mut check = |operand: Operand, position: usize| {
                let Operand::Value(value) = operand else { return };
                let Some(Def::At(def_block, def_position)) = self.defs[value] else { return };
                let before = match def_block == block {
                    true => def_position < position,
                    false => dominators.dominates(def_block, block),
                };
                if !before && result.is_ok() {
                    result = Err(format!("{value} is used in {block} where its definition does not reach"));
                }
            };
            let data = &self.function.blocks[block];
            for (index, inst) in data.insts.iter().enumerate() {
                inst.op.for_each_operand(|operand| check(operand, index + 1));
            }
            data.term.for_each_operand(|operand| check(operand, usize::MAX));
        }
        result
    }
}
