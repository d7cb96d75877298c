//! States of the product, and the one form in which equal ones are written.
//!
//! Symbols of a state come in two kinds: those that shared memory holds are numbered from 0 in the order of their cells;
//! those that only one thread knows are numbered from [`LOCAL`] in each thread. So threads that are at the same
//! place with the same knowledge are the same thread, and are counted. While a thread moves, its own symbols
//! and new ones have numbers from [`FRESH`].

use super::datum::{Cell, Datum, Memory, Object, Place, Symbol};
use super::facts::Facts;
use ir::ValueId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::rc::Rc;

pub(super) const LOCAL: Symbol = 1 << 16;
pub(super) const FRESH: Symbol = 1 << 20;

pub(super) type Lock = (Object, i64);

/// A thread before its next visible step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Thread {
    pub code: u32,
    pub place: Place,
    pub values: BTreeMap<ValueId, Datum>,
    pub memory: Memory,
    /// What is known of its own symbols, also with respect to those of shared memory.
    pub facts: Facts,
    pub held: BTreeSet<Lock>,
    /// It waits for a condition and takes this lock before it goes on.
    pub wakes_with: Option<Lock>,
    pub handle: Option<u32>,
    /// It has not moved yet.
    pub born: bool,
}

/// What all threads see.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Shared {
    pub memory: Memory,
    pub facts: Facts,
    pub locks: BTreeSet<Lock>,
    /// Handles that were waited for.
    pub joined: BTreeSet<u32>,
    /// Heap objects that there are.
    pub allocated: BTreeSet<Object>,
}

/// As many as there may be.
pub(super) const MANY: u8 = u8::MAX;

/// Numbers of threads, sorted, each with how many there are of it.
pub(super) type Threads = Vec<(u32, u8)>;

/// By numbers from the [`Store`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub shared: u32,
    pub threads: Threads,
}

impl State {
    /// There are many of this thread.
    pub fn set_many(&mut self, number: u32) {
        match self.threads.binary_search_by_key(&number, |(known, _)| *known) {
            Ok(at) => self.threads[at].1 = MANY,
            Err(at) => self.threads.insert(at, (number, MANY)),
        }
    }

    /// The threads that somebody may wait for, and the others.
    pub fn split(&self, store: &Store) -> (Threads, Threads) {
        self.threads.iter().partition(|(number, _)| store.threads[*number as usize].handle.is_some())
    }
}

/// Whether there are at least as many of each of these threads, which nobody waits for, in the other set.
pub(super) fn is_covered(threads: &[(u32, u8)], by: &[(u32, u8)]) -> bool {
    let mut theirs = by.iter();
    threads.iter().all(|&(number, count)| {
        theirs.find(|other| other.0 >= number).is_some_and(|&other| other.0 == number && count <= other.1)
    })
}

impl Thread {
    /// Before its first instruction.
    pub fn new(code: u32, values: BTreeMap<ValueId, Datum>, handle: Option<u32>) -> Thread {
        Thread {
            code,
            place: (ir::Function::ENTRY, 0),
            values,
            memory: Memory::default(),
            facts: Facts::default(),
            held: BTreeSet::new(),
            wakes_with: None,
            handle,
            born: true,
        }
    }
    fn data_mut(&mut self) -> impl Iterator<Item = &mut Datum> {
        self.values.values_mut().chain(self.memory.cells.values_mut())
    }
    fn data(&self) -> impl Iterator<Item = Datum> + '_ {
        self.values.values().chain(self.memory.cells.values()).copied()
    }
    fn has_symbols(&self) -> bool {
        self.data().any(|datum| datum.symbol().is_some())
    }
    pub fn put(&mut self, symbol: Symbol, by: Datum) {
        self.data_mut().filter(|datum| **datum == Datum::Symbol(symbol)).for_each(|datum| *datum = by);
    }
    /// Renames its symbols.
    fn rename(&mut self, mut new: impl FnMut(Symbol) -> Symbol) {
        for datum in self.data_mut() {
            if let Datum::Symbol(symbol) = datum {
                *symbol = new(*symbol);
            }
        }
    }
}

