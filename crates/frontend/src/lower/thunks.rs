//! Functions that no source contains: thread starts out of functions of another type, the start of an asynchronous
//! call, and bodies for library functions whose address is taken.

use super::builder::Builder;
use super::calls::fit;
use super::context::{Context, FunctionKey, Signature};
use super::function::FunctionLowering;
use super::names::Names;
use super::unit::Unit;
use super::{Lower, Refusal};
use crate::ll::ast::{self, Definition, Linkage, Symbol};
use ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

impl<'m> Context<'m> {
    /// A function `(ptr) -> ptr` that calls `function`: itself, if it is one.
    pub fn thread_start(&mut self, function: FuncId) -> FuncId {
        if self.entries[function].signature.is_thread_start() {
            return function;
        }
        let key = FunctionKey::ThreadStart(function);
        if let Some(&id) = self.function_ids.get(&key) {
            return id;
        }
        self.build_start(key, function, |builder, argument, position, ty| match position {
            0 => fit(builder, argument, ty),
            _ => builder.nondet(NondetKind::Uninitialised("missing argument".into()), ty),
        })
    }

    /// A thread start that takes its arguments from a block of memory, 16 bytes for each.
    pub fn async_start(&mut self, function: FuncId) -> FuncId {
        let key = FunctionKey::AsyncStart(function);
        if let Some(&id) = self.function_ids.get(&key) {
            return id;
        }
        self.build_start(key, function, |builder, block, position, ty| {
            let addr = builder.ptr_add(block, 16 * position as i64);
            builder.load(Access::plain(ty), addr)
        })
    }

    fn build_start(
        &mut self,
        key: FunctionKey,
        function: FuncId,
        mut argument: impl FnMut(&mut Builder, Operand, usize, Ty) -> Operand,
    ) -> FuncId {
        let callee = self.entries[function].signature.clone();
        let mut builder = Builder::new(self.entries[function].name.clone());
        builder.function.library = true;
        let given = builder.function.add_param(Ty::Ptr).into();
        builder.function.results = vec![Ty::Ptr];
        let mut args = Operands::new();
        for (position, &ty) in callee.params.iter().enumerate() {
            args.push(argument(&mut builder, given, position, ty));
        }
        let values = builder.emit(Op::Call { callee: Callee::Direct(function), args }, &callee.results);
        let result = match values.first() {
            Some(&value) => fit(&mut builder, value.into(), Ty::Ptr),
            None => Operand::NULL,
        };
        builder.end(Term::Return(Operands::from_elem(result, 1)));
        let signature = Signature { params: vec![Ty::Ptr], results: vec![Ty::Ptr], variadic: false };
        self.add_built(key, signature, builder.function)
    }

    /// The address of a function without a definition: a body is made that does what a call would do. A weak
    /// symbol that nobody knows is null.
    pub fn undefined_function_address(&mut self, unit: &Unit<'m>, symbol: Symbol) -> Lower<Operand> {
        let symbol = unit.module.resolve_alias(symbol).unwrap_or(symbol);
        let name = unit.name(symbol);
        let key = FunctionKey::thunk(name);
        if let Some(&id) = self.function_ids.get(&key) {
            return Ok(Operand::Func(id));
        }
        let Some(&Definition::Function(index)) = unit.module.definitions.get(&symbol) else {
            return super::refuse(format!("the symbol `{name}`"));
        };
        let unit = self.unit(unit.id);
        let source = &unit.module.functions[index];
        let warnings = self.program.warnings.len();
        let (known, function, signature) = self.thunk_body(unit.clone(), source, name)?;
        // libstdc++ asks for weak symbols of the thread library to learn whether there are threads.
        let threads = name.starts_with("pthread_") || name.starts_with("__pthread_");
        if !known && !threads && source.linkage == Linkage::ExternWeak {
            self.forget_warnings(warnings);
            return Ok(Operand::NULL);
        }
        Ok(Operand::Func(self.add_built(key, signature, function)))
    }

    /// Whether the library knows the function, and a body for it.
    fn thunk_body(
        &mut self,
        unit: Rc<Unit<'m>>,
        source: &'m ast::Function,
        name: &str,
    ) -> Lower<(bool, Function, Signature)> {
        let signature = Signature::of(&unit, source)?;
        let mut builder = Builder::new(name);
        builder.function.library = true;
        builder.function.results = signature.results.clone();
        let params = signature.params.iter().map(|&ty| builder.function.add_param(ty).into());
        let params: Operands = params.collect();
        let names = Names::new(&unit, source);
        let mut lowering = FunctionLowering::bare(self, unit, source, builder, names);
        let outcome = match signature.variadic {
            true => Err(Refusal(format!("`{name}` through a pointer").into())),
            false => lowering.thunk_call(name, &params, source.return_type),
        };
        let known = matches!(outcome, Ok((true, _)));
        match outcome {
            Ok((_, results)) => lowering.builder.end(Term::Return(results)),
            Err(refusal) => lowering.builder.unsupported(&*refusal.0),
        }
        Ok((known, lowering.builder.function, signature))
    }
}

impl<'c, 'm> FunctionLowering<'c, 'm> {
    /// A lowering without a body to lower.
    pub fn bare(
        cx: &'c mut Context<'m>,
        unit: Rc<Unit<'m>>,
        source: &'m ast::Function,
        builder: Builder,
        names: Names<'m>,
    ) -> Self {
        FunctionLowering {
            cx,
            unit,
            source,
            builder,
            locals: Vec::new(),
            names,
            area: None,
            position: ast::BlockId(0),
            async_calls: FxHashSet::default(),
            decided: FxHashMap::default(),
            copies: None,
            index: 0,
            blocks: Vec::new(),
            atomic: false,
            unmarked: Default::default(),
        }
    }

    fn thunk_call(&mut self, name: &str, args: &[Operand], result: ast::TypeId) -> Lower<(bool, Operands)> {
        match self.library_call(name, args, result)? {
            Some(results) => Ok((true, results)),
            None => Ok((false, self.external_call(name, args, result)?)),
        }
    }
}
