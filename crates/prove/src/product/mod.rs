//! All threads at once, step by step, under sequential consistency, with threads counted instead of named.
//!
//! Goes past FRUITTREE, which looks at one thread at a time and so loses what makes mutual exclusion by flags and
//! turns work. A state is what shared memory holds and how many threads are where with what knowledge; beyond a
//! small number there are *many*, so that threads started in a loop without end are a finite matter. Values are
//! numbers while they are few, then symbols with facts about their order ([`facts`]). All states that can be
//! reached are looked at once; when none is new, what did not fail never fails, however long the program runs and
//! however many threads there are.
//!
//! Under TSO and PSO this proves something if the program has no data race ([`Product::racy`]): both keep every order but
//! that of a store before later accesses, locks acquire and release, atomic sections, creation and join are full fences, so a program
//! without races has no other executions than those of SC (unless it gives back by plain stores what it looks at by plain loads:
//! [`posix::may_reorder_locks`]). RMO lets loads go ahead of the branches before them, so
//! there the argument fails, and nothing is said.
//!
//! Over-approximates: whatever is not decided goes both ways; a thread that stops for good leaves behind what it did.

mod code;
mod datum;
mod effects;
mod facts;
mod laws;
mod state;
mod step;
mod text;

use crate::flatten::AssertionSite;
use crate::overwritten::Seen;
use crate::result::ProveConfig;
use code::Code;
use datum::{Cell, Datum, Object, Place, initial, overlap};
use facts::{Fact, Relation};
use ir::{FuncId, GlobalId, Op, Program, Span, SyncOp, Ty, ValueId};
use limits::Limits;
use model::Model;
use rustc_hash::FxHashMap;
use state::{MANY, State, Store, Thread, Threads, Work, is_covered};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(crate) use super::finite::{Refusal, Result};

const MAX_RESTARTS: usize = 6;

/// A variable, to count its numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Variable {
    Shared(Cell),
    Value(u32, ValueId),
    Private(u32, Cell),
}

/// How threads are counted.
#[derive(Clone, Copy, Debug)]
struct Counting {
    /// More than this are many.
    most: u8,
    /// Threads started in a loop are many from the start.
    supply: bool,
    /// Where there can be many of a thread, there are, however shared memory came to be as it is.
    sticky: bool,
    /// Different numbers that a variable may hold before it is followed by symbols.
    numbers: usize,
    max_states: usize,
}

/// What has not come to an end by then has too many states.
const MAX_TIME: Duration = Duration::from_secs(20);

/// As many numbers as a small state machine has states.
const FEW_NUMBERS: usize = 6;

pub(crate) struct Product<'a> {
    program: &'a Program,
    /// For the way of counting that is being tried.
    limits: Limits,
    codes: Vec<Rc<Code>>,
    code_numbers: FxHashMap<FuncId, u32>,
    store: Store,
    /// Allocations that begin with zeros.
    zeroed: BTreeSet<Object>,
    handles: BTreeMap<Place, u32>,
    /// Whether anybody waits for threads.
    joins: bool,
    /// Handles of the threads that live while one moves.
    living: BTreeSet<u32>,
    failed: BTreeSet<AssertionSite>,
    racy: bool,
    needs_no_races: bool,
    /// Different numbers that a variable may hold before it is followed by symbols.
    max_numbers: usize,
    wide: BTreeSet<Variable>,
    numbers: BTreeMap<Variable, BTreeSet<u128>>,
    literals: BTreeMap<u8, BTreeSet<u128>>,
    /// Globals that nobody reads: what is stored there does not matter.
    unread: BTreeSet<GlobalId>,
    /// No thread was started yet.
    alone: bool,
    seen: RefCell<Seen<Object>>,
}

/// The states that were reached, of each shared part and the threads that somebody may wait for only the largest: what
/// a smaller one can do a larger one can.
#[derive(Default)]
struct Reached {
    largest: FxHashMap<(u32, Threads), Vec<Threads>>,
    /// Threads of which there can be many, by shared part.
    many: FxHashMap<u32, BTreeSet<u32>>,
    count: usize,
}