/// A thread on its way, with what it sees and does.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub shared: Shared,
    pub me: Thread,
    pub created: Vec<Thread>,
    /// All that is known now.
    pub facts: Facts,
    pub fresh: Symbol,
    /// Symbols of shared memory that turned out to be something else.
    pub settled: Vec<(Symbol, Datum)>,
    /// How deep in atomic sections.
    pub depth: u32,
    /// Whether it has done anything in this step, and which blocks it has gone through.
    pub moved: bool,
    pub rounds: Vec<ir::BlockId>,
    /// Cells of shared memory that it touched, and whether it wrote.
    pub touched: Vec<(Cell, bool)>,
}

impl Work {
    pub fn new(shared: &Shared, thread: &Thread) -> Work {
        let mut me = thread.clone();
        let own = |symbol: Symbol| if symbol >= LOCAL { symbol - LOCAL + FRESH } else { symbol };
        me.rename(own);
        let mut facts = std::mem::take(&mut me.facts).rename(own);
        facts.0.extend(shared.facts.0.iter().copied());
        Work {
            shared: shared.clone(),
            me,
            created: Vec::new(),
            facts,
            fresh: FRESH + LOCAL,
            settled: Vec::new(),
            depth: 0,
            moved: false,
            rounds: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// The memory that an object lies in.
    pub fn memory_of(&mut self, object: Object) -> &mut Memory {
        if object.is_private() { &mut self.me.memory } else { &mut self.shared.memory }
    }

    pub fn fresh(&mut self) -> Datum {
        self.fresh += 1;
        Datum::Symbol(self.fresh)
    }

    /// Two numbers are equal. False: they cannot be.
    pub fn equate(&mut self, a: Datum, b: Datum) -> bool {
        let (symbol, by) = match (a, b) {
            _ if a == b => return true,
            (Datum::Symbol(x), Datum::Symbol(y)) => (x.max(y), Datum::Symbol(x.min(y))),
            (Datum::Symbol(x), other) | (other, Datum::Symbol(x)) => (x, other),
            _ => return false,
        };
        for datum in self.shared.memory.cells.values_mut().filter(|datum| **datum == Datum::Symbol(symbol)) {
            *datum = by;
        }
        self.me.put(symbol, by);
        self.created.iter_mut().for_each(|thread| thread.put(symbol, by));
        if symbol < LOCAL {
            self.settled.push((symbol, by));
        }
        self.facts.substitute(symbol, by)
    }
}

/// Each thread and each shared part once.
#[derive(Default)]
pub(super) struct Store {
    pub threads: Vec<Rc<Thread>>,
    thread_numbers: FxHashMap<Rc<Thread>, u32>,
    pub shareds: Vec<Rc<Shared>>,
    shared_numbers: FxHashMap<Rc<Shared>, u32>,
    /// Changes of shared memory that have been seen, and what they make of threads.
    changes: FxHashMap<Change, u32>,
    told: FxHashMap<(u32, u32), u32>,
}

/// What a step changes about the symbols of shared memory: what is known of them, their new names, and those that turned
/// out to be something else.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Change {
    facts: Facts,
    names: BTreeMap<Symbol, Symbol>,
    settled: Vec<(Symbol, Datum)>,
}

/// The number of an item in a list where each stands once.
fn number_of<T: Eq + Hash>(item: T, list: &mut Vec<Rc<T>>, numbers: &mut FxHashMap<Rc<T>, u32>) -> u32 {
    let (item, next) = (Rc::new(item), list.len() as u32);
    let number = *numbers.entry(item.clone()).or_insert(next);
    if number == next {
        list.push(item);
    }
    number
}

impl Store {
    pub fn thread(&mut self, thread: Thread) -> u32 {
        number_of(thread, &mut self.threads, &mut self.thread_numbers)
    }
    fn shared(&mut self, shared: Shared) -> u32 {
        number_of(shared, &mut self.shareds, &mut self.shared_numbers)
    }

