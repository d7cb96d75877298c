//! Threads and locks in the abstract interpreter.
//!
//! Statuses are taken to be any that the table of `posix` has for any state of the object; only creation, join, mutexes and reader-writer
//! locks say anything about order. Waiting for a condition gives the mutex back in between, and may end at any time.

use super::memory::own_cell;
use super::state::{Lock, State};
use super::threads::ThreadInfo;
use super::{Analysis, Here, MAX_THREADS};
use crate::domain::{Base, Value};
use ir::{FuncId, Inst, Operand, SyncOp, Ty};
use verdict::Why;

/// Whatever an operation can answer, in whatever state its object is.
fn answers(op: SyncOp) -> Vec<Value> {
    let mut values: Vec<Value> = op.results().iter().map(|&ty| Value::any_number(ty)).collect();
    let statuses = posix::statuses(op, None).iter().map(|&status| Value::int(i128::from(status as i32)));
    if let (Some(first), Some(known)) = (values.first_mut(), statuses.reduce(|all, one| all.join(&one))) {
        *first = known;
    }
    values
}

impl Analysis<'_> {
    pub(super) fn sync(
        &mut self,
        here: &Here<'_>,
        op: SyncOp,
        args: &[Operand],
        inst: &Inst,
        state: &mut State,
    ) -> Option<Vec<Value>> {
        use SyncOp::*;
        let values: Vec<Value> = args.iter().map(|&arg| self.value(here, arg, state)).collect();
        let first = values.first().cloned().unwrap_or_else(Value::none);
        let lock = self.lock_of(&first);
        match op {
            ThreadCreate => {
                let argument = values.get(1).cloned().unwrap_or_else(|| Value::int(0));
                self.create(here, &first, argument, state).map(|handle| vec![handle])
            }
            ThreadJoin => self.join_thread(&first, state),
            ThreadExit => {
                self.finish(here.thread, state, first);
                None
            }
            ThreadDetach => {
                self.detach(&first);
                Some(answers(op))
            }
            ThreadSelf => Some(vec![Value::any(Ty::I64)]),
            MutexLock | RwWriteLock | RwReadLock => {
                if let Some(lock) = lock {
                    state.locks.insert(lock, op != RwReadLock);
                }
                Some(answers(op))
            }
            MutexTryLock | MutexTimedLock | RwTryReadLock | RwTryWriteLock => {
                if let (Some(lock), Some(&result)) = (lock, inst.results.first()) {
                    state.tries.insert(result, (lock, op != RwTryReadLock));
                }
                Some(answers(op))
            }
            MutexUnlock | SpinUnlock | RwUnlock => {
                self.unlock(&first, state);
                Some(answers(op))
            }
            CondWait | CondTimedWait => {
                let mutex = values.get(1).cloned().unwrap_or_else(Value::none);
                self.unlock(&mutex, state);
                if let Some(lock) = self.lock_of(&mutex) {
                    state.locks.insert(lock, true);
                }
                Some(answers(op))
            }
            KeyCreate => {
                if first != Value::int(0) {
                    self.poisoned(Why::Unsupported("a destructor of thread-specific data".into()), here.span);
                }
                Some(answers(op))
            }
            KeySet => {
                if let Some(value) = values.get(1) {
                    self.escape(value);
                }
                Some(answers(op))
            }
            KeyGet => Some(vec![Value::any(Ty::Ptr)]),
            Yield | KeyDelete | MutexInit | MutexDestroy | RwInit | RwDestroy | CondInit | CondSignal
            | CondBroadcast | CondDestroy | BarrierInit | BarrierWait | BarrierDestroy | SemInit
            | SemWait | SemTryWait | SemTimedWait | SemPost | SemGetValue | SemDestroy | OnceBegin
            | OnceEnd => Some(answers(op)),
        }
    }

    /// The lock that an address means, if it is one for sure.
    fn lock_of(&self, addr: &Value) -> Option<Lock> {
        let &[(Base::Object(object), low, high)] = addr.pointers.as_slice() else { return None };
        let known = &self.objects[object as usize];
        (addr.ints.is_none() && !addr.wild && low == high && known.is_unique()).then_some((object, low))
    }

    fn unlock(&mut self, addr: &Value, state: &mut State) {
        match self.lock_of(addr) {
            Some(lock) => {
                if !state.locks.contains_key(&lock) && !self.frozen && self.loose.insert(lock) {
                    self.changed = true;
                }
                self.release(lock, state);
            }
            None => {
                let held: Vec<Lock> =
                    state.locks.keys().copied().filter(|&l| l != super::state::SECTION).collect();
                held.into_iter().for_each(|lock| self.release(lock, state));
                // Any lock of these objects may be the one.
                let objects: Vec<u32> = addr
                    .pointers
                    .iter()
                    .filter_map(|(base, _, _)| match base {
                        Base::Object(object) => Some(*object),
                        _ => None,
                    })
                    .collect();
                let stores = self.stores.iter().flat_map(|store| store.locks.iter().copied());
                let loose: Vec<Lock> = stores.filter(|lock| addr.wild || objects.contains(&lock.0)).collect();
                for lock in loose {
                    if !self.frozen && self.loose.insert(lock) {
                        self.changed = true;
                    }
                }
            }
        }
    }

    /// A lock is given back: what this thread wrote last can be seen by whoever takes it next.
    pub(super) fn release(&mut self, lock: Lock, state: &mut State) {
        state.locks.remove(&lock);
        for cell in state.memory.values_mut() {
            cell.held.remove(&lock);
            if self.frozen {
                continue;
            }
            for &store in &cell.stores {
                if self.exported.insert((lock, store)) {
                    self.changed = true;
                }
            }
        }
    }

    fn create(
        &mut self,
        here: &Here<'_>,
        function: &Value,
        argument: Value,
        state: &mut State,
    ) -> Option<Value> {
        if function.wild || function.ints.bounds().is_some_and(|bounds| bounds != (0, 0)) {
            self.poisoned(Why::Unsupported("a thread whose function is not known".into()), here.span);
            return None;
        }
        self.escape(&argument);
        let mut handles = Value::none();
        for &(base, low, high) in &function.pointers {
            let Base::Function(function) = base else { continue };
            if (low, high) != (0, 0) {
                continue;
            }
            let Some(id) = self.thread(here, function) else {
                self.poisoned(Why::TooLarge("too many threads".into()), here.span);
                return None;
            };
            state.created.insert(id);
            self.start(id, &argument, state);
            handles = handles.join(&Value::pointer(Base::Thread(id), 0));
        }
        (!handles.is_none()).then_some(handles)
    }

    fn thread(&mut self, here: &Here<'_>, function: FuncId) -> Option<u32> {
        let key = (here.thread, here.place, function);
        if let Some(&id) = self.thread_ids.get(&key) {
            return Some(id);
        }
        // A thread that starts threads like itself would go on for ever.
        if self.threads.len() >= MAX_THREADS {
            return None;
        }
        let parent = &self.threads[here.thread as usize];
        let many = parent.many || parent.repeats(here.place);
        let info = ThreadInfo::new(self.program, &[function], Some((here.thread, here.place)), many);
        let id = self.threads.len() as u32;
        self.threads.push(info);
        self.thread_ids.insert(key, id);
        self.changed = true;
        Some(id)
    }

    /// A thread may be started in this state.
    fn start(&mut self, id: u32, argument: &Value, state: &State) {
        if self.frozen || self.narrowing {
            return;
        }
        let child = state.for_child();
        let info = &mut self.threads[id as usize];
        let joined = info.argument.join(argument);
        let entry = if info.started { info.entry.join(&child, self.widen, &self.objects) } else { child };
        if !info.started || entry != info.entry || joined != info.argument {
            info.argument = if info.started { joined } else { argument.clone() };
            info.entry = entry;
            info.started = true;
            self.changed = true;
        }
    }

    /// Waits for a thread. What it wrote last is then part of the own view.
    fn join_thread(&mut self, handle: &Value, state: &mut State) -> Option<Vec<Value>> {
        let unknown = || Some(vec![Value::any_number(Ty::I32), Value::any(Ty::Ptr)]);
        let &[(Base::Thread(id), 0, 0)] = handle.pointers.as_slice() else { return unknown() };
        let info = &self.threads[id as usize];
        if !handle.ints.is_none() || handle.wild || info.many || info.detached || state.joined.contains(&id) {
            return unknown();
        }
        // A thread that never ends is waited for in vain.
        let exit = info.exit.as_ref()?;
        let objects = &self.objects;
        let (mut memory, entry) = (state.memory.clone(), &info.entry);
        for &key in exit.memory.keys().chain(state.memory.keys()) {
            let theirs = own_cell(objects, exit, key);
            let mine = own_cell(objects, state, key);
            // Whoever of us wrote nothing since it was started has only what both began with.
            let common = own_cell(objects, entry, key).stores;
            if theirs.stores.is_subset(&common) && !exit.blurred.contains_key(&key.0) {
                continue;
            }
            let unchanged = mine.stores.is_subset(&common);
            let mut cell = if unchanged { theirs } else { theirs.join(&mine, None) };
            cell.held.clear();
            memory.insert(key, cell);
        }
        let result = info.result.clone();
        let (blurred, ended) = (exit.blurred.clone(), exit.joined.clone());
        state.memory = memory;
        state.copies.clear();
        for (object, value) in blurred {
            let known = state.blurred.entry(object).or_insert_with(Value::none);
            *known = known.join(&value);
        }
        state.joined.insert(id);
        state.joined.extend(ended);
        Some(vec![Value::int(0), result])
    }

    fn detach(&mut self, handle: &Value) {
        for &(base, _, _) in &handle.pointers {
            if let Base::Thread(id) = base
                && !self.frozen
                && !std::mem::replace(&mut self.threads[id as usize].detached, true)
            {
                self.changed = true;
            }
        }
    }
}
