//! What synchronisation objects are before and after their use, and what a thread knows of the locks it holds.
//!
//! Whether a thread holds a lock, and how often, changes only by what it does itself, so it is data flow of that thread
//! and not part of the state that others see.

use super::*;
use crate::graph::Weaker;
use crate::objects::{ObjectKind, Shadow};
use crate::sharing::note_only;
use posix::Class;

/// States of objects that no operation but an initialisation may find. No semaphore has such a value.
const UNINITIALISED: u128 = 0xffff_ffff;
const DESTROYED: u128 = 0xffff_fffe;
/// Largest value of a semaphore.
pub(super) const SEM_MAX: u128 = posix::SEM_VALUE_MAX as u128;

/// Whether an object in this state cannot be used.
pub fn is_dead(state: u128) -> bool {
    state >= DESTROYED
}

/// What is known of an object from earlier passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Life {
    pub(crate) class: Class,
    /// Initialised by calls this often.
    n_inits: u32,
    destroyed: bool,
}

/// What a thread keeps of a lock: how often it holds it (of a read-write lock: for reading), and whether for writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hold {
    Times = 0,
    Writing = 4,
}

impl Unfolder<'_> {
    /// The object that an operation is for. To use it is an access to its memory.
    pub(super) fn object<'a>(&mut self, op: SyncOp, addr: &'a SymVal, flow: &mut Flow) -> Option<Object<'a>> {
        let request = Request::plain(addr, 1);
        let places = self.resolve(flow, &request)?;
        self.may_stop(flow, &request, &places)?;
        let Some(class) = Class::of(op) else {
            return self.refuse_step(flow, &format!("{} is not supported", op.name()));
        };
        self.pass.depends_on_reads = true;
        self.note_operation(op, flow.guard, &request, &places);
        for &(object, offset) in places.iter() {
            self.pass.log.known.insert((object, self.context.id));
            let life = self.facts.lives.entry((object, offset)).or_insert_with(|| {
                self.pass.changed = true;
                Life { class, n_inits: 0, destroyed: false }
            });
            if life.class != class {
                return self.refuse_step(flow, "an object of two kinds in one place");
            }
            let state = self.initial_state((object, offset));
            self.graph.sync_initial.insert((object, offset), state);
        }
        Some(Object { addr, places })
    }

    /// The state of an object that no call has initialised.
    pub(crate) fn initial_state(&mut self, place: Place) -> u128 {
        let Some(life) = self.facts.lives.get(&place).copied() else { return 0 };
        match (life.class, self.graph.objects.get(place.0).kind) {
            (Class::Barrier, _) => UNINITIALISED,
            (_, ObjectKind::Stack | ObjectKind::Heap { zeroed: false, .. }) => UNINITIALISED,
            (Class::Semaphore, ObjectKind::Global(_) | ObjectKind::ThreadLocal(_)) => {
                let value = self.initial_value(place.0, place.1, STATE_BYTES).term;
                self.graph.terms.as_const(value).unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn life(&self, object: &Object<'_>, what: impl Fn(&Life) -> bool) -> bool {
        object.places.iter().any(|place| self.facts.lives.get(place).is_some_and(&what))
    }

    /// The object may be found in a state in which it cannot be used.
    pub(super) fn can_be_dead(&mut self, object: &Object<'_>) -> bool {
        self.life(object, |life| life.destroyed)
            || object.places.iter().any(|&place| is_dead(self.initial_state(place)))
    }

    /// The term that the state is one in which the object cannot be used.
    pub(super) fn is_dead_state(&mut self, object: &Object<'_>, state: TermId) -> TermId {
        if !self.can_be_dead(object) {
            return TermId::FALSE;
        }
        let (unmade, gone) = (self.number(UNINITIALISED), self.number(DESTROYED));
        let terms = &mut self.graph.terms;
        let (unmade, gone) = (terms.eq(state, unmade), terms.eq(state, gone));
        terms.or(unmade, gone)
    }

    fn is_marked(&self, object: &Object<'_>) -> bool {
        self.life(object, |life| life.n_inits > 1)
    }

    /// The state without the mark of an initialisation, and the mark where there is one.
    pub(super) fn without_mark(&mut self, object: &Object<'_>, state: TermId) -> (TermId, Option<TermId>) {
        if !self.is_marked(object) {
            return (state, None);
        }
        let terms = &mut self.graph.terms;
        let (mark, rest) = (terms.extract(31, 31, state), terms.extract(30, 0, state));
        (terms.resize_unsigned(rest, 32), Some(mark))
    }
    pub(super) fn with_mark(&mut self, state: TermId, mark: Option<TermId>) -> TermId {
        let Some(mark) = mark else { return state };
        let rest = self.graph.terms.extract(30, 0, state);
        self.graph.terms.concat(mark, rest)
    }

    /// Sets the state where nothing depends on what it was.
    pub(super) fn put_state(&mut self, object: &Object<'_>, flow: &mut Flow, new: TermId) -> Option<()> {
        if !self.is_marked(object) {
            self.set_state(object, flow, new);
            return Some(());
        }
        let rule = |_: &mut Self, _: TermId| Transition::always(TermId::TRUE, new);
        self.transition(object, flow, Blocking::Never, "", rule).map(|_| ())
    }

    pub(super) fn initialise(
        &mut self,
        op: SyncOp,
        object: &Object<'_>,
        args: &[SymVal],
        flow: &mut Flow,
    ) -> Results {
        let (mut state, mut valid) = (self.number(0), TermId::TRUE);
        match op {
            SyncOp::MutexInit | SyncOp::BarrierInit => {
                let number = arith::known(&self.graph.terms, args[1].term).map(|number| number as u32);
                if op == SyncOp::BarrierInit && number == Some(0) {
                    valid = TermId::FALSE;
                }
                for &place in object.places.iter().filter(|_| valid == TermId::TRUE) {
                    self.pass.changed |= note_only(&mut self.facts.mutex_kinds, place, number);
                }
            }
            SyncOp::SemInit => {
                state = arith::bits(&mut self.graph.terms, args[1].term);
                let most = self.number(SEM_MAX);
                valid = self.graph.terms.ule(state, most);
            }
            _ => {}
        }
        let n_before =
            object.places.iter().filter_map(|place| self.pass.objects.n_inits.get(place)).max().copied();
        for &place in object.places.iter() {
            *self.pass.objects.n_inits.entry(place).or_default() += 1;
        }
        if op == SyncOp::BarrierInit {
            // Whoever has not left an earlier barrier here yet must not take this one for it.
            state = self.number(u128::from(n_before.unwrap_or(0) % 128) << 24);
        }
        // What holds somebody must not be made anew; what was nothing before cannot.
        let in_use = matches!(op, SyncOp::MutexInit | SyncOp::RwInit)
            && object.places.iter().any(|&place| self.initial_state(place) == 0);
        if !self.is_marked(object) && valid == TermId::TRUE && !in_use {
            match op == SyncOp::CondInit && !self.can_be_dead(object) {
                true => drop(self.push_step(flow)),
                false => self.set_state(object, flow, state),
            }
            return Some(vec![self.status(0)]);
        }
        if op == SyncOp::SemInit && self.is_marked(object) {
            // With the mark such values could not be told from those of objects that are gone.
            let most = self.number(SEM_MAX / 2);
            let small = self.graph.terms.ule(state, most);
            let large = self.and_not(flow.guard, small);
            let large = self.and(large, valid);
            self.unsupported(large, "a large semaphore that is initialised twice");
            let known = self.graph.terms.implies(valid, small);
            flow.guard = self.and(flow.guard, known);
        }
        self.initialise_again(op, object, flow, (state, valid))?;
        Some(vec![self.status_if(valid, errno::EINVAL)])
    }

    /// Initialises an object that another call may have initialised, or that may be in use.
    fn initialise_again(
        &mut self,
        op: SyncOp,
        object: &Object<'_>,
        flow: &mut Flow,
        (state, valid): (TermId, TermId),
    ) -> Option<()> {
        let old = self.unknown_read(Space::Sync, object.addr.term, &object.places, STATE_BYTES).term;
        let dead = self.is_dead_state(object, old);
        let (rest, made) = self.without_mark(object, old);
        let (yes, free) = (self.graph.terms.bits_const(1, 1), self.number(0));
        let terms = &mut self.graph.terms;
        let mut live = made.map_or(TermId::FALSE, |mark| terms.eq(mark, yes));
        if matches!(op, SyncOp::MutexInit | SyncOp::RwInit) {
            let held = terms.ne(rest, free);
            live = terms.or(live, held);
        }
        let wrong = terms.and_not(live, dead);
        let new = self.with_mark(state, made.map(|_| yes));
        self.note_state(object, new);
        let mut access = self.state_access(object);
        access.read = Some(old);
        self.make_step(flow, access, (valid, new), (TermId::FALSE, wrong), MADE_ALREADY)
    }

    pub(super) fn destroy(&mut self, op: SyncOp, object: &Object<'_>, flow: &mut Flow) -> Results {
        for place in object.places.iter() {
            if let Some(life) = self.facts.lives.get_mut(place).filter(|life| !life.destroyed) {
                (life.destroyed, self.pass.changed) = (true, true);
            }
        }
        let (gone, zero) = (self.number(DESTROYED), self.number(0));
        let event = self.graph.events.len() as u32;
        let mut waited_for = TermId::FALSE;
        if op == SyncOp::CondDestroy {
            waited_for = self.graph.terms.bool_var("waited for");
            self.graph.cond_destroys.push((event, object.addr.term, waited_for));
        }
        let marked = self.is_marked(object);
        let done = self.transition(object, flow, Blocking::Never, IN_USE, |this, old| {
            let terms = &mut this.graph.terms;
            let wrong = match op {
                SyncOp::SemDestroy => TermId::FALSE,
                SyncOp::CondDestroy => waited_for,
                SyncOp::BarrierDestroy => {
                    let (arrived, nobody) = (terms.extract(15, 0, old), terms.bits_const(0, 16));
                    terms.ne(arrived, nobody)
                }
                _ => terms.ne(old, zero),
            };
            Transition { wrong, ..Transition::always(TermId::TRUE, gone) }
        });
        // What is destroyed is not marked.
        if marked
            && let What::Access(access) = &mut self.graph.events[event as usize].what
            && let Some((_, new)) = &mut access.write
        {
            *new = gone;
        }
        done.map(|_| vec![self.status(0)])
    }

    /// Signals a condition variable: the event.
    pub(super) fn on_cond(&mut self, object: &Object<'_>, flow: &mut Flow) -> Option<u32> {
        if !self.can_be_dead(object) {
            return Some(self.push_step(flow));
        }
        let event = self.graph.events.len() as u32;
        let rule = |_: &mut Self, old: TermId| Transition::always(TermId::FALSE, old);
        self.transition(object, flow, Blocking::Never, "", rule)?;
        Some(event)
    }

    /// Bytes of an object on the stack or heap are written: from then on it is as if initialised statically.
    pub(crate) fn write_sync_bytes(
        &mut self,
        flow: &Flow,
        request: &Request<'_>,
        places: &[Place],
        value: &SymVal,
    ) {
        if self.facts.lives.is_empty() {
            return;
        }
        for &(id, offset) in places {
            if !matches!(
                self.graph.objects.get(id).kind,
                ObjectKind::Stack | ObjectKind::Heap { zeroed: false, .. }
            ) {
                continue;
            }
            let end = offset + request.size;
            for at in offset.saturating_sub(STATE_BYTES - 1)..end {
                let Some(life) = self.facts.lives.get(&(id, at)).copied() else { continue };
                if life.class == Class::Barrier {
                    continue;
                }
                let zero = arith::known(&self.graph.terms, value.term) == Some(0);
                if life.class == Class::Semaphore && !zero {
                    let reason = "a semaphore whose bytes are written";
                    self.unsupported(flow.guard, reason);
                }
                self.initialise_by_bytes(flow, request, (id, at), places.len() == 1, offset);
            }
        }
    }

    fn initialise_by_bytes(
        &mut self,
        flow: &Flow,
        request: &Request<'_>,
        place: Place,
        only: bool,
        offset: u64,
    ) {
        let here = if only { TermId::TRUE } else { self.is_at(request.addr.term, (place.0, offset)) };
        let state = self.initial_state(place);
        self.graph.sync_initial.insert(place, state);
        let at = self.graph.objects.get(place.0).addr + place.1;
        let addr = arith::constant(&mut self.graph.terms, u128::from(at), Ty::I64);
        let object = Object { addr: &addr, places: [place].into() };
        let old = self.unknown_read(Space::Sync, addr.term, &object.places, STATE_BYTES).term;
        let (unmade, zero) = (self.number(UNINITIALISED), self.number(0));
        let unmade = self.graph.terms.eq(old, unmade);
        let makes = self.graph.terms.and(unmade, here);
        let when = self.and(flow.guard, makes);
        let mut access = self.state_access(&object);
        access.read = Some(old);
        access.write = Some((when, zero));
        self.note_state(&object, zero);
        let what = What::Access(Box::new(access));
        let event = self.push_event(flow, flow.guard, what, true);
        self.orders_less(Weaker::Ghost);
        self.graph.ghosts.insert(event);
    }

    /// Takes in how often objects are initialised.
    pub(crate) fn refute_inits(&mut self) -> bool {
        let mut changed = false;
        for (place, n_inits) in std::mem::take(&mut self.pass.objects.n_inits) {
            if let Some(life) = self.facts.lives.get_mut(&place).filter(|life| life.n_inits < n_inits) {
                // More than one is all that matters.
                changed |= life.n_inits < 2 && n_inits > 1;
                life.n_inits = n_inits;
            }
        }
        changed
    }

    /// Says that the last operation of the thread is no full fence.
    pub(super) fn orders_less(&mut self, weaker: Weaker) {
        if let Some(event) = self.last_event().filter(|_| weaker != Weaker::Unless(TermId::TRUE)) {
            self.graph.events[event as usize].weaker = Some(weaker);
        }
    }

    /// Says what the last operation of the thread orders.
    pub(super) fn synchronises(&mut self, what: Synchronises) {
        if let Some(event) =
            self.last_event().filter(|_| self.options.asks(events::Property::Race) || self.needs.executions)
        {
            self.graph.synchronises.insert(event, what);
        }
    }

    /// How often this thread holds the lock, or whether for writing.
    pub(super) fn held(&mut self, object: &Object<'_>, flow: &Flow, hold: Hold) -> TermId {
        let (mut values, mut conditions) = (Vec::new(), Vec::new());
        for &place in object.places.iter() {
            values.push(self.view_read(flow, place.0.shadow(Shadow::Held), 8 * place.1 + hold as u64, 4));
            conditions.push(self.is_at(object.addr.term, place));
        }
        self.select(&values, &conditions).term
    }

    pub(super) fn set_held(&mut self, object: &Object<'_>, flow: &mut Flow, hold: Hold, new: TermId) {
        for &place in object.places.iter() {
            let (shadow, offset) = (place.0.shadow(Shadow::Held), 8 * place.1 + hold as u64);
            let value = match object.places.len() {
                1 => new,
                _ => {
                    let here = self.is_at(object.addr.term, place);
                    let old = self.view_read(flow, shadow, offset, 4).term;
                    self.graph.terms.ite(here, new, old)
                }
            };
            let value = arith::settle(&self.graph.terms, value, NumberSet::ANY);
            self.view_write(flow, shadow, offset, 4, value);
        }
    }

    /// Whether it is held at all.
    pub(super) fn is_held(&mut self, count: TermId) -> TermId {
        let none = self.number(0);
        self.graph.terms.ne(count, none)
    }
}
