//! The part of a program before its first thread is started: run once, and memory kept as it leaves it.

use crate::env::{Env, Result, unwritten_bytes};
use crate::graph::Positions;
use crate::snapshot::Local;
use interp::memory::AccessKind;
use interp::{
    AllocKind, Answer, Fault, Memory, ReadPurpose, Request, RequestKind, ThreadState, Values, thread_handle,
};
use ir::SyncOp;
use posix::{Class, Effect, State, Step, Unwritten, apply};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::rc::Rc;

enum Early {
    Answer(Answer),
    /// From here on there are events.
    Stop,
}

/// Runs the first thread up to what needs the exploration. The request is pending then.
pub(crate) fn run_alone(env: &mut Env<'_>) -> Result<(ThreadState, Rc<Local>)> {
    let mut state = env.machine.start_main(0);
    let mut local = Local::default();
    let mut n_requests = 0u32;
    loop {
        let request = env.advance(&mut state)?;
        match early(env, &request, &mut local) {
            Ok(Early::Answer(answer)) => env.machine.answer(&mut state, answer),
            // What fails will fail again when the thread is run with events.
            Ok(Early::Stop) | Err(_) => break,
        }
        n_requests += 1;
        if n_requests & 0x3ff == 0
            && let Some(stop) = env.limits.reached()
        {
            return Err(stop.into());
        }
    }
    if env.machine.options().dependencies {
        local.reads = vec![Positions::new(); state.n_reads() as usize];
    }
    Ok((state, Rc::new(local)))
}

fn value(value: u128) -> std::result::Result<Early, Fault> {
    Ok(Early::Answer(Answer::Value(value)))
}

fn early(env: &mut Env<'_>, request: &Request, local: &mut Local) -> std::result::Result<Early, Fault> {
    let done = Ok(Early::Answer(Answer::Done));
    match &request.kind {
        RequestKind::Read { addr, size, purpose, .. } => {
            let (found, unwritten) = env.memory.read(*addr, *size)?;
            if unwritten && *purpose == ReadPurpose::Load
                || posix::looks_inside(request.order, *size) && !env.objects_in((*addr, *size)).is_empty()
            {
                return Ok(Early::Stop);
            }
            local.copied = match purpose {
                ReadPurpose::Copy if unwritten => unwritten_bytes(&env.memory, *addr, *size),
                _ => 0,
            };
            value(found)
        }
        RequestKind::Write { addr, size, value, .. } => write(env, request, (*addr, *size), *value, local),
        RequestKind::Rmw { addr, size, .. } | RequestKind::CompareExchange { addr, size, .. } => {
            let Some(old) = to_update(env, *addr, *size)? else { return Ok(Early::Stop) };
            if let Some(new) = request.leaves(old) {
                env.memory.write(*addr, *size, new, None)?;
            }
            value(old)
        }
        RequestKind::Sync { op, args } => Ok(sync(env, *op, args, local)),
        RequestKind::Alloc { addr, size, zeroed, kind, name, .. } => {
            if *addr == 0 || !env.memory.has_room(*size) {
                return if *kind == AllocKind::Heap { value(0) } else { Ok(Early::Stop) };
            }
            env.machine.allocate(&mut env.memory, (*addr, *size), *zeroed, *kind, name.clone());
            value(u128::from(*addr))
        }
        RequestKind::Release { addrs } => {
            addrs.iter().for_each(|&addr| env.memory.kill(addr));
            done
        }
        RequestKind::Free { addr } => {
            env.memory.free(*addr)?;
            done
        }
        RequestKind::ObjectSize { addr } => value(u128::from(env.memory.object_size(*addr))),
        RequestKind::Observe { name, value, ty } => {
            local.observed.push((name.clone(), *value, *ty));
            done
        }
        RequestKind::Fence { .. }
        | RequestKind::TransactionBegin
        | RequestKind::TransactionEnd
        | RequestKind::Output { .. } => done,
        RequestKind::AtomicBegin => {
            local.enter_section();
            done
        }
        RequestKind::AtomicEnd => {
            local.leave_section();
            done
        }
        _ => Ok(Early::Stop),
    }
}

