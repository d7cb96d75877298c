//! Loads and stores: the thread's own view, and what other threads may have put there.
//!
//! A store of another thread does not reach a load if
//! - its thread, or one that starts it, is not started yet by the loading thread;
//! - its thread has ended and was waited for (its last stores are then in the own view);
//! - it was made by a thread that starts the loading one, before it did (likewise);
//! - it was made under a lock that the loading thread has held since its own last store to the cell;
//! - it was made under a lock that the loading thread holds, and overwritten before the lock was given back; or so in an
//!   atomic section, whoever loads.
//!
//! Each of these is an order that every model keeps, because to take a lock is a full fence and to give it back at least releases (`posix::orders_like`).

use super::state::{BLURRED, Cell, CellKey, INITIAL, SECTION, State, StoreId};
use super::{Analysis, Here, LoadInfo, Place, Range, StoreRecord};
use crate::domain::{Base, Ints, Value};
use crate::result::Flow;
use ir::{GlobalId, Init, Operand, Program, Ty};
use std::collections::BTreeSet;
use verdict::Why;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ObjectKey {
    Global(GlobalId),
    ThreadLocal(u32, GlobalId),
    /// Stack or heap, by who allocates it where.
    Allocated(u32, Place),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Contents {
    Global(Init),
    Zero,
    Unknown,
}

/// A piece of memory; `many`: it stands for several, so that no store to it overwrites for sure.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Object {
    pub name: String,
    pub size: Option<u64>,
    pub many: bool,
    /// Many only because many threads have one each.
    pub one_per_thread: bool,
    /// Whether its address may be known to another thread.
    pub escaped: bool,
    pub contents: Contents,
}

impl Object {
    pub fn of_global(program: &Program, id: GlobalId) -> Object {
        let global = &program.globals[id];
        Object {
            name: global.name.to_string(),
            size: Some(global.size),
            many: false,
            one_per_thread: false,
            escaped: true,
            contents: Contents::Global(global.init.clone()),
        }
    }

    /// Whether it is one object, the same for all threads.
    pub fn is_unique(&self) -> bool {
        !self.many && !self.one_per_thread
    }
    /// Whether a store overwrites what was there.
    fn is_single(&self) -> bool {
        !self.many && (!self.one_per_thread || !self.escaped)
    }

    fn initial(&self, offset: i64, size: u64) -> Value {
        let unknown = anything(size);
        let init = match &self.contents {
            Contents::Zero => return Value::int(0),
            Contents::Unknown => return unknown,
            Contents::Global(init) => init,
        };
        let end = offset.checked_add(size as i64).and_then(|end| u64::try_from(end).ok());
        let inside = offset >= 0 && end.zip(self.size).is_some_and(|(end, whole)| end <= whole);
        match init.at(offset, size) {
            ir::Contents::Bits(bits) if inside => {
                Value::of(Ints::of_bits(bits, (8 * size.clamp(1, 16)) as u32))
            }
            ir::Contents::Address(Operand::Func(id)) => Value::pointer(Base::Function(id), 0),
            _ => unknown,
        }
    }
}

/// The initial contents of a global that nobody has touched.
pub(crate) fn initial_of_global(program: &Program, id: GlobalId, offset: i64, size: u64) -> Value {
    Object::of_global(program, id).initial(offset, size)
}

/// Any contents of a cell of this size.
fn anything(size: u64) -> Value {
    Value::any(Ty::Int((8 * size.clamp(1, 16)) as u8))
}

fn overlap(a: i64, a_size: u64, b: i64, b_size: u64) -> bool {
    a < b.saturating_add(b_size as i64) && b < a.saturating_add(a_size as i64)
}