impl Reached {
    /// Takes in a state; false: nothing new.
    fn add(&mut self, state: &mut State, store: &Store, sticky: bool) -> bool {
        if sticky {
            let awaited = |number: u32| store.threads[number as usize].handle.is_some();
            let many = self.many.entry(state.shared).or_default();
            many.extend(state.threads.iter().filter(|(_, count)| *count == MANY).map(|(number, _)| *number));
            many.iter().filter(|number| !awaited(**number)).for_each(|&number| state.set_many(number));
        }
        let (awaited, others) = state.split(store);
        let known = self.largest.entry((state.shared, awaited)).or_default();
        if known.iter().any(|larger| is_covered(&others, larger)) {
            return false;
        }
        known.retain(|smaller| !is_covered(smaller, &others));
        known.push(others);
        self.count += 1;
        true
    }
    fn is_largest(&self, state: &State, store: &Store) -> bool {
        let (awaited, others) = state.split(store);
        self.largest.get(&(state.shared, awaited)).is_some_and(|known| known.contains(&others))
    }
}

/// What was found.
pub(crate) struct Found {
    /// Assertions that may fail; all others cannot.
    pub failed: BTreeSet<AssertionSite>,
    pub states: usize,
}

/// Whether this method says anything about a model.
pub(crate) fn speaks_of(model: Model) -> bool {
    model == Model::SC || model == Model::TSO || model == Model::PSO
}

/// Looks at everything that can be reached. `open`: the assertions in question.
pub(crate) fn prove(
    program: &Program,
    config: &ProveConfig,
    open: &BTreeSet<AssertionSite>,
    limits: &Limits,
) -> Result<Found> {
    if text::stack_grows_in_loops(program) {
        return Err(Refusal::TooLarge("a stack that grows in a loop".into()));
    }
    let mut product = Product {
        program,
        limits: limits.clone(),
        codes: Vec::new(),
        code_numbers: FxHashMap::default(),
        store: Store::default(),
        zeroed: BTreeSet::new(),
        handles: BTreeMap::new(),
        joins: false,
        living: BTreeSet::new(),
        failed: BTreeSet::new(),
        racy: false,
        needs_no_races: config.task.model != Model::SC,
        max_numbers: 0,
        unread: if config.task.model == Model::SC { text::unread(program) } else { BTreeSet::new() },
        wide: BTreeSet::new(),
        numbers: BTreeMap::new(),
        literals: text::literals(program),
        alone: true,
        seen: RefCell::new(Seen::new(program)),
    };
    if config.task.model != Model::SC && posix::may_reorder_locks(program) {
        let reason = "spinlocks that are tried, which a weak model does not keep in order";
        return Err(Refusal::TooLarge(reason.into()));
    }
    let mut functions = program.constructors.clone();
    functions.push(program.entry);
    product.codes.push(Rc::new(Code::new(program, &functions)));
    product.joins = product.codes[0].has(SyncOp::ThreadJoin);
    let numbers = config.max_numbers;
    let few = FEW_NUMBERS.min(numbers);
    let exact = Counting { most: 16, supply: false, sticky: false, numbers, max_states: 600_000 };
    let many = Counting { most: 1, supply: true, sticky: true, numbers: few, max_states: 100_000 };
    let countings = match config.count_to {
        Some(most) => vec![Counting { most, numbers, ..many }],
        None if product.starts_in_loops() => vec![
            many,
            Counting { most: 3, ..many },
            Counting { numbers, ..many },
            Counting { sticky: false, ..many },
            Counting { max_states: 200_000, ..exact },
        ],
        None => vec![
            Counting { max_states: 60_000, ..exact },
            Counting { numbers: few, ..exact },
            Counting { numbers: usize::MAX - 1, ..exact },
        ],
    };
    let mut last: Result<Found> = Err(Refusal::TooLarge("no way to count threads".into()));
    let n_countings = countings.len() as u32;
    let start = Instant::now();
    for (index, counting) in countings.into_iter().enumerate() {
        // The first ways are the most promising: each has half of the time that is left.
        let left = limits.left().map_or(MAX_TIME, |time| time.min(MAX_TIME.saturating_sub(start.elapsed())));
        let parts = if index as u32 + 1 == n_countings { 1 } else { 2 };
        product.limits = limits.at_most(left / parts);
        (product.alone, product.seen) = (true, RefCell::new(Seen::new(program)));
        let found = product.attempt(counting, open);
        product.seen.borrow().check()?;
        match &found {
            Ok(known) if known.failed.is_disjoint(open) => return found,
            Err(Refusal::Unsupported(..)) => return found,
            Err(_) if limits.are_reached() => return found,
            // What fails in one way of counting may not fail in a finer one; keep the better answer.
            Ok(_) => last = found,
            Err(_) if last.is_err() => last = found,
            Err(_) => {}
        }
    }
    last
}

