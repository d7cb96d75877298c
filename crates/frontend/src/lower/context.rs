//! The state of lowering one program: which functions and globals have been reached, and what symbols stand for.
//!
//! Ids are given out on first reference, so the entry function is `f0` and everything in the result is referenced.
//! Resolution of a name: a definition in the same module; else one in the user's module; else one in the prelude;
//! else it is undefined.

use super::allocators;
use super::builder::Builder;
use super::function::{function_name, lower_function};
use super::unit::{Unit, UnitId};
use super::{Lower, prelude, promote, refuse};
use crate::ll::Module;
use crate::ll::ast::{Definition, Linkage, MetadataId, MetadataNode, Symbol};
use ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Parameters and results of a lowered function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signature {
    /// With the hidden pointer to the variable arguments last.
    pub params: Vec<Ty>,
    pub results: Vec<Ty>,
    pub variadic: bool,
}

/// Where a function of the result comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FunctionKey {
    /// A definition: module and index.
    Defined(UnitId, usize),
    /// A body made for an undefined function whose address is taken.
    Thunk(Arc<str>),
    /// Makes a thread start out of a function of another type.
    ThreadStart(FuncId),
    /// The start of `__CPROVER_ASYNC_n: f(…)`: unpacks the arguments and calls.
    AsyncStart(FuncId),
    /// Calls the entry, then `exit`.
    EntryWithExit,
}

#[derive(Debug)]
pub(crate) struct FunctionEntry {
    pub name: Arc<str>,
    pub signature: Signature,
    pub body: Option<Function>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resolved {
    Function(UnitId, usize),
    Variable(UnitId, usize),
    /// A function that nobody defines; the index is its declaration where there is one.
    UndefinedFunction,
    /// A variable that nobody defines, by its declaration.
    UndefinedVariable(UnitId, usize),
    Ifunc,
    Unknown,
}

/// The address of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Address {
    Static(Operand),
    ThreadLocal(GlobalId),
}

pub(crate) struct Context<'m> {
    user: Rc<Unit<'m>>,
    prelude: Option<Rc<Unit<'m>>>,
    /// Where the parsed part of the prelude lives.
    prelude_module: &'m OnceCell<Module>,
    pub program: Program,
    pub entries: IndexVec<FuncId, FunctionEntry>,
    pub function_ids: FxHashMap<FunctionKey, FuncId>,
    pub global_ids: FxHashMap<(UnitId, usize), GlobalId>,
    queue: VecDeque<(FuncId, UnitId, usize)>,
    file_ids: FxHashMap<Box<str>, FileId>,
    warned: FxHashSet<String>,
    /// Reasons why the initial state is not known, found while lowering globals.
    pub bad_initialisers: Vec<(Span, String)>,
    /// Variables without a definition, to be given arbitrary values at the start.
    pub unknown_variables: Vec<(GlobalId, UnitId, usize)>,
    pub switches: super::Switches,
    /// Lines of the user's main file.
    source: Vec<&'m str>,
}

impl<'m> Context<'m> {
    pub fn new(
        user: Unit<'m>,
        prelude_module: &'m OnceCell<Module>,
        name: &str,
        source: Option<&'m str>,
    ) -> Self {
        let mut program = Program::new(name);
        // `Span::NONE` names file 0, so it should be the main one.
        let given = user.module.source_filename.as_str();
        let first = program.intern_file(if given.is_empty() { name } else { given });
        let file_ids = known_files(&user, &mut program, first);
        Context {
            user: Rc::new(user),
            prelude: None,
            prelude_module,
            program,
            entries: IndexVec::new(),
            function_ids: FxHashMap::default(),
            global_ids: FxHashMap::default(),
            queue: VecDeque::new(),
            file_ids,
            warned: FxHashSet::default(),
            bad_initialisers: Vec::new(),
            unknown_variables: Vec::new(),
            switches: super::Switches::default(),
            source: source.map(|text| text.lines().collect()).unwrap_or_default(),
        }
    }