    /// The state after a step; `alive`: the thread that moved goes on. Created threads come in these numbers.
    pub fn settle(
        &mut self,
        mut work: Work,
        before: &Shared,
        alive: bool,
        others: &[(u32, u8)],
        (births, most): (u8, u8),
    ) -> State {
        let old: BTreeSet<Symbol> = before.memory.cells.values().filter_map(|datum| datum.symbol()).collect();
        let mut names: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        for datum in work.shared.memory.cells.values_mut() {
            if let Datum::Symbol(symbol) = datum {
                let next = names.len() as Symbol;
                *symbol = *names.entry(*symbol).or_insert(next);
            }
        }
        let common: BTreeSet<Symbol> = names.keys().copied().collect();
        let name = |symbol: Symbol| names.get(&symbol).copied().unwrap_or(symbol);
        work.shared.facts = work.facts.close(&common).rename(name);
        // Where nothing is new about what shared memory holds, nobody else has to be told.
        let same = work.settled.is_empty()
            && work.shared.facts == before.facts
            && names.iter().all(|(old, new)| old == new)
            && common == old;
        // What others learn: of the symbols before and after the step.
        let change = Change {
            facts: match same {
                true => Facts::default(),
                false => work.facts.close(&old.union(&common).copied().collect()),
            },
            names: names.clone(),
            settled: work.settled.clone(),
        };
        let next = self.changes.len() as u32;
        let bridge = if same { 0 } else { *self.changes.entry(change.clone()).or_insert(next) };
        let mut threads = Vec::with_capacity(others.len() + 2);
        for &(number, count) in others {
            let thread = &self.threads[number as usize];
            let number = match same || !thread.has_symbols() {
                true => number,
                false => self.told(number, bridge, &change),
            };
            add(&mut threads, number, count, most);
        }
        let active = alive.then_some((work.me, 1)).into_iter();
        for (thread, count) in active.chain(work.created.into_iter().map(|thread| (thread, births))) {
            let number = self.named(thread, &work.facts, &names, &common);
            add(&mut threads, number, count, most);
        }
        threads.sort_unstable();
        State { shared: self.shared(work.shared), threads }
    }

    /// A thread that did not move, after a change of what shared memory holds.
    fn told(&mut self, number: u32, bridge: u32, change: &Change) -> u32 {
        if let Some(&known) = self.told.get(&(number, bridge)) {
            return known;
        }
        let mut thread = (*self.threads[number as usize]).clone();
        let mut facts = std::mem::take(&mut thread.facts);
        for &(symbol, by) in &change.settled {
            thread.put(symbol, by);
            facts.substitute(symbol, by);
        }
        facts.0.extend(change.facts.0.iter().copied());
        let common: BTreeSet<Symbol> = change.names.keys().copied().collect();
        let new = self.named(thread, &facts, &change.names, &common);
        self.told.insert((number, bridge), new);
        new
    }

    fn named(
        &mut self,
        mut thread: Thread,
        facts: &Facts,
        names: &BTreeMap<Symbol, Symbol>,
        common: &BTreeSet<Symbol>,
    ) -> u32 {
        let mut own: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        thread.rename(|symbol| {
            names.get(&symbol).copied().unwrap_or_else(|| {
                let next = LOCAL + own.len() as Symbol;
                *own.entry(symbol).or_insert(next)
            })
        });
        thread.facts = Facts::default();
        if !own.is_empty() {
            let keep: BTreeSet<Symbol> = own.keys().chain(common).copied().collect();
            let mut closed = facts.close(&keep);
            closed.0.retain(|fact| {
                [fact.a, fact.b]
                    .iter()
                    .filter_map(|node| node.symbol())
                    .any(|symbol| own.contains_key(&symbol))
            });
            let name = |symbol| own.get(&symbol).or_else(|| names.get(&symbol)).copied().unwrap_or(symbol);
            thread.facts = closed.rename(name);
        }
        self.thread(thread)
    }
}

fn add(threads: &mut Threads, number: u32, count: u8, most: u8) {
    match threads.iter_mut().find(|(known, _)| *known == number) {
        None => threads.push((number, count)),
        Some((_, known)) => {
            let sum = known.saturating_add(count);
            *known = if sum > most { MANY } else { sum };
        }
    }
}
