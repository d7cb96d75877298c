//! Global variables, static constructors, and what the initial state is when the module does not say.
//!
//! A variable that nobody defines is not taken as zero: a synthesized constructor gives its integers and floats
//! arbitrary values. An initialiser that cannot be evaluated makes the start of the program `unsupported`.

use super::builder::Builder;
use super::context::{Address, Context, FunctionKey, Signature};
use super::unit::{Unit, UnitId};
use super::{Lower, refuse};
use crate::ll::ast::{Constant, GlobalVariable, Operand as LlOperand, Value};
use ir::*;
use std::sync::Arc;

/// Larger than any global of a program that one would want to check; keeps addresses inside the layout's regions.
const MAX_GLOBAL_SIZE: u64 = 1 << 30;
/// An unknown variable with more scalars than this is left zero, with a warning.
const MAX_UNKNOWN_LEAVES: usize = 256;

impl<'m> Context<'m> {
    /// The id of a global variable.
    pub fn global_id(&mut self, unit_id: UnitId, index: usize) -> Lower<GlobalId> {
        if let Some(&id) = self.global_ids.get(&(unit_id, index)) {
            return Ok(id);
        }
        let unit = self.unit(unit_id);
        let Some(variable) = unit.module.globals.get(index) else {
            return refuse("a global that does not exist");
        };
        let global = self.describe_global(&unit, variable)?;
        let (span, name, size) = (global.span, global.name.clone(), global.size);
        let id = self.program.globals.push(global);
        self.global_ids.insert((unit_id, index), id);
        match &variable.initializer {
            Some(initialiser) => match self.initialiser(&unit, initialiser, variable.ty, size) {
                Ok(init) => self.program.globals[id].init = init,
                Err(refusal) => {
                    self.bad_initialisers.push((span, format!("the initialiser of `{name}`: {}", refusal.0)));
                }
            },
            None => self.undefined_variable(&unit, variable, id, index),
        }
        Ok(id)
    }

    fn describe_global(&mut self, unit: &Unit<'m>, variable: &GlobalVariable) -> Lower<Global> {
        let symbol = unit.name(variable.name);
        let entity = unit.debug.global(variable);
        let span = match entity.and_then(|entity| Some((entity.file?, entity.line))) {
            Some((file, line)) => Span::new(self.file(file), line, 0),
            None => Span::NONE,
        };
        let size = match is_runtime_data(symbol) && variable.initializer.is_none() {
            true => 0,
            false => unit.size(variable.ty)?,
        };
        if size > MAX_GLOBAL_SIZE {
            return refuse(format!("the global `{symbol}` of {size} bytes"));
        }
        let align = variable.align.unwrap_or_else(|| unit.align(variable.ty)).clamp(1, 4096) as u32;
        let name: Arc<str> = entity.map_or(symbol, |entity| entity.name).into();
        let (thread_local, constant) = (variable.thread_local, variable.constant);
        Ok(Global { name, size, align, thread_local, constant, init: Init::default(), span })
    }

    fn undefined_variable(&mut self, unit: &Unit<'m>, variable: &GlobalVariable, id: GlobalId, index: usize) {
        let symbol = unit.name(variable.name);
        if is_runtime_data(symbol) {
            return;
        }
        let span = self.program.globals[id].span;
        let few = unit.leaves(variable.ty).is_ok_and(|leaves| leaves.len() <= MAX_UNKNOWN_LEAVES);
        if few && !variable.thread_local {
            self.warn(
                span,
                format!("`{symbol}` is declared but not defined: its initial value is arbitrary"),
            );
            self.unknown_variables.push((id, unit.id, index));
        } else {
            self.warn(span, format!("`{symbol}` is declared but not defined: it is taken to be zero"));
        }
    }

    /// Finds the constructors in `llvm.global_ctors`, lowest priority number first.
    pub fn static_constructors(&mut self) {
        let unit = self.unit(UnitId::User);
        let Some(variable) = unit.module.global("llvm.global_ctors") else { return };
        let Some(Constant::Aggregate(entries)) = &variable.initializer else { return };
        let mut found: Vec<(u128, FuncId)> =
            entries.iter().filter_map(|entry| self.constructor(&unit, entry)).collect();
        found.sort_by_key(|&(priority, _)| priority);
        self.program.constructors = found.into_iter().map(|(_, id)| id).collect();
    }

    fn constructor(&mut self, unit: &Unit<'m>, entry: &LlOperand) -> Option<(u128, FuncId)> {
        let Value::Constant(Constant::Aggregate(fields)) = &entry.value else { return None };
        let [priority, function, ..] = &**fields else { return None };
        let Value::Constant(Constant::Int(priority)) = priority.value else { return None };
        let Value::Constant(Constant::Global(symbol)) = function.value else { return None };
        match self.address(unit, symbol) {
            Ok(Address::Static(Operand::Func(id))) => Some((priority, id)),
            _ => {
                let reason = format!("the static constructor `{}`", unit.name(symbol));
                self.bad_initialisers.push((Span::NONE, reason));
                None
            }
        }
    }

    /// Synthesizes the constructor for what is not known about the initial state, to run before all others.
    pub fn unknown_initial_state(&mut self) {
        if self.bad_initialisers.is_empty() && self.unknown_variables.is_empty() {
            return;
        }
        let mut builder = Builder::new("unknown initial state");
        builder.function.library = true;
        for (span, reason) in std::mem::take(&mut self.bad_initialisers) {
            builder.span = span;
            builder.unsupported(reason);
        }
        for (id, unit_id, index) in std::mem::take(&mut self.unknown_variables) {
            let unit = self.unit(unit_id);
            builder.span = self.program.globals[id].span;
            let name = self.program.globals[id].name.clone();
            for leaf in unit.leaves(unit.module.globals[index].ty).iter().flat_map(|leaves| leaves.iter()) {
                let value = builder.nondet(NondetKind::Input(name.clone()), leaf.ty);
                let addr = Operand::Global { id, offset: leaf.offset as i64 };
                builder.store(Access::plain(leaf.ty).at(name.clone()), addr, value);
            }
            self.program.globals[id].constant = false;
        }
        builder.span = Span::NONE;
        builder.end(Term::Return(Operands::new()));
        let signature = Signature { params: vec![], results: vec![], variadic: false };
        let id =
            self.add_built(FunctionKey::Thunk("unknown initial state".into()), signature, builder.function);
        self.program.constructors.insert(0, id);
    }
}

/// Data of the C++ runtime whose address matters but whose contents nobody looks at.
fn is_runtime_data(symbol: &str) -> bool {
    ["_ZTV", "_ZTI", "_ZTS", "_ZTT", "__dso_handle", "__libc_single_threaded"]
        .iter()
        .any(|prefix| symbol.starts_with(prefix))
}