/// Drops local variables whose address nobody has any more.
fn forget_private(thread: &mut Thread) {
    let mut known: BTreeSet<Object> = thread.values.values().filter_map(|datum| datum.object()).collect();
    loop {
        let inner = thread.memory.cells.iter().filter(|(cell, _)| known.contains(&cell.0));
        let more: BTreeSet<Object> = inner.filter_map(|(_, datum)| datum.object()).collect();
        if more.is_subset(&known) {
            break;
        }
        known.extend(more);
    }
    let kept = |object: &Object| !matches!(object, Object::Own(_)) || known.contains(object);
    thread.memory.cells.retain(|cell, _| kept(&cell.0));
    thread.memory.blurred.retain(kept);
}

impl Product<'_> {
    fn refuse<T>(&self, reason: &str, span: Span) -> Result<T> {
        Err(Refusal::Unsupported(reason.to_string(), span))
    }

    fn code_of(&mut self, function: FuncId) -> u32 {
        if let Some(&known) = self.code_numbers.get(&function) {
            return known;
        }
        let number = self.codes.len() as u32;
        let code = Code::new(self.program, &[function]);
        self.joins |= code.has(SyncOp::ThreadJoin);
        self.codes.push(Rc::new(code));
        self.code_numbers.insert(function, number);
        number
    }

    fn starts_in_loops(&self) -> bool {
        let code = &self.codes[0];
        let starts = code.function().blocks.iter_enumerated().filter(|(_, body)| {
            body.insts.iter().any(|inst| matches!(inst.op, Op::Sync { op: SyncOp::ThreadCreate, .. }))
        });
        starts.into_iter().any(|(block, _)| code.repeats(block))
    }

    fn failed(&mut self, work: &Work) {
        if let Some(&site) = self.codes[work.me.code as usize].flat.assertions.get(&work.me.place) {
            self.failed.insert(site);
        }
    }

    /// Explores, and again with symbols for variables that turn out to hold too many numbers.
    fn attempt(&mut self, counting: Counting, open: &BTreeSet<AssertionSite>) -> Result<Found> {
        self.wide.clear();
        for _ in 0..MAX_RESTARTS {
            self.store = Store::default();
            self.max_numbers = counting.numbers;
            self.failed.clear();
            self.numbers.clear();
            if let Some(states) = self.explore(counting, open)? {
                return Ok(Found { failed: self.failed.clone(), states });
            }
            // What goes along with it, too.
            let many = self.numbers.iter().filter(|(_, numbers)| numbers.len() > self.max_numbers / 2);
            self.wide.extend(many.map(|(variable, _)| *variable));
        }
        Err(Refusal::TooLarge("its variables hold too many values".into()))
    }

    /// How many states there are; `None`: a variable holds too many numbers.
    fn explore(&mut self, counting: Counting, open: &BTreeSet<AssertionSite>) -> Result<Option<usize>> {
        let main = Thread::new(0, BTreeMap::new(), None);
        let start = Work::new(&Default::default(), &main);
        let start = self.store.settle(start, &Default::default(), true, &[], (1, counting.most));
        let mut seen = Reached::default();
        let mut open_states = self.without_quiet(vec![start], counting)?;
        open_states.retain_mut(|start| seen.add(start, &self.store, false));
        while let Some(state) = open_states.pop() {
            self.in_time()?;
            if !seen.is_largest(&state, &self.store) {
                continue;
            }
            for mut next in self.expand(&state, counting)? {
                if seen.count >= counting.max_states {
                    let most = counting.max_states;
                    return Err(Refusal::TooLarge(format!("it has more than {most} states")));
                }
                if seen.add(&mut next, &self.store, counting.sticky) {
                    open_states.push(next);
                }
            }
            if self.racy && self.needs_no_races {
                return Err(Refusal::TooLarge("it has a data race".into()));
            }
            if open.iter().all(|site| self.failed.contains(site)) {
                break;
            }
            if self.numbers.values().any(|numbers| numbers.len() > self.max_numbers) {
                return Ok(None);
            }
        }
        Ok(Some(seen.count))
    }

    fn in_time(&self) -> Result {
        if self.limits.are_reached() { Err(Refusal::OutOfTime) } else { Ok(()) }
    }

    /// What can come after a state.
    fn expand(&mut self, state: &State, counting: Counting) -> Result<Vec<State>> {
        let mut all = Vec::new();
        for index in 0..state.threads.len() {
            self.move_one(state, index, counting, &mut all)?;
        }
        self.without_quiet(all, counting)
    }

    /// The states after what new threads do before their first visible action: nobody can tell when they do it. Only such
    /// states are kept and compared, so that each of them stands for all its threads and may cover others.
    fn without_quiet(&mut self, mut open: Vec<State>, counting: Counting) -> Result<Vec<State>> {
        let mut all = Vec::new();
        while let Some(state) = open.pop() {
            match state.threads.iter().position(|&(number, count)| self.is_quiet(number, count)) {
                Some(index) => self.move_one(&state, index, counting, &mut open)?,
                None => all.push(state),
            }
        }
        Ok(all)
    }

    /// Whether a thread is new and does nothing visible at first. Of many there is always one left.
    fn is_quiet(&self, number: u32, count: u8) -> bool {
        let thread = &self.store.threads[number as usize];
        let code = &self.codes[thread.code as usize];
        let inst = code.function().blocks[thread.place.0].insts.get(thread.place.1);
        thread.born && count != MANY && inst.is_none_or(|inst| !self.is_visible(thread, inst))
    }

    fn move_one(&mut self, state: &State, index: usize, counting: Counting, all: &mut Vec<State>) -> Result {
        let (number, count) = state.threads[index];
        let mut others = state.threads.clone();
        match count {
            1 => drop(others.remove(index)),
            MANY => {}
            _ => others[index].1 -= 1,
        }
        let threads = others.iter().map(|&(other, _)| &self.store.threads[other as usize]);
        self.living = threads.filter_map(|thread| thread.handle).collect();
        let thread = self.store.threads[number as usize].clone();
        let shared = self.store.shareds[state.shared as usize].clone();
        let work = Work::new(&shared, &thread);
        let again = self.codes[thread.code as usize].repeats(thread.place.0);
        let births = if counting.supply && again { MANY } else { 1 };
        for (mut work, alive) in self.advance(work)? {
            forget_private(&mut work.me);
            if self.needs_no_races && !self.racy {
                self.racy = others.iter().any(|&(other, _)| self.conflicts(&work, other));
            }
            self.tidy(&mut work);
            all.push(self.store.settle(work, &shared, alive, &others, (births, counting.most)));
        }
        Ok(())
    }

    /// Whether another thread is about to touch what was just touched, and one of both writes.
    fn conflicts(&self, work: &Work, other: u32) -> bool {
        let thread = &self.store.threads[other as usize];
        let code = &self.codes[thread.code as usize];
        let Some(inst) = code.function().blocks[thread.place.0].insts.get(thread.place.1) else {
            return false;
        };
        let (addresses, size, writes) = match &inst.op {
            Op::Load { addr, access } => (vec![*addr], access.ty.bytes(), false),
            Op::Store { addr, access, .. }
            | Op::Rmw { addr, access, .. }
            | Op::CompareExchange { addr, access, .. } => (vec![*addr], access.ty.bytes(), true),
            Op::Copy { dst, src, .. } => (vec![*dst, *src], u64::MAX >> 2, true),
            Op::Fill { dst, .. } => (vec![*dst], u64::MAX >> 2, true),
            _ => return false,
        };
        addresses.into_iter().filter_map(|addr| self.known(thread, addr)).any(|addr| {
            let (object, range) = match addr {
                Datum::Pointer(object, offset) => (object, (offset, size)),
                Datum::Somewhere(object) => (object, (0, u64::MAX >> 2)),
                _ => return false,
            };
            work.touched.iter().any(|&((touched, offset, length), wrote)| {
                touched == object && (wrote || writes) && overlap(range, (offset, length))
            })
        })
    }

    /// Leaves out what says nothing, counts numbers, and puts symbols where there are too many.
    fn tidy(&mut self, work: &mut Work) {
        let program = self.program;
        let memory = &mut work.shared.memory;
        let plain: Vec<Cell> = memory
            .cells
            .iter()
            .filter(|&(cell, &datum)| match cell.0 {
                Object::Global(id) => initial(program, id, cell.1, cell.2) == Some(datum),
                _ => false,
            })
            .map(|(cell, _)| *cell)
            .filter(|cell| {
                !memory.blurred.contains(&cell.0) && memory.overlapping(cell.0, cell.1, cell.2).count() == 1
            })
            .collect();
        for cell in plain {
            memory.cells.remove(&cell);
        }
        let mut widened: BTreeMap<(u8, u128), Datum> = BTreeMap::new();
        let mut fresh = work.fresh;
        let Product { numbers, wide, literals, codes, max_numbers, .. } = self;
        let mut look = |variable: Variable, width: u8, datum: &mut Datum| {
            let &mut Datum::Bits(bits) = datum else { return };
            if literals.get(&width).is_some_and(|known| known.contains(&bits)) {
                return;
            }
            if wide.contains(&variable) {
                *datum = *widened.entry((width, bits)).or_insert_with(|| {
                    fresh += 1;
                    Datum::Symbol(fresh)
                });
                return;
            }
            let known = numbers.entry(variable).or_default();
            if known.len() <= *max_numbers {
                known.insert(bits);
            }
        };
        let width_of = |cell: &Cell| (8 * cell.2.min(16)) as u8;
        for (cell, datum) in &mut work.shared.memory.cells {
            look(Variable::Shared(*cell), width_of(cell), datum);
        }
        for thread in std::iter::once(&mut work.me).chain(&mut work.created) {
            let function = codes[thread.code as usize].function();
            for (id, datum) in &mut thread.values {
                look(Variable::Value(thread.code, *id), function.values[*id].ty.bits() as u8, datum);
            }
            for (cell, datum) in &mut thread.memory.cells {
                look(Variable::Private(thread.code, *cell), width_of(cell), datum);
            }
        }
        work.fresh = fresh;
        self.relate(work, &widened);
    }

    /// What is known of numbers that have become symbols: their order among themselves and to the program's numbers.
    fn relate(&self, work: &mut Work, widened: &BTreeMap<(u8, u128), Datum>) {
        let mut facts = Vec::new();
        for (&(width, bits), &datum) in widened {
            let others = widened.iter().filter(|((w, other), _)| *w == width && *other != bits);
            let literals = self.literals.get(&width).into_iter().flatten();
            let others = others.map(|((_, other), datum)| (*other, *datum));
            for (other, node) in others.chain(literals.map(|&other| (other, Datum::Bits(other)))) {
                for signed in [true, false] {
                    let op = if signed { ir::CompareOp::Slt } else { ir::CompareOp::Ult };
                    let below = interp::eval::compare(op, Ty::Int(width), bits, other);
                    let (a, b) = if below { (datum, node) } else { (node, datum) };
                    facts.push(Fact { relation: Relation::Less { signed }, a, b, width });
                }
            }
            // What facts say about the number they say about the symbol.
            let put = |node: Datum| if node == Datum::Bits(bits) { datum } else { node };
            for fact in work.facts.0.iter().filter(|fact| fact.width == width) {
                let (a, b) = (put(fact.a), put(fact.b));
                let (a, b) = if fact.relation == Relation::Differ { (a.min(b), a.max(b)) } else { (a, b) };
                facts.push(Fact { a, b, ..*fact });
            }
        }
        work.facts.0.extend(facts);
    }
}
