//! Whether an execution is put together rightly, before any model is asked.
//!
//! 1. Every event is in the program order of its own thread, once. Ids exist.
//! 2. An access has 1 to 16 bytes and does not wrap around.
//! 3. `rf` of a read covers its bytes, each once; sources are other writes that cover the piece.
//! 4. Each write is listed once in `co`; writes that overlap are in one list.
//! 5. Dependencies name earlier reads of the same thread.
//! 6. An atomic section is one stretch of one thread.
//! 7. Each `Sync` event is listed once per object it touches, under that object.
//! 8. ([`well_formed`] only) The bytes read are those that the source wrote, or the initial ones.

use crate::cells::Cells;
use events::{Event, EventId, EventKind, Execution};
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// What is wrong with an execution, in words that name the event.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("malformed execution: {0}")]
pub struct Malformed(pub String);

type Check = Result<(), Malformed>;

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(Malformed(message())) }
}

const MAX_ACCESS: u64 = 16;

/// Checks 1 to 7: all that the models rely on.
pub fn structure(execution: &Execution) -> Check {
    let po = check_threads(execution)?;
    for id in execution.event_ids() {
        let event = execution.event(id);
        if event.is_access() {
            ensure(
                (1..=MAX_ACCESS).contains(&event.size) && event.addr.checked_add(event.size).is_some(),
                || format!("{id} touches {} bytes at {:#x}", event.size, event.addr),
            )?;
        }
    }
    for id in execution.event_ids() {
        check_reads_from(execution, id)?;
        check_dependencies(execution, id, &po)?;
    }
    check_coherence_lists(execution)?;
    check_sections(execution)?;
    check_sync(execution)
}

/// All checks. `initial` gives the initial byte at an address where it is known; an unknown byte may be anything.
pub fn well_formed(execution: &Execution, initial: impl Fn(u64) -> Option<u8>) -> Check {
    structure(execution)?;
    for id in execution.event_ids() {
        let event = execution.event(id);
        ensure(!event.is_write() || event.written.is_some(), || format!("{id} writes no value"))?;
        if !event.is_read() {
            continue;
        }
        let Some(value) = event.read else { return Err(Malformed(format!("{id} reads no value"))) };
        for piece in event.rf.iter() {
            for offset in piece.offset..piece.offset + piece.len {
                let addr = event.addr + offset;
                let seen = byte(value, offset);
                let expected = match piece.source {
                    Some(source) => Some(written_byte(execution.event(source), addr)),
                    None => initial(addr),
                };
                ensure(expected.is_none_or(|expected| expected == seen), || {
                    format!(
                        "{id} reads {seen:#04x} at {addr:#x} where its source has {:#04x}",
                        expected.unwrap_or(0)
                    )
                })?;
            }
        }
    }
    Ok(())
}

fn byte(value: u128, offset: u64) -> u8 {
    (value >> (8 * offset)) as u8
}
fn written_byte(write: &Event, addr: u64) -> u8 {
    byte(write.written.unwrap_or(0), addr - write.addr)
}

/// Returns the position of each event in its thread.
fn check_threads(execution: &Execution) -> Result<Vec<u32>, Malformed> {
    let mut position = vec![None; execution.events.len()];
    for (number, thread) in execution.threads.iter().enumerate() {
        for (index, &id) in thread.events.iter().enumerate() {
            let Some(slot) = position.get_mut(id.0 as usize) else {
                return Err(Malformed(format!("thread {number} lists {id}, which does not exist")));
            };
            ensure(slot.is_none(), || format!("{id} is in program order twice"))?;
            ensure(execution.event(id).thread.0 as usize == number, || {
                format!("{id} is not of thread {number}")
            })?;
            *slot = Some(index as u32);
        }
    }
    let missing = position.iter().position(Option::is_none);
    ensure(missing.is_none(), || format!("e{} is in no thread", missing.unwrap_or(0)))?;
    Ok(position.into_iter().flatten().collect())
}