/// A cell as the thread itself left it.
pub(crate) fn own_cell(objects: &[Object], state: &State, key: CellKey) -> Cell {
    if let Some(cell) = state.memory.get(&key) {
        return cell.clone();
    }
    let (object, offset, size) = key;
    let around = state.memory.range((object, offset.saturating_sub(16), 0)..=(object, offset + 16, u64::MAX));
    let mut value = objects[object as usize].initial(offset, size);
    let mut stores = BTreeSet::from([INITIAL]);
    for (&(_, at, length), cell) in around {
        if overlap(offset, size, at, length) {
            value = anything(size);
            stores.extend(&cell.stores);
        }
    }
    if let Some(blurred) = state.blurred.get(&object) {
        value = value.join(blurred);
        stores.insert(BLURRED);
    }
    Cell { value, stores, held: BTreeSet::new() }
}

/// What a store may have left in a cell; nothing if it does not touch it.
pub(crate) fn stored_in(store: &StoreRecord, key: CellKey) -> Value {
    let (object, offset, size) = key;
    let mut value = Value::none();
    for &(_, low, high) in store.targets.iter().filter(|target| target.0 == object) {
        let length = store.size.saturating_add((high - low).max(0) as u64);
        if overlap(offset, size, low, length) {
            let exact = low == high && low == offset && store.size == size;
            value = value.join(&if exact { store.value.clone() } else { anything(size) });
        }
    }
    value
}

