//! Unfolds a small program into guarded events with terms as values (paper 002 §3.2: every operation with its path
//! predicate).
//!
//! Threads are walked block by block; where paths meet, values become `ite`s, so nothing is walked twice. A loop is
//! walked until more than `unwind` jumps back have been taken in one call; what lies behind is a [`Frontier`], as is
//! everything the unfolding does not understand: whoever uses the events must ask whether a frontier can be reached
//! before calling anything impossible.
//!
//! Which numbers a location can hold is found by walking the program again until the sets no longer grow. A value that
//! is not out of thin air comes from a chain that passes each write at most once, so as many rounds as there are writes
//! are enough. The sets bound addresses and make variables narrow; they decide nothing else.
//!
//! With [`Options::locals`], computations and branches are events too, and the value of each is cut from its
//! definition, so that the rules of the program's own semantics can be switched off one by one (paper 002, A.2, A.3).

mod access;
mod control;
mod events;
mod sync;
mod value;
mod walk;

pub use events::*;
pub(crate) use value::bits;

use ir::{Layout, Program, Span, Ty};
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use std::rc::Rc;
use thiserror::Error;
use value::{Numbers, Value, both_numbers};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How often a call may jump back.
    pub unwind: u32,
    /// Record computations and branches as events, with their values cut from their definitions.
    /// (A session decides this and the next by itself.)
    pub locals: bool,
    /// Let a read have any value as far as the unfolding goes, so that the rule `read-value` can be switched off.
    pub free_reads: bool,
    /// More events than this are refused.
    pub max_events: usize,
    /// More final states than this are not listed.
    pub max_states: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { unwind: 4, locals: false, free_reads: false, max_events: 600, max_states: 100_000 }
    }
}

/// Why a program cannot be unfolded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {reason}")]
pub struct UnfoldError {
    /// `file:line`.
    pub place: String,
    pub reason: String,
}

/// Unfolds a program into events over the returned terms.
pub fn unfold(program: &Program, options: &Options) -> Result<(Unfolded, Terms), UnfoldError> {
    let mut known: FxHashMap<(u64, u64), Numbers> = FxHashMap::default();
    let mut rounds = 0;
    loop {
        let mut unfolder = Unfolder::new(program, *options, known);
        unfolder.run()?;
        rounds += 1;
        let n_writes = unfolder.out.events.iter().filter(|event| event.is_write()).count();
        if !unfolder.grew || rounds > n_writes + 1 {
            return Ok((unfolder.out, unfolder.terms));
        }
        known = unfolder.stored;
    }
}

/// A lock that a thread holds: where its location is, and the event that took it.
type Held = Vec<(LocationId, EventId)>;

struct Unfolder<'p> {
    program: &'p Program,
    layout: Layout,
    options: Options,
    terms: Terms,
    out: Unfolded,
    at: FxHashMap<(u64, u64), LocationId>,
    /// Start and end of the places accessed so far, to find accesses that overlap.
    extents: Vec<(u64, u64)>,
    /// What was stored where, in earlier rounds and in this one.
    stored: FxHashMap<(u64, u64), Numbers>,
    grew: bool,
    joins: FxHashMap<ir::FuncId, Rc<control::Joins>>,
    results: FxHashMap<ThreadId, (Value, TermId)>,
    /// Objects made while running: address and size, and whether they hold zeros.
    objects: Vec<(u64, u64, bool, Option<std::sync::Arc<str>>)>,
    thread_locals: FxHashMap<(ThreadId, ir::GlobalId), u64>,
    /// Mutexes that calls have made or destroyed.
    mutexes: FxHashMap<LocationId, posix::State>,
    /// Threads that were joined or detached, and when.
    consumed: FxHashMap<ThreadId, TermId>,
    n_joined_by_main: usize,
}

impl<'p> Unfolder<'p> {
    fn new(program: &'p Program, options: Options, stored: FxHashMap<(u64, u64), Numbers>) -> Self {
        Unfolder {
            program,
            layout: Layout::of(program),
            options,
            terms: Terms::new(),
            out: Unfolded::default(),
            at: FxHashMap::default(),
            extents: Vec::new(),
            stored,
            grew: false,
            mutexes: FxHashMap::default(),
            consumed: FxHashMap::default(),
            n_joined_by_main: 0,
            joins: FxHashMap::default(),
            results: FxHashMap::default(),
            objects: Vec::new(),
            thread_locals: FxHashMap::default(),
        }
    }

