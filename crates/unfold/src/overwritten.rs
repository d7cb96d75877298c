//! Memory of synchronisation objects that is read or written otherwise than by their calls: not modelled, as their state lives
//! apart from their bytes. What is written before anybody uses the object initialises it, and only that.
//!
//! An access surely comes first where it stands before the operation in the same thread, or where the thread of the
//! operation is created after it. Anything else that can happen in one execution is refused, and no failure
//! of such an execution is believed.

use crate::access::Request;
use crate::graph::{Candidates, Point};
use crate::guards::GuardId;
use crate::objects::{ObjectId, Place};
use crate::sharing::created_by;
use crate::unfolder::Unfolder;
use ir::{Order, Span, SyncOp};
use posix::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::TermId;

/// An access, or an operation on a synchronisation object.
#[derive(Debug)]
struct Use {
    thread: u32,
    /// Threads that it had created before.
    epoch: u32,
    guard: GuardId,
    addr: TermId,
    places: Candidates,
    /// Bytes read or written; none by an operation.
    size: u64,
    span: Span,
    /// The library itself keeps something there: the guard of a static local.
    own: bool,
}

/// All of them; those of one thread stand in program order.
#[derive(Debug, Default)]
pub(crate) struct SyncUses {
    list: Vec<Use>,
    /// Places that are spinlocks.
    spins: FxHashSet<Place>,
}

const SPIN_BYTES: u64 = 4;

impl Unfolder<'_> {
    fn note_use(&mut self, guard: GuardId, request: &Request<'_>, places: &Candidates, size: u64) {
        let own = request.order != Order::Plain && self.context.library_span.is_some();
        self.pass.sync_uses.list.push(Use {
            thread: self.context.id,
            epoch: self.context.epoch,
            guard,
            addr: request.addr.term,
            places: places.clone(),
            size,
            span: self.shown(),
            own,
        });
    }
    pub(super) fn note_access(&mut self, guard: GuardId, request: &Request<'_>, places: &Candidates) {
        self.note_use(guard, request, places, request.size);
    }
    pub(super) fn note_operation(
        &mut self,
        op: SyncOp,
        guard: GuardId,
        request: &Request<'_>,
        places: &Candidates,
    ) {
        if op == SyncOp::SpinUnlock {
            self.pass.sync_uses.spins.extend(places.iter().copied());
        }
        self.note_use(guard, request, places, 0);
    }

    /// At the end of the last pass: accesses that do not come first are not supported.
    pub(super) fn refuse_overwritten(&mut self) {
        let SyncUses { list, spins } = std::mem::take(&mut self.pass.sync_uses);
        let sizes = posix::Sizes { spinlocks: false, ..posix::Sizes::of(self.program) };
        let mut objects: FxHashMap<ObjectId, Vec<(u64, u64)>> = FxHashMap::default();
        for (&place, life) in &self.facts.lives {
            let size = if spins.contains(&place) { SPIN_BYTES } else { sizes.bytes(life.class) };
            objects.entry(place.0).or_default().push((place.1, size));
        }
        let mut operations: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        for (index, operation) in list.iter().enumerate().filter(|(_, one)| one.size == 0) {
            for &place in operation.places.iter() {
                operations.entry(place).or_default().push(index);
            }
        }
        for (index, write) in list.iter().enumerate().filter(|(_, one)| one.size > 0) {
            let mut wrong = Vec::new();
            for &(object, offset) in write.places.iter() {
                for &(start, size) in objects.get(&object).into_iter().flatten() {
                    if offset >= start + size || start >= offset + write.size {
                        continue;
                    }
                    let is_own = write.own && self.facts.lives[&(object, start)].class == Class::Once;
                    for &other in operations.get(&(object, start)).into_iter().flatten() {
                        let operation = &list[other];
                        if !(is_own || self.comes_first((index, write), (other, operation))) {
                            wrong.push(self.both((write, (object, offset)), (operation, (object, start))));
                        }
                    }
                }
            }
            let condition = self.graph.terms.or_all(wrong);
            if condition != TermId::FALSE {
                let (thread, span, message) = (write.thread, write.span, posix::OVERWRITTEN.into());
                self.graph.overwritten.push(condition);
                self.graph.unsupported.push(Point { condition, thread, span, message });
            }
        }
    }

    fn comes_first(&mut self, (at, write): (usize, &Use), (other, operation): (usize, &Use)) -> bool {
        match write.thread == operation.thread {
            true => {
                at < other || self.graph.guards.exclude(&mut self.graph.terms, write.guard, operation.guard)
            }
            false => created_by(&self.graph.threads, operation.thread, write.thread)
                .is_some_and(|created| write.epoch <= created),
        }
    }

    /// That both happen, and at these places.
    fn both(&mut self, one: (&Use, Place), other: (&Use, Place)) -> TermId {
        let mut all = Vec::new();
        for (entry, place) in [one, other] {
            all.push(self.graph.guards.term(entry.guard));
            if entry.places.len() > 1 {
                all.push(self.is_at(entry.addr, place));
            }
        }
        self.graph.terms.and_all(all)
    }
}
