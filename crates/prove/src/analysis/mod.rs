//! The thread-modular abstract interpreter (FRUITTREE §5): one thread at a time against the stores of all others, until
//! nothing is new.
//!
//! Deviations from the paper: calls are copied, not summarised ([`crate::flatten`]); what orders threads at creation
//! and join and what mutexes and atomic sections hide is applied to every load, combination or not
//! ([`memory`]); under models where stores overtake branches (RMO-nodep) a first round takes every branch both ways, so
//! that no store is missed.
//!
//! Soundness rests on this: interferences only grow until they are stable, and narrowing afterwards replaces them by
//! what the stable ones imply. What is not understood poisons the whole analysis ([`Analysis::poison`]).

mod describe;
mod memory;
mod refine;
mod relations;
mod state;
mod sync;
mod threads;
mod transfer;

pub(crate) use memory::Object;
pub(crate) use state::{BLURRED, StoreId};
pub(crate) use threads::{Choice, ThreadInfo};

use crate::domain::{Base, Value};
use crate::flatten::AssertionSite;
use crate::result::{Flow, Interference};
use ir::{FuncId, GlobalId, Observable, Op, Program, Prop, Quantifier, Span, Target, Term};
use limits::Limits;
use memory::ObjectKey;
use model::Model;
use rustc_hash::{FxHashMap, FxHashSet};
use state::{CellKey, Lock, State};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use verdict::Why;

/// A store as other threads see it.
#[derive(Clone, Debug)]
pub(crate) struct StoreRecord {
    pub thread: u32,
    pub place: Place,
    pub span: Span,
    pub targets: Vec<Range>,
    pub size: u64,
    pub value: Value,
    /// Locks held at it on every way, with nobody else inside.
    pub locks: Vec<Lock>,
}

/// An object with the first and the last offset in it.
pub(crate) type Range = (u32, i64, i64);

/// An instruction of a thread: block and position.
pub(crate) type Place = (ir::BlockId, usize);

/// How an assertion fails, as far as is known.
#[derive(Clone, Debug)]
pub(crate) struct AlarmAt {
    pub site: AssertionSite,
    pub flows: Vec<Flow>,
}

/// One copy of an assertion, in one thread, that may fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alarm {
    pub site: AssertionSite,
    pub thread: u32,
    pub place: Place,
}

/// A load of one cell, and what it may read from.
#[derive(Clone, Default, Debug)]
pub(crate) struct LoadInfo {
    pub cell: CellKey,
    /// The thread's own view.
    pub own: BTreeSet<StoreId>,
    pub sources: BTreeSet<StoreId>,
}

pub(crate) struct Analysis<'a> {
    pub program: &'a Program,
    pub model: Model,
    pub filters: bool,
    pub objects: Vec<Object>,
    object_ids: FxHashMap<ObjectKey, u32>,
    pub threads: Vec<ThreadInfo>,
    thread_ids: FxHashMap<(u32, Place, FuncId), u32>,
    pub stores: Vec<StoreRecord>,
    store_ids: FxHashMap<(u32, Place), StoreId>,
    by_object: FxHashMap<u32, Vec<StoreId>>,
    /// Stores that are the last one of a cell when the lock is given back.
    exported: FxHashSet<(Lock, StoreId)>,
    /// Locks that somebody gives back without holding them: they exclude nobody.
    loose: FxHashSet<Lock>,
    pub observed: BTreeMap<Arc<str>, Value>,
    /// What is known where an assertion is made, if asked for.
    pub invariants: Option<BTreeMap<AssertionSite, BTreeSet<String>>>,
    changed: bool,
    widen: bool,
    narrowing: bool,
    /// The sweep over a thread that is under way.
    sweep: Sweep,
    /// Take every branch both ways.
    speculative: bool,
    /// Nothing may be recorded: one thread is looked at under a choice of its interferences.
    frozen: bool,
    pub poison: Option<(Why, Span)>,
    pub rounds: usize,
    limits: Limits,
}

/// Rounds of one thread before widening sets in: enough for flags and small counters to settle by themselves.
const PATIENCE: usize = 5;
const MAX_ROUNDS: usize = 200;
const MAX_THREADS: usize = 200;

