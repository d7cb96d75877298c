//! Puts a test together: globals, one function per thread, `main`, and the question over observables.

use super::condition::{Located, Question, RawLocation, RawProp, RawValue};
use super::header::Header;
use super::init::InitValue;
use super::ssa::span;
use super::symbols::Symbols;
use super::types::Kind;
use super::{LitmusError, Pos, Result};
use ir::{
    FinalCondition, FuncId, Function, Inst, Layout, Observable, Op, Operand, Operands, Program, Prop,
    Quantifier, SyncOp, Term, Ty, Warning,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A thread in the IR, and what it observes at its end.
#[derive(Clone, Debug)]
pub(super) struct LoweredThread {
    pub id: u32,
    pub function: Function,
    /// Names such as `0:r0` with the type of the value.
    pub registers: Vec<(String, Ty)>,
    pub pos: Pos,
}

pub(super) fn program(
    header: &Header,
    path: &str,
    symbols: &Symbols,
    threads: Vec<LoweredThread>,
    question: &Question,
) -> Result<Program> {
    let ids: Vec<u32> = threads.iter().map(|thread| thread.id).collect();
    if let Some((thread, pos)) = symbols.register_without_thread(&ids) {
        return Err(no_such_thread(thread, pos));
    }
    let mut program = Program::new(header.name.as_str());
    program.intern_file(path);
    program.globals = symbols.globals(span)?.into_iter().collect();
    let mut registers = FxHashMap::default();
    let starts: Vec<(FuncId, Pos)> = threads
        .into_iter()
        .map(|thread| {
            registers.extend(thread.registers);
            (program.functions.push(thread.function), thread.pos)
        })
        .collect();
    program.entry = program.functions.push(main_function(&starts, header.pos));
    let layout = Layout::of(&program);
    let mut resolver = Resolver { symbols, registers, threads: ids, layout, warnings: Vec::new() };
    program.condition = Some(resolver.condition(question)?);
    program.warnings = resolver.warnings;
    Ok(program)
}

fn no_such_thread(thread: u32, pos: Pos) -> LitmusError {
    LitmusError::new(pos, format!("there is no thread P{thread}"))
}

/// Starts all threads in order, joins them in order, returns 0.
fn main_function(starts: &[(FuncId, Pos)], pos: Pos) -> Function {
    let mut main = Function::new("main");
    main.results.push(Ty::I32);
    main.span = span(pos);
    let block = main.new_block();
    let mut handles = Vec::new();
    for &(function, pos) in starts {
        let handle = main.new_value(Ty::I64);
        let args = Operands::from_slice(&[Operand::Func(function), Operand::NULL]);
        let op = Op::Sync { op: SyncOp::ThreadCreate, args };
        main.blocks[block].insts.push(Inst { op, results: [handle].into_iter().collect(), span: span(pos) });
        handles.push((handle, pos));
    }
    for (handle, pos) in handles {
        let results = [main.new_value(Ty::I32), main.new_value(Ty::Ptr)];
        let op = Op::Sync { op: SyncOp::ThreadJoin, args: Operands::from_slice(&[handle.into()]) };
        main.blocks[block].insts.push(Inst { op, results: results.into_iter().collect(), span: span(pos) });
    }
    main.blocks[block].term = Term::Return(Operands::from_slice(&[Operand::i32(0)]));
    main
}

/// Turns names in the question into observables and addresses.
struct Resolver<'a> {
    symbols: &'a Symbols,
    registers: FxHashMap<String, Ty>,
    threads: Vec<u32>,
    layout: Layout,
    warnings: Vec<Warning>,
}