/// What is there; `None` if some of it was never written, or it belongs to a synchronisation object that was used.
fn to_update(env: &Env<'_>, addr: u64, size: u64) -> std::result::Result<Option<u128>, Fault> {
    env.memory.check(addr, size, AccessKind::Write)?;
    let (value, unwritten) = env.memory.read(addr, size)?;
    Ok((!unwritten && env.objects_in((addr, size)).is_empty()).then_some(value))
}

/// What a copy has read and was never written stays so, if there was nothing before.
fn write(
    env: &mut Env<'_>,
    request: &Request,
    (addr, size): (u64, u64),
    value: u128,
    local: &mut Local,
) -> std::result::Result<Early, Fault> {
    env.memory.check(addr, size, AccessKind::Write)?;
    if !env.objects_in((addr, size)).is_empty() {
        return Ok(Early::Stop);
    }
    let copied = std::mem::take(&mut local.copied);
    if copied == 0 {
        env.memory.write(addr, size, value, None)?;
        return Ok(Early::Answer(Answer::Done));
    }
    let skipped = copied & unwritten_bytes(&env.memory, addr, size);
    if copied != skipped {
        env.sharing.reservations.read_undefined.get_or_insert(request.span);
    }
    for offset in 0..size {
        if skipped >> offset & 1 == 0 {
            env.memory.write(addr + offset, 1, value >> (8 * offset) & 0xff, None)?;
        } else {
            env.open.insert(addr + offset);
        }
    }
    Ok(Early::Answer(Answer::Done))
}

fn sync(env: &mut Env<'_>, op: SyncOp, args: &Values, local: &mut Local) -> Early {
    let answer = |results: Values| Early::Answer(Answer::Values(results));
    match op {
        SyncOp::ThreadSelf => answer(smallvec![u128::from(thread_handle(0))]),
        SyncOp::Yield => answer(Values::new()),
        SyncOp::KeyCreate | SyncOp::KeyDelete | SyncOp::KeySet | SyncOp::KeyGet => {
            answer(local.keys.call(&mut env.keys, op, args).unwrap_or_default())
        }
        _ => {
            let results = operate(&env.memory, &mut env.initial_sync, op, args);
            if let (Some(class), Some(&addr), true) = (Class::of(op), args.first(), results.is_some()) {
                env.note_old_object(addr as u64, class);
            }
            results.map_or(Early::Stop, answer)
        }
    }
}

/// What an operation on an object comes to while there is one thread; `None` where it fails or has to wait, or may.
pub(crate) fn operate(
    memory: &Memory,
    objects: &mut FxHashMap<u64, State>,
    op: SyncOp,
    args: &Values,
) -> Option<Values> {
    let arg = |index: usize| args.get(index).copied().unwrap_or(0);
    let (class, addr) = (Class::of(op)?, arg(0) as u64);
    if matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait | SyncOp::BarrierWait) {
        return None;
    }
    memory.check(addr, 1, AccessKind::Sync).ok()?;
    let known = objects.get(&addr).cloned();
    match apply(Step::Do(op), &known.unwrap_or_else(|| state_from_bytes(memory, class, addr)), 0, arg(1), 0) {
        Effect::Done(state, results) => {
            objects.insert(addr, state);
            Some(results)
        }
        _ => None,
    }
}

/// The state of an object that no call has initialised.
pub(crate) fn state_from_bytes(memory: &Memory, class: Class, addr: u64) -> State {
    if memory.check(addr, 1, AccessKind::Sync).is_err() {
        return State::Uninitialised;
    }
    State::from_bytes(class, |offset| match memory.read(addr + offset, 4) {
        Ok((value, false)) => Ok(value as u32),
        Ok((_, true)) => Err(Unwritten),
        Err(_) => Ok(0),
    })
}