impl<'a> Analysis<'a> {
    pub fn new(program: &'a Program, config: &crate::ProveConfig, limits: Limits) -> Self {
        Analysis {
            program,
            model: config.task.model,
            filters: config.interference != Interference::Oblivious,
            objects: Vec::new(),
            object_ids: FxHashMap::default(),
            threads: Vec::new(),
            thread_ids: FxHashMap::default(),
            stores: Vec::new(),
            store_ids: FxHashMap::default(),
            by_object: FxHashMap::default(),
            exported: FxHashSet::default(),
            loose: FxHashSet::default(),
            observed: BTreeMap::new(),
            invariants: config.invariants.then(BTreeMap::new),
            changed: false,
            widen: false,
            narrowing: false,
            sweep: Sweep::default(),
            speculative: false,
            frozen: false,
            poison: None,
            rounds: 0,
            limits,
        }
    }

    /// Runs to the fixpoint. Afterwards `poison` says whether it means anything.
    pub fn run(&mut self) {
        let mut functions = self.program.constructors.clone();
        functions.push(self.program.entry);
        let main = ThreadInfo::new(self.program, &functions, None, false);
        self.threads.push(main);
        let overtake = !self.model.keeps_dependencies && !self.model.kept.contains(ir::FenceBits::LS);
        if overtake {
            self.speculative = true;
            self.settle();
            self.speculative = false;
            for thread in &mut self.threads {
                thread.forget();
            }
        }
        self.settle();
        if self.poison.is_none() && !overtake {
            self.narrow();
        }
    }

    fn settle(&mut self) {
        self.widen = false;
        for round in 0.. {
            self.changed = false;
            self.rounds += 1;
            self.widen = round >= PATIENCE;
            let mut thread = 0;
            while thread < self.threads.len() {
                self.run_thread(thread as u32);
                thread += 1;
            }
            if self.poison.is_some() || !self.changed {
                return;
            }
            if round > MAX_ROUNDS {
                return self.poisoned(
                    Why::TooLarge("no fixed point in as many rounds as there may be".into()),
                    Span::NONE,
                );
            }
        }
    }

    /// Replaces what is known by what follows from it, twice.
    fn narrow(&mut self) {
        for _ in 0..2 {
            self.narrowing = true;
            self.widen = false;
            let mut replaced = self.stores.clone();
            for store in &mut replaced {
                store.value = Value::none();
            }
            for thread in 0..self.threads.len() as u32 {
                self.sweep(thread, None, Sweep { stores: Some(replaced), ..Sweep::default() });
                replaced = self.sweep.stores.take().unwrap_or_default();
            }
            self.stores = replaced;
            self.narrowing = false;
            if self.poison.is_some() {
                return;
            }
        }
    }

    pub fn poisoned(&mut self, why: Why, span: Span) {
        if self.poison.is_none() {
            self.poison = Some((why, span));
        }
    }

    pub fn out_of_time(&self) -> bool {
        self.limits.are_reached()
    }

    /// One sweep over a thread after the other, until it is stable against the interferences of now.
    fn run_thread(&mut self, thread: u32) {
        for sweep in 0.. {
            let again = self.sweep(thread, None, Sweep { widen: sweep >= PATIENCE, ..Sweep::default() });
            if !again || self.poison.is_some() {
                return;
            }
            if sweep > MAX_ROUNDS {
                return self.poisoned(
                    Why::TooLarge("no fixed point of a loop in as many rounds as there may be".into()),
                    Span::NONE,
                );
            }
            self.changed = true;
        }
    }

    /// Looks at one thread under a choice of where its loads read from; records nothing.
    pub fn look(&mut self, thread: u32, choice: &Choice) -> BTreeMap<Place, AlarmAt> {
        let saved = self.threads[thread as usize].forget();
        self.frozen = true;
        for sweep in 0..MAX_ROUNDS {
            let next = Sweep { widen: sweep >= PATIENCE, ..Sweep::default() };
            if !self.sweep(thread, Some(choice), next) {
                break;
            }
            if sweep + 1 == MAX_ROUNDS {
                self.poisoned(
                    Why::TooLarge("no fixed point of a loop in as many rounds as there may be".into()),
                    Span::NONE,
                );
            }
        }
        self.frozen = false;
        let info = &mut self.threads[thread as usize];
        (info.values, info.entries) = saved;
        std::mem::take(&mut self.sweep.alarms)
    }

    /// The assertions that may fail, from the stable state.
    pub fn alarms(&mut self) -> Vec<Alarm> {
        let mut all = Vec::new();
        self.frozen = true;
        for thread in 0..self.threads.len() as u32 {
            self.sweep(thread, None, Sweep { collect: true, ..Sweep::default() });
            let alarms = self.sweep.alarms.iter();
            all.extend(alarms.map(|(&place, alarm)| Alarm { site: alarm.site, thread, place }));
            self.threads[thread as usize].loads = std::mem::take(&mut self.sweep.loads);
        }
        self.frozen = false;
        all
    }