impl Resolver<'_> {
    fn condition(&mut self, question: &Question) -> Result<FinalCondition> {
        let mut prop = self.prop(&question.prop)?;
        if let Some(filter) = &question.filter {
            let filter = self.prop(filter)?;
            prop = match question.quantifier {
                Quantifier::Forall => Prop::Implies(Box::new(filter), Box::new(prop)),
                Quantifier::Exists | Quantifier::NotExists => Prop::And(vec![filter, prop]),
            };
        }
        let mut observed: Vec<Observable> = Vec::new();
        for located in &question.locations {
            observed.extend(self.observables(located)?);
        }
        prop.for_each_observable(&mut |observable| observed.push(observable.clone()));
        let mut seen = FxHashSet::default();
        observed.retain(|observable| seen.insert(observable.clone()));
        self.warn_of_unknown_registers(question);
        Ok(FinalCondition { quantifier: question.quantifier, prop, observed })
    }

    fn warn_of_unknown_registers(&mut self, question: &Question) {
        let mut warned = FxHashSet::default();
        for located in question.located() {
            let RawLocation::Register { thread, name } = &located.location else { continue };
            let full = format!("{thread}:{name}");
            if !self.registers.contains_key(&full) && warned.insert(full.clone()) {
                let message = format!("P{thread} has no register {name}: {full} is always 0");
                self.warnings.push(Warning { span: span(located.pos), message });
            }
        }
    }

    fn prop(&self, prop: &RawProp) -> Result<Prop> {
        let all = |parts: &[RawProp]| parts.iter().map(|part| self.prop(part)).collect::<Result<Vec<Prop>>>();
        Ok(match prop {
            RawProp::True => Prop::True,
            RawProp::False => Prop::False,
            RawProp::Equals(left, RawValue::Location(right)) => {
                Prop::Same(self.observable(left)?, self.observable(right)?)
            }
            RawProp::Equals(left, RawValue::Constant(value)) => {
                let observable = self.observable(left)?;
                let number = wrap(self.number(value)?, self.ty(&observable));
                Prop::Equals(observable, number)
            }
            RawProp::Not(inner) => Prop::Not(Box::new(self.prop(inner)?)),
            RawProp::And(parts) => Prop::And(all(parts)?),
            RawProp::Or(parts) => Prop::Or(all(parts)?),
            RawProp::Implies(premise, conclusion) => {
                Prop::Implies(Box::new(self.prop(premise)?), Box::new(self.prop(conclusion)?))
            }
        })
    }

    /// The integer that a value stands for; an address is where the layout of the program puts it.
    fn number(&self, value: &InitValue) -> Result<i128> {
        match (value, self.symbols.address(value)?) {
            (InitValue::Int(number), _) => Ok(*number),
            (_, Some(address)) => Ok(self.layout.constant(address).unwrap_or(0) as i128),
            (InitValue::Address { name, pos, .. }, None) => {
                Err(LitmusError::new(*pos, format!("{name} is not a shared variable")))
            }
        }
    }

    fn ty(&self, observable: &Observable) -> Ty {
        match observable {
            Observable::Memory { ty, .. } => *ty,
            Observable::Register { name } => self.registers.get(&**name).copied().unwrap_or(Ty::I64),
        }
    }

    fn observable(&self, located: &Located) -> Result<Observable> {
        let mut all = self.observables(located)?;
        match (all.pop(), all.is_empty()) {
            (Some(observable), true) => Ok(observable),
            _ => Err(LitmusError::expected(
                located.pos,
                "an element of the array, such as a[0]",
                "the whole array",
            )),
        }
    }

    /// One observable, or all elements of an array.
    fn observables(&self, located: &Located) -> Result<Vec<Observable>> {
        let pos = located.pos;
        match &located.location {
            RawLocation::Register { thread, .. } if !self.threads.contains(thread) => {
                Err(no_such_thread(*thread, pos))
            }
            RawLocation::Register { thread, name } => {
                Ok(vec![Observable::Register { name: format!("{thread}:{name}").into() }])
            }
            RawLocation::Memory { name, index } => self.memory(name, *index, pos),
        }
    }

    fn memory(&self, name: &str, index: Option<u64>, pos: Pos) -> Result<Vec<Observable>> {
        let Some((global, variable)) = self.symbols.get(name) else {
            return Err(LitmusError::expected(
                pos,
                "a shared variable or thread:register",
                format!("'{name}'"),
            ));
        };
        if variable.ty.kind == Kind::Lock {
            return Err(LitmusError::new(pos, format!("{name} is a lock: it has no final value")));
        }
        if index.is_some_and(|index| index >= variable.count) {
            return Err(LitmusError::new(pos, format!("{name} has {} elements", variable.count)));
        }
        let ty = variable.ty.value_ty();
        let element = |index: u64| {
            let name = if variable.is_array { format!("{name}[{index}]") } else { name.to_string() };
            Observable::Memory { global, offset: index * variable.ty.size(), ty, name: name.into() }
        };
        Ok(match index {
            Some(index) => vec![element(index)],
            None => (0..variable.count).map(element).collect(),
        })
    }
}

/// The signed reading of a number's bits in this type: 4294967295 is -1 in an `int`.
fn wrap(number: i128, ty: Ty) -> i128 {
    let unused = 128 - ty.bits().clamp(1, 128);
    (number << unused) >> unused
}