impl Analysis<'_> {
    /// The objects that an address may mean, offsets cut to those that do not fail. `None`: nothing can be said.
    pub(super) fn targets(&mut self, here: &Here<'_>, addr: &Value, size: u64) -> Option<Vec<Range>> {
        let number = addr.ints.bounds().is_some_and(|bounds| bounds != (0, 0));
        if addr.wild || number {
            self.poisoned(
                Why::Unsupported("an access through a pointer that is not known".into()),
                here.span,
            );
            return None;
        }
        let mut targets = Vec::new();
        for &(base, low, high) in &addr.pointers {
            let Base::Object(object) = base else { continue };
            let end = self.objects[object as usize].size.map_or(i64::MAX / 2, |s| s.min(1 << 40) as i64);
            let (low, high) = (low.max(0), high.min(end.saturating_sub(size as i64)));
            if low <= high {
                targets.push((object, low, high));
            }
        }
        Some(targets)
    }

    /// What a load may see. Nothing: it fails on every way.
    pub(super) fn load(&mut self, here: &Here<'_>, addr: &Value, ty: Ty, state: &State) -> Value {
        let size = ty.bytes();
        let Some(targets) = self.targets(here, addr, size) else { return Value::any(ty) };
        let exact = targets.len() == 1 && targets[0].1 == targets[0].2;
        let mut value = Value::none();
        for (object, low, high) in targets {
            if low == high {
                value = value.join(&self.load_cell(here, (object, low, size), exact, state));
            } else {
                value = value.join(&self.load_range(here, object, (low, high), ty, state));
            }
        }
        // Contents are kept by bytes; the type may be narrower.
        match ty.bits() as u64 == 8 * size || !value.is_number() {
            true => value,
            false => Value::of(value.ints.cast(ir::CastOp::Trunc, (8 * size) as u32, ty.bits())),
        }
    }

    fn load_cell(&mut self, here: &Here<'_>, key: CellKey, exact: bool, state: &State) -> Value {
        let mut own = own_cell(&self.objects, state, key);
        if let Some(&copy) = state.copies.get(&key) {
            own.value = self.value(here, copy.into(), state);
        }
        let chosen = here.choice.filter(|_| exact).and_then(|choice| choice.get(&here.place)).copied();
        let mut value = match chosen {
            Some(Some(_)) => Value::none(),
            _ => own.value.clone(),
        };
        let foreign = self.by_object.get(&key.0).filter(|_| self.objects[key.0 as usize].escaped);
        for &id in foreign.into_iter().flatten() {
            let wanted = match chosen {
                None => true,
                Some(choice) => choice == Some(id),
            };
            if wanted && self.reaches(here, state, &own, id) {
                value = value.join(&stored_in(&self.stores[id as usize], key));
            }
        }
        if self.sweep.collect && exact {
            let sources = self.sources(here, state, key);
            let new = || LoadInfo { cell: key, ..LoadInfo::default() };
            let info = self.sweep.loads.entry(here.place).or_insert_with(new);
            info.own.extend(own.stores);
            info.sources.extend(sources);
        }
        if let Some(choice) = chosen {
            let flow = Flow {
                thread: here.thread,
                load: here.span,
                place: self.objects[key.0 as usize].name.clone(),
                value: value.to_string(),
                store: choice.map(|id| self.stores[id as usize].span),
            };
            self.sweep.flows.insert(here.place, flow);
        }
        value
    }

    /// The one cell that an address means, of an object that is not several for this thread.
    fn one_cell(&self, addr: &Value, ty: Ty) -> Option<CellKey> {
        let &[(Base::Object(object), low, high)] = addr.pointers.as_slice() else { return None };
        let known = &self.objects[object as usize];
        let inside = low >= 0 && known.size.is_some_and(|size| low as u64 + ty.bytes() <= size);
        let whole = u64::from(ty.bits()) == 8 * ty.bytes();
        (low == high && inside && whole && addr.ints.is_none() && !addr.wild && known.is_single())
            .then_some((object, low, ty.bytes()))
    }

    /// After a load the own view is what was loaded: what it reads next from here is the same or comes later in
    /// coherence. (Not where a model lets loads of one place pass each other.)
    pub(super) fn remember(
        &mut self,
        here: &Here<'_>,
        addr: &Value,
        ty: Ty,
        value: &Value,
        result: ir::ValueId,
        state: &mut State,
    ) {
        let Some(key) = self.one_cell(addr, ty).filter(|_| self.model.load_load_coherence) else { return };
        let sources = self.sources(here, state, key);
        let sources_are_none = sources.is_empty();
        // Without a lock the next load may see anything of these again. With one the cell is noted even if nobody else
        // is known to write it yet, so that all rounds of the fixpoint say the same about it.
        if state.locks.is_empty() && !sources_are_none {
            return;
        }
        if !state.locks.is_empty() {
            let mut cell = own_cell(&self.objects, state, key);
            cell.stores.extend(sources);
            cell.value = value.clone();
            cell.held = state.locks.keys().copied().collect();
            state.memory.insert(key, cell);
        }
        match state.copies.get(&key) {
            Some(&copy) if sources_are_none && copy != result => {
                let original = state.original(copy);
                state.aliases.insert(result, original);
            }
            _ => {}
        }
        state.copies.insert(key, result);
    }

    /// After a store the own view is what was stored.
    pub(super) fn copied(&self, addr: &Value, ty: Ty, id: ir::ValueId, state: &mut State) {
        if let Some(key) = self.one_cell(addr, ty) {
            state.copies.insert(key, id);
        }
    }

    /// A load whose offset is not known: everything in that stretch of the object.
    fn load_range(&self, here: &Here<'_>, object: u32, range: (i64, i64), ty: Ty, state: &State) -> Value {
        let (low, high) = range;
        let size = ty.bytes();
        let span = (high - low) as u64 + size;
        let stores = self.by_object.get(&object).filter(|_| self.objects[object as usize].escaped);
        let others = stores.into_iter().flatten().any(|&id| {
            let store = &self.stores[id as usize];
            let foreign = store.thread != here.thread || self.threads[here.thread as usize].many;
            let touches =
                |&(o, l, h): &Range| o == object && overlap(low, span, l, store.size + (h - l).max(0) as u64);
            foreign && store.targets.iter().any(touches)
        });
        if others || !(high - low).unsigned_abs().is_multiple_of(size) || span > 4096 {
            return Value::any(ty);
        }
        let mut value = Value::none();
        for index in 0..=(high - low) / size as i64 {
            value =
                value.join(&own_cell(&self.objects, state, (object, low + index * size as i64, size)).value);
        }
        // Between the steps of the size lie cells that overlap two of them.
        let between = state.memory.keys().any(|&(o, at, length)| {
            o == object
                && overlap(low, span, at, length)
                && (length != size || (at - low).rem_euclid(size as i64) != 0)
        });
        if between { Value::any(ty) } else { value }
    }

    /// Candidates of a load, for choosing among them: stores of others that may reach it.
    fn sources(&self, here: &Here<'_>, state: &State, key: CellKey) -> Vec<StoreId> {
        if !self.objects[key.0 as usize].escaped {
            return Vec::new();
        }
        let own = own_cell(&self.objects, state, key);
        let all = self.by_object.get(&key.0).into_iter().flatten().copied();
        all.filter(|&id| {
            !stored_in(&self.stores[id as usize], key).is_none() && self.reaches(here, state, &own, id)
        })
        .collect()
    }

    /// Whether a store of another thread may be what a load sees (see the head of this file).
    fn reaches(&self, here: &Here<'_>, state: &State, own: &Cell, id: StoreId) -> bool {
        let store = &self.stores[id as usize];
        let me = &self.threads[here.thread as usize];
        // Of a thread that stands for many, the others' stores are like anybody's.
        let mine = store.thread == here.thread;
        if store.value.is_none() || (mine && !me.many) {
            return false;
        }
        if !self.filters {
            return true;
        }
        if !mine && self.is_ordered_away(here, state, store) {
            return false;
        }
        for &lock in &store.locks {
            if self.loose.contains(&lock) {
                continue;
            }
            if own.held.contains(&lock) {
                return false;
            }
            let hidden = !self.exported.contains(&(lock, id));
            if hidden && (lock == SECTION || state.locks.contains_key(&lock)) {
                return false;
            }
        }
        !(own.held.contains(&SECTION) && state.locks.contains_key(&SECTION))
    }

    /// Whether creation and join keep a store of another thread from a load.
    fn is_ordered_away(&self, here: &Here<'_>, state: &State, store: &StoreRecord) -> bool {
        let me = &self.threads[here.thread as usize];
        if state.joined.contains(&store.thread) && !self.threads[store.thread as usize].many {
            return true;
        }
        (!me.many && self.not_yet_started(here.thread, state, store.thread))
            || self.before_my_start(here.thread, store)
    }

    /// Whether `other` or one of those that start it would have to be started by `me`, which has not happened yet.
    fn not_yet_started(&self, me: u32, state: &State, other: u32) -> bool {
        let mut at = other;
        while let Some((parent, _)) = self.threads[at as usize].parent {
            if parent == me && !state.created.contains(&at) {
                return true;
            }
            at = parent;
        }
        false
    }

    /// Whether a store was made by a thread above `me` before it started the way down to `me`.
    fn before_my_start(&self, me: u32, store: &StoreRecord) -> bool {
        let mut at = me;
        while let Some((parent, place)) = self.threads[at as usize].parent {
            let above = &self.threads[parent as usize];
            if above.many {
                return false;
            }
            if parent == store.thread {
                return !above.reaches(place, store.place);
            }
            at = parent;
        }
        false
    }

    /// A store of this thread.
    pub(super) fn store(
        &mut self,
        here: &Here<'_>,
        addr: &Value,
        size: u64,
        value: Value,
        state: &mut State,
    ) -> bool {
        let Some(targets) = self.targets(here, addr, size) else { return true };
        if targets.is_empty() {
            return false;
        }
        self.escape(&value);
        let id = self.record(here, &targets, size, &value, state);
        let held: BTreeSet<_> = state.locks.keys().copied().collect();
        let touches = |key: &CellKey| {
            targets.iter().any(|&(object, low, high)| {
                object == key.0 && overlap(low, size + (high - low) as u64, key.1, key.2)
            })
        };
        state.copies.retain(|key, _| !touches(key));
        let strong = targets.len() == 1
            && targets[0].1 == targets[0].2
            && self.objects[targets[0].0 as usize].is_single();
        for (object, low, high) in targets {
            self.smear(object, low, size + (high - low) as u64, (low, high, size), id, state);
            if low != high {
                let known = state.blurred.entry(object).or_insert_with(Value::none);
                *known = known.join(&anything(size)).join(&anything(8));
                continue;
            }
            let new = Cell { value: value.clone(), stores: BTreeSet::from([id]), held: held.clone() };
            let key = (object, low, size);
            let cell = if strong { new } else { own_cell(&self.objects, state, key).join(&new, None) };
            state.memory.insert(key, cell);
        }
        true
    }

    /// Cells of another shape that a store touches are no longer known.
    fn smear(
        &self,
        object: u32,
        low: i64,
        span: u64,
        (first, last, size): (i64, i64, u64),
        id: StoreId,
        state: &mut State,
    ) {
        let range = (object, low.saturating_sub(16), 0)..=(object, low.saturating_add(span as i64), u64::MAX);
        for (&(_, at, length), cell) in state.memory.range_mut(range) {
            if !overlap(low, span, at, length) || (first == last && at == first && length == size) {
                continue;
            }
            cell.value = anything(length);
            cell.stores.insert(id);
            cell.held.clear();
        }
    }

    /// The objects that a value points to may be known to others from now on.
    pub(super) fn escape(&mut self, value: &Value) {
        if self.frozen {
            return;
        }
        for &(base, _, _) in &value.pointers {
            if let Base::Object(object) = base
                && !std::mem::replace(&mut self.objects[object as usize].escaped, true)
            {
                self.changed = true;
            }
        }
    }

    /// Lets other threads know of a store.
    fn record(
        &mut self,
        here: &Here<'_>,
        targets: &[Range],
        size: u64,
        value: &Value,
        state: &State,
    ) -> StoreId {
        let next = self.stores.len() as StoreId;
        let id = *self.store_ids.entry((here.thread, here.place)).or_insert(next);
        if let Some(store) = self.sweep.stores.as_mut().and_then(|fresh| fresh.get_mut(id as usize)) {
            store.value = store.value.join(value);
            return id;
        }
        // Where a store of unknown offset ends up is not followed, so no lock can hide it.
        let exact = targets.iter().all(|(_, low, high)| low == high);
        let held = state.locks.iter().filter(|(_, write)| **write && exact);
        let locks: Vec<_> = held.map(|(&lock, _)| lock).collect();
        if id == next {
            self.stores.push(StoreRecord {
                thread: here.thread,
                place: here.place,
                span: here.span,
                targets: Vec::new(),
                size,
                value: Value::none(),
                locks: locks.clone(),
            });
            self.changed = true;
        }
        if self.frozen {
            return id;
        }
        let widen = self.widen;
        let store = &mut self.stores[id as usize];
        let mut changed = store.size != size;
        store.size = store.size.max(size);
        for &(object, low, high) in targets {
            match store.targets.iter_mut().find(|target| target.0 == object) {
                None => {
                    store.targets.push((object, low, high));
                    self.by_object.entry(object).or_default().push(id);
                    changed = true;
                }
                Some((_, l, h)) if low < *l || high > *h => {
                    (*l, *h) = (low.min(*l), high.max(*h));
                    changed = true;
                }
                Some(_) => {}
            }
        }
        let joined = store.value.join(value);
        if joined != store.value {
            let width = (8 * size.clamp(1, 15)) as u32;
            store.value = if widen { store.value.widen(&joined, width) } else { joined };
            changed = true;
        }
        let n_locks = store.locks.len();
        store.locks.retain(|lock| locks.contains(lock));
        self.changed |= changed || store.locks.len() != n_locks;
        id
    }
}
