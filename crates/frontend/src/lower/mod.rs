//! LLVM IR to `ir`: what the user's module and the prelude mean as one concurrent program.
//!
//! Work begins at the entry function and the static constructors and follows references: a function or global that
//! nothing reaches is not in the result. Each function is lowered block by block in reverse postorder
//! ([`function`]), then its private stack variables become SSA values ([`promote`]) and its control flow is tidied
//! ([`cleanup`]).
//!
//! Where it differs from LLVM's semantics: `undef` and uninitialised locals are arbitrary but fixed values; `invoke` never
//! unwinds (raising an exception is `unsupported`); flags such as `nsw` are ignored, arithmetic wraps.
//!
//! Invariants:
//! - nothing that carries a syntactic dependency is folded (`r ^ r` stays);
//! - what is not supported becomes [`ir::Op::Unsupported`] at that place, never an error and never silence;
//! - the result passes [`ir::verify`].

mod aggregate;
mod allocators;
mod arguments;
mod asm;
mod atomics;
mod builder;
mod calls;
mod cleanup;
mod constants;
mod context;
mod copies;
mod detours;
mod function;
mod globals;
mod index_checks;
mod initialiser;
mod instructions;
mod intrinsics;
mod library;
mod names;
mod outline;
mod prelude;
mod promote;
mod prune;
mod scopes;
mod simplify;
mod slots;
mod thunks;
mod unit;
mod unmarked;
mod unread;
mod unwritten;
mod variadic;
mod vocabulary;

use crate::ll::Module;
use context::Context;
use ir::verify::VerifyError;
use ir::{FuncId, Program};
use std::cell::OnceCell;
use std::rc::Rc;
use thiserror::Error;
use unit::{Unit, UnitId};

/// Why a construct has no meaning here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal(pub Rc<str>);

pub(crate) type Lower<T> = Result<T, Refusal>;

pub(crate) fn refuse<T>(reason: impl AsRef<str>) -> Lower<T> {
    Err(Refusal(reason.as_ref().into()))
}

/// Why a module as a whole is no program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LowerError {
    #[error("there is no function `{0}` to start from")]
    NoEntry(String),
    #[error("`{name}` cannot be the start of a program: {reason}")]
    BadEntry { name: String, reason: String },
    #[error("{0} (if the program came from C or C++, this is a defect of the front end)")]
    Invalid(#[from] VerifyError),
}

/// What the lowering is told besides the module.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// The function where execution starts.
    pub entry: String,
    /// The user's source text, for quoting asserted expressions.
    pub source: Option<String>,
    pub switches: Switches,
}

/// What the user has decided about the meaning of programs.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Switches {
    /// The program is started without arguments, on two processors, with nothing in its environment.
    pub plain_environment: bool,
    /// Reads of what nobody has written and uses of variables whose block has ended are failures.
    pub memory_checks: bool,
    /// `volatile` accesses are atomic, of the weakest order.
    pub atomic_volatile: bool,
    /// Memory that was freed may be given out again.
    pub reuse_freed: bool,
    /// `malloc` and its kin may return null.
    pub malloc_may_fail: bool,
}

/// What allocation is made of where freed memory comes back, in the prelude.
const ALLOC_AGAIN: &str = "__sv_alloc_again";
const GIVE_BACK: &str = "__sv_give_back";
const BLOCK_SIZE: &str = "__sv_block_size";

/// Lowers a module, with the prelude behind it.
pub fn lower(module: &Module, name: &str, options: &LowerOptions) -> Result<Program, LowerError> {
    let prelude = OnceCell::new();
    let user = Unit::new(UnitId::User, module);
    let mut context = Context::new(user, &prelude, name, options.source.as_deref());
    context.switches = options.switches;
    let main = find_entry(&mut context, module, &options.entry)?;
    context.static_constructors();
    context.run();
    let mut entry = main;
    if context.has_exit_handlers() {
        entry = context.entry_with_exit(entry).map_err(|refusal| bad_entry(&options.entry, &refusal))?;
        context.run();
    }
    let program = context.finish(entry, main);
    ir::verify::verify(&program)?;
    Ok(program)
}

fn find_entry(context: &mut Context<'_>, module: &Module, name: &str) -> Result<FuncId, LowerError> {
    let symbol = module.symbols.lookup(name).and_then(|symbol| module.resolve_alias(symbol));
    let index = match symbol.and_then(|symbol| module.definitions.get(&symbol)) {
        Some(crate::ll::ast::Definition::Function(index)) => *index,
        _ => return Err(LowerError::NoEntry(name.to_string())),
    };
    if module.functions.get(index).is_none_or(|function| function.is_declaration()) {
        return Err(LowerError::NoEntry(name.to_string()));
    }
    context.function_id(UnitId::User, index).map_err(|refusal| bad_entry(name, &refusal))
}

fn bad_entry(name: &str, refusal: &Refusal) -> LowerError {
    LowerError::BadEntry { name: name.to_string(), reason: refusal.0.to_string() }
}