    /// Goes over the blocks of a thread once; whether anything has changed.
    fn sweep(&mut self, thread: u32, choice: Option<&Choice>, sweep: Sweep) -> bool {
        let code = self.threads[thread as usize].code.clone();
        let order = self.threads[thread as usize].order.clone();
        self.sweep = Sweep { entries: vec![None; code.function.blocks.len()], ..sweep };
        if !self.threads[thread as usize].started {
            return false;
        }
        for (index, &param) in code.function.params.iter().enumerate() {
            let ty = code.function.values[param].ty;
            let argument = match (thread, index) {
                // What the program is called with is not known.
                (0, 0) => Value::any_number(ty),
                (0, _) => Value::any(ty),
                (_, 0) => self.threads[thread as usize].argument.clone(),
                _ => Value::int(0),
            };
            self.define(thread, param, argument, false);
        }
        let entry = self.threads[thread as usize].entry.clone();
        self.offer(thread, ir::Function::ENTRY, entry, false);
        let mut changed = std::mem::take(&mut self.sweep.changed);
        for block in order {
            if let Some(stop) = self.limits.reached() {
                self.poisoned(stop.into(), Span::NONE);
            }
            if self.poison.is_some() {
                return false;
            }
            let Some(mut state) = self.at(thread, block) else { continue };
            let body = &code.function.blocks[block];
            let mut alive = true;
            for (index, inst) in body.insts.iter().enumerate() {
                let here = Here { thread, place: (block, index), span: inst.span, choice };
                if !self.execute(&here, inst, &mut state) {
                    alive = false;
                    break;
                }
            }
            if alive {
                let here = Here { thread, place: (block, body.insts.len()), span: body.span, choice };
                self.leave(&here, &body.term, state);
            }
            changed |= std::mem::take(&mut self.sweep.changed);
        }
        if self.narrowing {
            let info = &mut self.threads[thread as usize];
            info.entries = std::mem::take(&mut self.sweep.entries);
            for (index, value) in info.values.iter_mut().enumerate() {
                *value = self.sweep.values.remove(&(index as u32)).unwrap_or_else(Value::none);
            }
        }
        changed
    }

    /// Follows a terminator into the blocks it may go to.
    fn leave(&mut self, here: &Here<'_>, term: &Term, state: State) {
        match term {
            Term::Jump(target) => self.jump(here, target, state),
            Term::Branch { cond, then, other } => {
                if self.sweep.collect {
                    self.describe(here, *cond, [then.block, other.block], &state);
                }
                for (target, truth) in [(then, true), (other, false)] {
                    let mut next = state.clone();
                    if self.assume(here, *cond, truth, &mut next) || self.speculative {
                        self.jump(here, target, next);
                    }
                }
            }
            Term::Switch { value, cases, default } => {
                for (bits, target) in cases {
                    let mut next = state.clone();
                    if self.assume_equals(here, *value, *bits, true, &mut next) || self.speculative {
                        self.jump(here, target, next);
                    }
                }
                let mut next = state;
                let mut possible = true;
                for (bits, _) in cases {
                    possible = possible && self.assume_equals(here, *value, *bits, false, &mut next);
                }
                if possible || self.speculative {
                    self.jump(here, default, next);
                }
            }
            Term::Return(values) => {
                let result = values.first().map_or_else(|| Value::int(0), |&v| self.value(here, v, &state));
                self.finish(here.thread, &state, result);
            }
            Term::Unreachable => {}
        }
    }

    fn jump(&mut self, here: &Here<'_>, target: &Target, mut state: State) {
        let code = self.threads[here.thread as usize].code.clone();
        let values: Vec<Value> = target.args.iter().map(|&arg| self.value(here, arg, &state)).collect();
        let head = self.threads[here.thread as usize].heads.contains(&target.block);
        let widen = self.sweep.widen && head;
        for (&param, value) in code.function.blocks[target.block].params.iter().zip(values) {
            state.forget(param, true);
            self.define(here.thread, param, value, widen);
        }
        self.offer(here.thread, target.block, state, widen);
    }

    /// The thread ends here with this result.
    fn finish(&mut self, thread: u32, state: &State, result: Value) {
        if self.frozen {
            return;
        }
        self.escape(&result);
        let info = &mut self.threads[thread as usize];
        let exit = match &info.exit {
            None => state.clone(),
            Some(known) => known.join(state, self.widen, &self.objects),
        };
        if info.exit.as_ref() != Some(&exit) {
            info.exit = Some(exit);
            self.changed = true;
        }
        let joined = info.result.join(&result);
        if joined != info.result {
            info.result = if self.widen { info.result.widen(&joined, 64) } else { joined };
            self.changed = true;
        }
    }