    fn run(&mut self) -> Result<(), UnfoldError> {
        if let Some(condition) = &self.program.condition {
            for observable in &condition.observed {
                if let ir::Observable::Memory { global, offset, ty, .. } = observable {
                    let addr = self.layout.global(*global).wrapping_add(*offset);
                    self.location(addr, ty.bytes(), Span::NONE)?;
                }
            }
        }
        self.thread(self.program.entry, &[], None, TermId::TRUE)?;
        Ok(())
    }

    fn error(&self, span: Span, reason: impl Into<String>) -> UnfoldError {
        let place = match self.program.show_span(span) {
            unknown if unknown == "?" => self.program.name.to_string(),
            place => place,
        };
        UnfoldError { place, reason: reason.into() }
    }

    /// A thread that runs this function, with all its events.
    fn thread(
        &mut self,
        function: ir::FuncId,
        args: &[Value],
        create: Option<EventId>,
        guard: TermId,
    ) -> Result<ThreadId, UnfoldError> {
        let code = self.program.functions.get(function);
        let Some(code) = code else { return Err(self.error(Span::NONE, "no such function")) };
        let alike = self.out.threads.iter().filter(|other| other.function == function).count();
        let name = if alike == 0 { code.name.clone() } else { format!("{}#{}", code.name, alike + 1).into() };
        let id = self.out.threads.push(Thread { name, function, events: Vec::new(), create, guard });
        if self.out.threads.len() > 64 {
            return Err(self.error(code.span, "more than 64 threads"));
        }
        let mut state = walk::ThreadState { id, held: Held::new(), open_blocks: Vec::new(), depth: 0 };
        let mut args = args.to_vec();
        let given = if create.is_none() { self.program.entry_arguments() } else { Vec::new() };
        for (index, &param) in code.params.iter().enumerate().skip(args.len()) {
            let number = given.get(index).copied().unwrap_or(0);
            args.push(value::constant(&mut self.terms, number, code.values[param].ty));
        }
        let constructors = match create {
            None => self.program.constructors.as_slice(),
            Some(_) => &[],
        };
        for &constructor in constructors {
            self.call(&mut state, constructor, &[], guard, &Default::default())?;
        }
        let (results, ends) = self.call(&mut state, function, &args, guard, &Default::default())?;
        let result =
            results.into_iter().next().unwrap_or_else(|| value::constant(&mut self.terms, 0, Ty::Ptr));
        self.results.insert(id, (result, ends));
        Ok(id)
    }

    fn push(&mut self, event: Event) -> Result<EventId, UnfoldError> {
        if self.out.events.len() >= self.options.max_events {
            let reason = format!(
                "more than {} events: this command is for small programs, `selvedge check` takes larger ones",
                self.options.max_events
            );
            return Err(self.error(event.span, reason));
        }
        let thread = event.thread;
        let id = self.out.events.push(event);
        if let Some(thread) = thread {
            self.out.threads[thread].events.push(id);
        }
        Ok(id)
    }

    /// What the location can hold, as far as is known.
    fn numbers_at(&self, key: (u64, u64)) -> Numbers {
        self.stored.get(&key).cloned().flatten()
    }

    fn store_numbers(&mut self, key: (u64, u64), numbers: &Numbers) {
        let old = self.stored.get(&key).cloned();
        let new = match &old {
            None => numbers.clone(),
            Some(old) => both_numbers(old, numbers),
        };
        if old.as_ref() != Some(&new) {
            self.grew = true;
            self.stored.insert(key, new);
        }
    }

    /// Cuts a term from its definition when that is asked for.
    fn cut(&mut self, rule: LocalRule, event: EventId, term: TermId) -> TermId {
        if !self.options.locals {
            return term;
        }
        let fresh = match self.terms.sort(term) {
            solver::Sort::Bool => self.terms.bool_var("cut"),
            solver::Sort::Bits(width) => self.terms.bits_var("cut", width),
        };
        let equation = match self.terms.sort(term) {
            solver::Sort::Bool => self.terms.iff(fresh, term),
            solver::Sort::Bits(_) => self.terms.eq(fresh, term),
        };
        self.out.definitions.push(Definition { rule, event, equation });
        fresh
    }

    fn frontier(&mut self, reached: TermId, span: Span, reason: impl Into<String>) {
        if reached != TermId::FALSE {
            self.out.frontiers.push(Frontier { reached, span, reason: reason.into(), alone: false });
        }
    }
    /// An operation that is not understood, or misused: whoever comes after it may wait for what it would have done.
    fn refused(&mut self, reached: TermId, span: Span, reason: impl Into<String>) {
        if reached != TermId::FALSE {
            self.out.frontiers.push(Frontier { reached, span, reason: reason.into(), alone: true });
        }
    }
}