    pub fn unit(&mut self, id: UnitId) -> Rc<Unit<'m>> {
        match id {
            UnitId::User => self.user.clone(),
            UnitId::Prelude => {
                let (user, module) = (&self.user, self.prelude_module);
                let reuse_freed = self.switches.reuse_freed;
                let load = || {
                    let again = [super::ALLOC_AGAIN, super::GIVE_BACK, super::BLOCK_SIZE];
                    let wanted = || {
                        let exit = registers_exit_handlers(user).then_some(EXIT);
                        let again = again.into_iter().filter(|_| reuse_freed);
                        undefined_names(user).chain(exit).chain(again)
                    };
                    let module = module.get_or_init(|| prelude::module_for(wanted()));
                    Rc::new(Unit::new(UnitId::Prelude, module))
                };
                self.prelude.get_or_insert_with(load).clone()
            }
        }
    }

    /// The allocators that the program takes memory from.
    pub fn allocators(&self) -> Vec<Allocator> {
        let known: FxHashSet<Allocator> =
            undefined_names(&self.user).filter_map(allocators::given_by).collect();
        [Allocator::Malloc, Allocator::New, Allocator::NewArray]
            .into_iter()
            .filter(|by| known.contains(by))
            .collect()
    }

    /// Whether the program may register functions to run when it ends.
    pub fn has_exit_handlers(&self) -> bool {
        registers_exit_handlers(&self.user)
    }

    /// A function that calls the entry and then `exit` with what it returned, so that handlers run.
    pub fn entry_with_exit(&mut self, entry: FuncId) -> Lower<FuncId> {
        let Some(Resolved::Function(unit, index)) = self.resolve_name(EXIT) else {
            return Ok(entry);
        };
        let exit = self.function_id(unit, index)?;
        let main = self.entries[entry].signature.clone();
        let mut builder = Builder::new(self.entries[entry].name.clone());
        builder.function.library = true;
        let args: Operands = main.params.iter().map(|&ty| builder.function.add_param(ty).into()).collect();
        builder.function.results = main.results.clone();
        let values = builder.emit(Op::Call { callee: Callee::Direct(entry), args }, &main.results);
        let code = match values.first() {
            Some(&value) => super::calls::fit(&mut builder, value.into(), Ty::I32),
            None => Operand::i32(0),
        };
        builder.emit(Op::Call { callee: Callee::Direct(exit), args: Operands::from_elem(code, 1) }, &[]);
        builder.end(Term::Unreachable);
        Ok(self.add_built(FunctionKey::EntryWithExit, main, builder.function))
    }

    /// Lowers everything that has been referenced.
    pub fn run(&mut self) {
        while let Some((id, unit, index)) = self.queue.pop_front() {
            let unit = self.unit(unit);
            let mut function = lower_function(self, unit, index, &self.entries[id].signature.clone());
            self.tidy(&mut function);
            self.entries[id].body = Some(function);
        }
    }

    pub fn tidy(&self, function: &mut Function) {
        promote::promote(function, &|address, length| self.is_constant(address, length));
        super::simplify::simplify(function);
        self.direct_calls(function);
        super::cleanup::cleanup(function);
    }

    /// Whether an address is that of so many bytes that never change.
    fn is_constant(&self, address: Operand, length: i64) -> bool {
        let Operand::Global { id, offset } = address else { return false };
        let global = &self.program.globals[id];
        let end = offset.checked_add(length).and_then(|end| u64::try_from(end).ok());
        global.constant && offset >= 0 && length >= 0 && end.is_some_and(|end| end <= global.size)
    }

    /// After promotion the target of a call through a pointer may be plain to see.
    fn direct_calls(&self, function: &mut Function) {
        let tys =
            |values: &[ValueId]| values.iter().map(|&value| function.values[value].ty).collect::<Vec<_>>();
        let mut found = Vec::new();
        for (id, block) in function.blocks.iter_enumerated() {
            for (index, inst) in block.insts.iter().enumerate() {
                let Op::Call { callee: Callee::Indirect(Operand::Func(callee)), args } = &inst.op else {
                    continue;
                };
                let signature = &self.entries[*callee].signature;
                let given: Vec<Ty> = args.iter().map(|&arg| function.operand_ty(arg)).collect();
                if given == signature.params && tys(&inst.results) == signature.results {
                    found.push((id, index, *callee));
                }
            }
        }
        for (id, index, target) in found {
            if let Op::Call { callee, .. } = &mut function.blocks[id].insts[index].op {
                *callee = Callee::Direct(target);
            }
        }
    }

    /// `entry` starts the program and calls `main`, if it is not the same.
    pub fn finish(mut self, entry: FuncId, main: FuncId) -> Program {
        self.unknown_initial_state();
        self.run();
        let bodies = std::mem::take(&mut self.entries);
        for body in bodies.iter() {
            // Every id given out was queued or built at once.
            self.program.functions.push(body.body.clone().unwrap_or_else(|| Function::new("?")));
        }
        self.program.entry = entry;
        if self.switches.memory_checks && entry == main {
            super::scopes::end_with(&mut self.program.functions[main]);
        }
        super::unread::forget_unread_results(&mut self.program);
        super::arguments::make_inputs(&mut self.program, main, self.switches.plain_environment);
        super::prune::prune(&mut self.program);
        self.program
    }

    /// Registers a function that has been built already.
    pub fn add_built(&mut self, key: FunctionKey, signature: Signature, body: Function) -> FuncId {
        let id = self.entries.push(FunctionEntry { name: body.name.clone(), signature, body: Some(body) });
        self.function_ids.insert(key, id);
        id
    }

    /// The id of a defined function.
    pub fn function_id(&mut self, unit_id: UnitId, index: usize) -> Lower<FuncId> {
        let key = FunctionKey::Defined(unit_id, index);
        if let Some(&id) = self.function_ids.get(&key) {
            return Ok(id);
        }
        let unit = self.unit(unit_id);
        let Some(function) = unit.module.functions.get(index) else {
            return refuse("a function that does not exist");
        };
        let signature = Signature::of(&unit, function)?;
        let name = function_name(&unit, function);
        let id = self.entries.push(FunctionEntry { name, signature, body: None });
        self.function_ids.insert(key, id);
        self.queue.push_back((id, unit_id, index));
        Ok(id)
    }

    /// What a symbol of a module stands for.
    pub fn resolve(&mut self, unit: &Unit<'m>, symbol: Symbol) -> Resolved {
        let Some(symbol) = unit.module.resolve_alias(symbol) else { return Resolved::Unknown };
        let definition = unit.module.definitions.get(&symbol).copied();
        if let Some(found) = defined(unit, definition) {
            return found;
        }
        let name = unit.name(symbol);
        if let Some(found) = self.resolve_name(name) {
            return found;
        }
        match definition {
            Some(Definition::Function(_)) => Resolved::UndefinedFunction,
            Some(Definition::Variable(index)) => Resolved::UndefinedVariable(unit.id, index),
            Some(Definition::Ifunc(_)) => Resolved::Ifunc,
            Some(Definition::Alias(_)) | None => Resolved::Unknown,
        }
    }

    /// A definition of that name in the user's module or else in the prelude.
    pub fn resolve_name(&mut self, name: &str) -> Option<Resolved> {
        [UnitId::User, UnitId::Prelude].into_iter().find_map(|id| {
            let unit = self.unit(id);
            let symbol = unit.module.symbols.lookup(name)?;
            let symbol = unit.module.resolve_alias(symbol)?;
            defined(&unit, unit.module.definitions.get(&symbol).copied())
        })
    }

    /// The address of a symbol, wherever it is defined.
    pub fn address(&mut self, unit: &Unit<'m>, symbol: Symbol) -> Lower<Address> {
        match self.resolve(unit, symbol) {
            Resolved::Function(id, index) => Ok(Address::Static(Operand::Func(self.function_id(id, index)?))),
            Resolved::Variable(id, index) | Resolved::UndefinedVariable(id, index) => {
                let owner = self.unit(id);
                let variable = &owner.module.globals[index];
                if variable.initializer.is_none() && variable.linkage == Linkage::ExternWeak {
                    return Ok(Address::Static(Operand::NULL));
                }
                let global = self.global_id(id, index)?;
                Ok(match variable.thread_local {
                    true => Address::ThreadLocal(global),
                    false => Address::Static(Operand::Global { id: global, offset: 0 }),
                })
            }
            Resolved::UndefinedFunction => self.undefined_function_address(unit, symbol).map(Address::Static),
            Resolved::Ifunc => refuse(format!("the ifunc `{}`", unit.name(symbol))),
            Resolved::Unknown => refuse(format!("the symbol `{}`", unit.name(symbol))),
        }
    }

    pub fn span(&mut self, unit: &Unit<'m>, debug: Option<MetadataId>) -> Span {
        match debug.and_then(|debug| unit.debug.location(debug)) {
            Some(location) => Span::new(self.file(location.file), location.line, location.column),
            None => Span::NONE,
        }
    }

    /// The file that the debug info calls so.
    pub fn file(&mut self, path: &str) -> FileId {
        if let Some(&id) = self.file_ids.get(path) {
            return id;
        }
        let id = self.program.intern_file(path);
        self.file_ids.insert(path.into(), id);
        id
    }

    /// Tells the user, once per message.
    pub fn warn(&mut self, span: Span, message: String) {
        if self.warned.insert(message.clone()) {
            self.program.warnings.push(Warning { span, message });
        }
    }

    /// Takes back all warnings but the first `n`.
    pub fn forget_warnings(&mut self, n: usize) {
        for warning in self.program.warnings.drain(n..) {
            self.warned.remove(&warning.message);
        }
    }

    /// The text between the parentheses of a call that begins at or after this place of the main file.
    pub fn quoted_argument(&self, span: Span) -> Option<String> {
        if span.file != FileId(0) || !span.is_known() {
            return None;
        }
        let line = self.source.get(span.line as usize - 1)?.get(span.column.saturating_sub(1) as usize..)?;
        let open = line.find('(')?;
        let mut depth = 0usize;
        for (position, byte) in line.bytes().enumerate().skip(open) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(line[open + 1..position].trim().to_string()),
                b')' => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

/// The files that the debug info names. Clang may call the main file other than the user did, and give another
/// directory with some files than the one where it was run.
fn known_files(unit: &Unit<'_>, program: &mut Program, main: FileId) -> FxHashMap<Box<str>, FileId> {
    let metadata = &unit.module.metadata;
    let compiled = metadata.iter().find_map(|(_, node)| match node {
        MetadataNode::CompileUnit { file: Some(file), .. } => unit.debug.scope_file(*file),
        _ => None,
    });
    let mut ids = FxHashMap::default();
    let Some((main_name, run_in)) = compiled else { return ids };
    let main_path = Path::new(run_in).join(main_name);
    for (id, node) in metadata.iter() {
        let MetadataNode::File { .. } = node else { continue };
        let Some((name, directory)) = unit.debug.scope_file(id) else { continue };
        let path = Path::new(directory).join(name);
        let file = match path == main_path {
            true => main,
            false if directory == run_in => program.intern_file(name),
            false => program.intern_file(&path.to_string_lossy()),
        };
        ids.entry(name.into()).or_insert(file);
    }
    ids
}

/// The prelude's function that runs the handlers and ends the program.
const EXIT: &str = "exit";

/// Destructors of C++ objects with static storage are handlers too; those of the standard streams do not count.
fn registers_exit_handlers(unit: &Unit<'_>) -> bool {
    undefined_names(unit).any(|name| name == "atexit" || name == "__cxa_atexit")
}

/// The names that a module declares without defining them.
fn undefined_names<'m>(unit: &Unit<'m>) -> impl Iterator<Item = &'m str> {
    let module = unit.module;
    let functions =
        module.functions.iter().filter(|function| function.is_declaration()).map(|function| function.name);
    let globals =
        module.globals.iter().filter(|global| global.initializer.is_none()).map(|global| global.name);
    functions.chain(globals).map(|symbol| module.symbols.name(symbol))
}

/// A definition with contents.
fn defined(unit: &Unit<'_>, definition: Option<Definition>) -> Option<Resolved> {
    match definition? {
        Definition::Function(index) if !unit.module.functions.get(index)?.is_declaration() => {
            Some(Resolved::Function(unit.id, index))
        }
        Definition::Variable(index) if unit.module.globals.get(index)?.initializer.is_some() => {
            Some(Resolved::Variable(unit.id, index))
        }
        _ => None,
    }
}

impl Signature {
    /// The flat signature of a function of a module.
    pub fn of(unit: &Unit<'_>, function: &crate::ll::ast::Function) -> Lower<Signature> {
        let mut params = Vec::new();
        for parameter in &function.parameters {
            params.extend(unit.leaves(parameter.ty)?.iter().map(|leaf| leaf.ty));
        }
        if function.variadic {
            params.push(Ty::Ptr);
        }
        let results = unit.leaves(function.return_type)?.iter().map(|leaf| leaf.ty).collect();
        Ok(Signature { params, results, variadic: function.variadic })
    }
}