fn check_reads_from(execution: &Execution, id: EventId) -> Check {
    let event = execution.event(id);
    if !event.is_read() {
        return ensure(event.rf.is_empty(), || format!("{id} reads from somewhere but is no read"));
    }
    let mut covered = 0u32;
    for piece in event.rf.iter() {
        let end = piece.offset.checked_add(piece.len).filter(|&end| piece.len > 0 && end <= event.size);
        let Some(end) = end else { return Err(Malformed(format!("{id} reads from a piece outside of it"))) };
        let bits = ((1u32 << piece.len) - 1) << piece.offset;
        ensure(covered & bits == 0, || format!("{id} reads a byte from two places"))?;
        covered |= bits;
        if let Some(source) = piece.source {
            let write =
                execution.events.get(source.0 as usize).filter(|write| write.is_write() && source != id);
            let Some(write) = write else {
                return Err(Malformed(format!("{id} reads from {source}, no write")));
            };
            let inside =
                write.addr <= event.addr + piece.offset && event.addr + end <= write.addr + write.size;
            ensure(inside, || format!("{id} reads bytes from {source} that it does not write"))?;
        }
    }
    ensure(covered == (1u32 << event.size) - 1, || format!("{id} has bytes that come from nowhere"))
}

fn check_dependencies(execution: &Execution, id: EventId, po: &[u32]) -> Check {
    let event = execution.event(id);
    for &source in event.deps.addr.iter().chain(&event.deps.data).chain(&event.deps.ctrl) {
        let earlier = execution.events.get(source.0 as usize).is_some_and(|from| {
            let carries = from.is_read() || matches!(from.kind, EventKind::Input | EventKind::Sync { .. });
            carries && from.thread == event.thread && po[source.0 as usize] < po[id.0 as usize]
        });
        ensure(earlier, || format!("{id} depends on {source}, which is no earlier read of its thread"))?;
    }
    Ok(())
}

fn check_coherence_lists(execution: &Execution) -> Check {
    let mut list_of: FxHashMap<EventId, usize> = FxHashMap::default();
    for (list, writes) in execution.co.iter().enumerate() {
        for &write in writes {
            let known = execution.events.get(write.0 as usize).is_some_and(Event::is_write);
            ensure(known, || format!("co lists {write}, which is no write"))?;
            ensure(list_of.insert(write, list).is_none(), || format!("co lists {write} twice"))?;
        }
    }
    let mut writes: Vec<EventId> =
        execution.event_ids().filter(|&id| execution.event(id).is_write()).collect();
    for &write in &writes {
        ensure(list_of.contains_key(&write), || format!("co does not list {write}"))?;
    }
    // Sweep by address: what begins before the furthest end seen overlaps the write that reaches there.
    writes.sort_unstable_by_key(|&write| execution.event(write).addr);
    let mut furthest: Option<EventId> = None;
    for &write in &writes {
        let event = execution.event(write);
        let end = |id: EventId| execution.event(id).addr + execution.event(id).size;
        if let Some(before) = furthest.filter(|&before| event.addr < end(before)) {
            ensure(list_of.get(&before) == list_of.get(&write), || {
                format!("{before} and {write} overlap but are in different lists of co")
            })?;
        }
        if furthest.is_none_or(|before| end(write) > end(before)) {
            furthest = Some(write);
        }
    }
    Ok(())
}

fn check_sections(execution: &Execution) -> Check {
    let mut closed = FxHashSet::default();
    for thread in &execution.threads {
        let mut current = None;
        for &id in &thread.events {
            let section = execution.event(id).section;
            if section == current {
                continue;
            }
            closed.extend(current);
            ensure(section.is_none_or(|section| !closed.contains(&section)), || {
                format!("{id} continues an atomic section that has ended")
            })?;
            current = section;
        }
        closed.extend(current);
    }
    Ok(())
}

fn check_sync(execution: &Execution) -> Check {
    let mut listed = FxHashSet::default();
    let mut objects = FxHashSet::default();
    for order in &execution.sync {
        ensure(objects.insert(order.object), || format!("two orders for the object at {:#x}", order.object))?;
        for &id in &order.events {
            let touches = execution.events.get(id.0 as usize).is_some_and(|event| match &event.kind {
                EventKind::Sync { objects, .. } => objects.iter().any(|object| object.0 == order.object),
                _ => false,
            });
            ensure(touches, || format!("{id} does not touch the object at {:#x}", order.object))?;
            ensure(listed.insert((order.object, id)), || {
                format!("{id} is listed twice at {:#x}", order.object)
            })?;
        }
    }
    for id in execution.event_ids() {
        if let EventKind::Sync { objects, .. } = &execution.event(id).kind {
            for object in objects {
                ensure(listed.contains(&(object.0, id)), || format!("{id} has no place at {:#x}", object.0))?;
            }
        }
    }
    Ok(())
}

/// The cells of an execution that has passed [`structure`].
pub(crate) fn checked_cells(execution: &Execution) -> Result<Cells, Malformed> {
    structure(execution)?;
    Ok(Cells::of(execution))
}