    /// Whether the question of a litmus test is answered by the values alone: nobody can reach what it asks for.
    pub fn condition_is_impossible(&self) -> bool {
        let Some(condition) = &self.program.condition else { return true };
        let (can_hold, can_fail) = self.truths(&condition.prop);
        match condition.quantifier {
            Quantifier::Exists | Quantifier::NotExists => !can_hold,
            Quantifier::Forall => !can_fail,
        }
    }

    fn truths(&self, prop: &Prop) -> (bool, bool) {
        match prop {
            Prop::True => (true, false),
            Prop::False => (false, true),
            Prop::Equals(observable, wanted) => {
                let value = self.final_value(observable);
                (!value.is_number() || value.ints.contains(*wanted), value != Value::int(*wanted))
            }
            Prop::Same(left, right) => {
                let (left, right) = (self.final_value(left), self.final_value(right));
                let numbers = left.is_number() && right.is_number();
                let apart = numbers && left.ints.meet(&right.ints).is_none();
                (!apart, !(numbers && left == right && left.ints.as_one().is_some()))
            }
            Prop::Not(inner) => {
                let (can_hold, can_fail) = self.truths(inner);
                (can_fail, can_hold)
            }
            Prop::And(parts) => parts.iter().fold((true, false), |(hold, fail), part| {
                let (can_hold, can_fail) = self.truths(part);
                (hold && can_hold, fail || can_fail)
            }),
            Prop::Or(parts) => parts.iter().fold((false, true), |(hold, fail), part| {
                let (can_hold, can_fail) = self.truths(part);
                (hold || can_hold, fail && can_fail)
            }),
            Prop::Implies(premise, conclusion) => {
                let (premise, conclusion) = (self.truths(premise), self.truths(conclusion));
                (premise.1 || conclusion.0, premise.0 && conclusion.1)
            }
        }
    }

    fn final_value(&self, observable: &Observable) -> Value {
        match observable {
            Observable::Register { name } => {
                let zero = Value::int(0);
                self.observed.get(name).map_or(zero.clone(), |value| value.join(&zero))
            }
            Observable::Memory { global, offset, ty, .. } => {
                let Some(&object) = self.object_ids.get(&ObjectKey::Global(*global)) else {
                    return memory::initial_of_global(self.program, *global, *offset as i64, ty.bytes());
                };
                let key = (object, *offset as i64, ty.bytes());
                let mut value = memory::own_cell(&self.objects, &State::default(), key).value;
                for &store in self.by_object.get(&object).into_iter().flatten() {
                    value = value.join(&memory::stored_in(&self.stores[store as usize], key));
                }
                value
            }
        }
    }

    pub fn object(&mut self, key: ObjectKey, make: impl FnOnce(&Program) -> Object) -> u32 {
        if let Some(&id) = self.object_ids.get(&key) {
            return id;
        }
        let id = self.objects.len() as u32;
        self.objects.push(make(self.program));
        self.object_ids.insert(key, id);
        id
    }

    pub fn global_pointer(&mut self, id: GlobalId, offset: i64) -> Value {
        let object = self.object(ObjectKey::Global(id), |program| Object::of_global(program, id));
        Value::pointer(Base::Object(object), offset)
    }

    /// How many loads there are that other threads can interfere with.
    pub fn n_loads(&self) -> usize {
        let is_load = |op: &Op| matches!(op, Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. });
        let insts = self.threads.iter().flat_map(|thread| thread.code.function.insts());
        insts.filter(|inst| is_load(&inst.op)).count()
    }
}

/// Where the interpreter stands.
pub(crate) struct Here<'c> {
    pub thread: u32,
    pub place: Place,
    pub span: Span,
    pub choice: Option<&'c Choice>,
}

/// What one sweep over a thread gathers.
#[derive(Default)]
struct Sweep {
    /// Widen where loops begin.
    widen: bool,
    changed: bool,
    entries: Vec<Option<State>>,
    alarms: BTreeMap<Place, AlarmAt>,
    /// Gather the loads of single cells.
    collect: bool,
    loads: BTreeMap<Place, LoadInfo>,
    flows: BTreeMap<Place, Flow>,
    /// Narrowing: the stores computed anew.
    stores: Option<Vec<StoreRecord>>,
    /// Narrowing: the values computed anew, by number.
    values: FxHashMap<u32, Value>,
}
