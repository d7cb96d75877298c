//! Calls: to defined functions, through pointers, to the library, to the unknown.
//!
//! Who answers a direct call, in this order: LLVM's intrinsics; the seam to the prelude (`__selvedge_*`); the words of
//! the verification vocabulary that a program may define but not change; a definition in the program; the
//! one-to-one table ([`super::library`]); the prelude; nobody (then the result is arbitrary, with a warning).
//!
//! A call whose arguments do not fit the callee (old C lets one write that) is made to fit: missing arguments are
//! arbitrary, superfluous ones are evaluated and dropped, widths are changed, results likewise.

use super::context::{FunctionKey, Resolved, Signature};
use super::function::FunctionLowering;
use super::unit::UnitId;
use super::{Lower, refuse};
use crate::ll::ast::{self, Argument, Constant, Instruction, Passing, Type, TypeId, Value};
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn call(&mut self, instruction: &Instruction, call: &'m ast::Call) -> Lower<()> {
        let flat = match &call.callee {
            Value::InlineAsm(asm) => self.inline_asm(asm, call)?,
            Value::Constant(Constant::Global(symbol)) => self.direct_call(*symbol, call)?,
            callee => {
                let pointer = self.scalar_value(callee, ast::TypeTable::PTR)?;
                self.indirect_call(pointer, call)?
            }
        };
        self.define(instruction.result, flat);
        self.name_result(instruction, call);
        Ok(())
    }

    /// Intrinsics that hand on an address hand on its name.
    fn name_result(&mut self, instruction: &Instruction, call: &ast::Call) {
        let Some(symbol) = call.direct_callee() else { return };
        if self.unit.name(symbol).starts_with("llvm.threadlocal.address")
            && let (Some(result), Some(argument)) = (instruction.result, call.arguments.first())
            && let Some(name) = self.names.of(&self.unit, &argument.operand.value)
        {
            self.names.set(result, name);
        }
    }

    fn direct_call(&mut self, symbol: ast::Symbol, call: &'m ast::Call) -> Lower<Operands> {
        let unit = self.unit.clone();
        let symbol = unit.module.resolve_alias(symbol).unwrap_or(symbol);
        let name = unit.name(symbol);
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.llvm_intrinsic(intrinsic, call);
        }
        let resolved = self.cx.resolve(&unit, symbol);
        let ours = matches!(resolved, Resolved::Function(UnitId::User, _))
            || matches!((resolved, unit.id), (Resolved::Function(..), UnitId::Prelude));
        let known = self.is_fixed_word(name) || !ours;
        if known && name.starts_with("__selvedge_async_") {
            return self.async_marker(name);
        }
        if known {
            let args = self.flat_arguments(&call.arguments)?;
            if let Some(flat) = self.library_call(name, &args, call.return_type)? {
                return Ok(flat);
            }
        }
        match resolved {
            Resolved::Function(id, index) => {
                let function = self.cx.function_id(id, index)?;
                if id == UnitId::Prelude && unit.id == UnitId::User {
                    self.check_model(function, name, call)?;
                }
                let mut args = self.arguments_for(function, &call.arguments)?;
                if name == "pthread_create" {
                    self.adapt_thread_start(&mut args, 2);
                    self.adapt_thread_handle(&mut args);
                }
                if self.async_calls.contains(&(self.position, self.index)) {
                    return self.start_async(function, args, call.return_type);
                }
                self.call_function(function, args, call.return_type)
            }
            Resolved::UndefinedFunction | Resolved::Unknown => {
                let args = self.flat_arguments(&call.arguments)?;
                self.external_call(name, &args, call.return_type)
            }
            _ => {
                let pointer = self.symbol(symbol)?;
                self.indirect_call(pointer, call)
            }
        }
    }

    /// A model of a library function that wants more than it is given is a model of something else.
    fn check_model(&self, function: FuncId, name: &str, call: &ast::Call) -> Lower<()> {
        let signature = &self.cx.entries[function].signature;
        let wanted = signature.params.len() - usize::from(signature.variadic);
        let mut given = 0;
        for argument in &call.arguments {
            given += self.unit.width(argument.operand.ty)?;
        }
        match given < wanted {
            true => refuse(format!("`{name}` with fewer arguments than it has in the library")),
            false => Ok(()),
        }
    }

    /// All scalars of the arguments, as they are.
    pub fn flat_arguments(&mut self, arguments: &[Argument]) -> Lower<Operands> {
        let mut flat = Operands::new();
        for argument in arguments {
            flat.extend(self.operand(&argument.operand)?);
        }
        Ok(flat)
    }

    /// The scalars of one argument as a callee receives them: what goes by value is copied.
    fn passed(&mut self, argument: &Argument) -> Lower<Operands> {
        let flat = self.operand(&argument.operand)?;
        match (argument.passing, &*flat) {
            (Passing::ByValue(ty), &[source]) => {
                let (size, align) = (self.unit.size(ty)?, self.unit.align(ty).clamp(8, 4096) as u32);
                let copy = self.entry_alloca(size, align);
                self.builder.effect(Op::Copy { dst: copy, src: source, len: Operand::i64(size as i64) });
                Ok(Operands::from_elem(copy, 1))
            }
            _ => Ok(flat),
        }
    }

    /// A stack object for the use of one instruction; in the entry block, so that a loop has only one.
    pub fn entry_alloca(&mut self, size: u64, align: u32) -> Operand {
        let value = self.builder.function.new_value(Ty::Ptr);
        let op = Op::Alloca { size: Operand::i64(size as i64), align, name: None };
        let inst = Inst { op, results: smallvec::smallvec![value], span: self.builder.span };
        self.builder.function.blocks[Function::ENTRY].insts.insert(0, inst);
        value.into()
    }

    /// The arguments of a call to a function of the program, one per parameter of its flat signature.
    fn arguments_for(&mut self, function: FuncId, arguments: &[Argument]) -> Lower<Operands> {
        let signature = self.cx.entries[function].signature.clone();
        let fixed = signature.params.len() - usize::from(signature.variadic);
        let mut flat = Operands::new();
        let mut rest = arguments;
        while let [first, others @ ..] = rest {
            if flat.len() >= fixed && signature.variadic {
                break;
            }
            flat.extend(self.passed(first)?);
            rest = others;
        }
        let mut fitted: Operands = Operands::new();
        for (position, &ty) in signature.params[..fixed].iter().enumerate() {
            fitted.push(match flat.get(position) {
                Some(&operand) => self.fit(operand, ty),
                None => self.builder.nondet(NondetKind::Uninitialised("missing argument".into()), ty),
            });
        }
        if signature.variadic {
            fitted.push(self.variable_arguments(rest)?);
        }
        Ok(fitted)
    }

    /// Calls a function with fitting arguments and makes its results fit.
    pub fn call_function(&mut self, function: FuncId, args: Operands, result: TypeId) -> Lower<Operands> {
        let results = self.cx.entries[function].signature.results.clone();
        let values = self.builder.emit(Op::Call { callee: Callee::Direct(function), args }, &results);
        let wanted = self.unit.leaves(result)?;
        let mut fitted = Operands::new();
        for (position, leaf) in wanted.iter().enumerate() {
            fitted.push(match values.get(position) {
                Some(&value) => self.fit(value.into(), leaf.ty),
                None => self.builder.nondet(NondetKind::Uninitialised("missing result".into()), leaf.ty),
            });
        }
        Ok(fitted)
    }

    /// A scalar under another type, as a careless call would pass it in a register.
    pub fn fit(&mut self, operand: Operand, to: Ty) -> Operand {
        fit(&mut self.builder, operand, to)
    }

    fn indirect_call(&mut self, pointer: Operand, call: &'m ast::Call) -> Lower<Operands> {
        if let Operand::Func(function) = pointer {
            let args = self.arguments_for(function, &call.arguments)?;
            return self.call_function(function, args, call.return_type);
        }
        let fixed = call.signature.and_then(|signature| match self.unit.module.types.get(signature) {
            Type::Function { parameters, variadic: true, .. } => Some(parameters.clone()),
            _ => None,
        });
        let split =
            fixed.as_ref().map_or(call.arguments.len(), |fixed| fixed.len().min(call.arguments.len()));
        let mut args = Operands::new();
        for argument in &call.arguments[..split] {
            args.extend(self.passed(argument)?);
        }
        if let Some(fixed) = fixed
            && (split < call.arguments.len() || self.may_be_variadic(&fixed))
        {
            args.push(self.variable_arguments(&call.arguments[split..])?);
        }
        let results: Vec<Ty> = self.unit.leaves(call.return_type)?.iter().map(|leaf| leaf.ty).collect();
        let op = Op::Call { callee: Callee::Indirect(pointer), args };
        Ok(self.builder.emit(op, &results).into_iter().map(Operand::from).collect())
    }

    /// Whether a call through a pointer without variable arguments means a variadic function at all: the type of an
    /// old-style pointer `int (*f)()` looks the same.
    fn may_be_variadic(&self, fixed: &[TypeId]) -> bool {
        let same = |function: &ast::Function| {
            function.variadic
                && !function.is_declaration()
                && self.unit.is_address_taken(function.name)
                && function.parameters.iter().map(|parameter| parameter.ty).eq(fixed.iter().copied())
        };
        self.unit.module.functions.iter().any(same)
    }

    /// A function that nobody defines: it can do anything with what it is given, and return anything. One without a
    /// result would be called for nothing, if it did nothing.
    pub fn external_call(&mut self, name: &str, args: &[Operand], result: TypeId) -> Lower<Operands> {
        if super::library::raises(name) {
            return refuse(format!("a C++ exception or the end of the program in `{name}`"));
        }
        let harmless = |&operand: &Operand| match operand {
            Operand::Global { id, .. } => self.cx.program.globals[id].constant,
            Operand::Const { .. } => true,
            _ => self.builder.ty(operand) != Ty::Ptr,
        };
        if !args.iter().all(harmless) {
            return refuse(format!("the function `{name}` is not defined and is given pointers"));
        }
        if self.never_returns() {
            return refuse(format!("the function `{name}` is not defined and does not return"));
        }
        let leaves = self.unit.leaves(result)?;
        if leaves.is_empty() && !super::library::does_nothing(name) {
            return refuse(format!(
                "the function `{name}` is not defined and has no result but what it does"
            ));
        }
        if !leaves.is_empty() {
            self.cx.warn(self.builder.span, format!("`{name}` is not defined: its result is arbitrary"));
        }
        let kind = NondetKind::External(name.into());
        Ok(leaves.iter().map(|leaf| self.builder.nondet(kind.clone(), leaf.ty)).collect())
    }

    /// Whether nothing is meant to come after the instruction being lowered.
    fn never_returns(&self) -> bool {
        let block = self.source.blocks.get(self.position.index());
        let next = block.and_then(|block| block.instructions.get(self.index + 1));
        next.is_some_and(|next| matches!(next.op, ast::Op::Unreachable))
    }

    /// The function to start a thread with, in place of one of another type.
    pub fn adapt_thread_start(&mut self, args: &mut Operands, position: usize) {
        if let Some(Operand::Func(function)) = args.get(position).copied() {
            args[position] = Operand::Func(self.cx.thread_start(function));
        }
    }

    /// `pthread_create(NULL, …)` is wrong, but common in benchmarks whose authors mean "I do not need the handle".
    fn adapt_thread_handle(&mut self, args: &mut Operands) {
        if args.first() == Some(&Operand::NULL) {
            let message =
                "pthread_create without a place for the thread's id: taken to mean that nobody needs it";
            self.cx.warn(self.builder.span, message.into());
            args[0] = self.entry_alloca(8, 8);
        }
    }

    /// Starts a thread that calls `function` with these arguments.
    fn start_async(&mut self, function: FuncId, args: Operands, result: TypeId) -> Lower<Operands> {
        let (start, packed) = match *args {
            [] => (self.cx.thread_start(function), Operand::NULL),
            [single] if self.builder.ty(single) != Ty::F80 && self.builder.ty(single).bits() <= 64 => {
                (self.cx.thread_start(function), self.fit(single, Ty::Ptr))
            }
            _ => {
                let op = Op::HeapAlloc {
                    size: Operand::i64(16 * args.len() as i64),
                    by: Allocator::Malloc,
                    zeroed: true,
                };
                let block = self.builder.value(op, Ty::Ptr);
                for (position, &arg) in args.iter().enumerate() {
                    let addr = self.builder.ptr_add(block, 16 * position as i64);
                    let access = Access::plain(self.builder.ty(arg));
                    self.builder.store(access, addr, arg);
                }
                (self.cx.async_start(function), block)
            }
        };
        let args = [Operand::Func(start), packed].into_iter().collect();
        self.builder.value(Op::Sync { op: SyncOp::ThreadCreate, args }, Ty::I64);
        self.undefined(result, "result of an asynchronous call")
    }
}

/// A scalar under another type, as a careless call would pass it in a register: bits are kept, widths cut or
/// extended with zeros.
pub(crate) fn fit(builder: &mut super::builder::Builder, operand: Operand, to: Ty) -> Operand {
    let from = builder.ty(operand);
    if from == to {
        return operand;
    }
    if from == Ty::F80 || to == Ty::F80 {
        return builder.nondet(NondetKind::Uninitialised("argument of another type".into()), to);
    }
    let number = builder.bits(operand, Ty::Int(from.bits() as u8));
    let sized = builder.resize(number, Ty::Int(to.bits() as u8), false);
    builder.bits(sized, to)
}

impl Signature {
    /// Whether a thread can start here as it is.
    pub fn is_thread_start(&self) -> bool {
        self.params == [Ty::Ptr] && self.results == [Ty::Ptr] && !self.variadic
    }
}

impl FunctionKey {
    pub fn thunk(name: &str) -> FunctionKey {
        FunctionKey::Thunk(name.into())
    }
}
