//! The part of a program before its first thread is started: run once, and memory kept as it leaves it.

use crate::env::{Env, Halt, Result};
use crate::graph::Positions;
use crate::snapshot::Local;
use interp::memory::{ObjectKind, initial_bytes};
use interp::{
    AllocKind, Answer, Fault, Request, RequestKind, ThreadState, Values, rmw_result, thread_handle,
};
use ir::SyncOp;
use posix::{Class, Effect, Step, apply};
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
    loop {
        let request = env.machine.advance(&mut state);
        match early(env, &request, &mut local) {
            Ok(Early::Answer(answer)) => env.machine.answer(&mut state, answer),
            // What fails will fail again when the thread is run with events.
            Ok(Early::Stop) | Err(_) => break,
        }
        if env.config.interrupt.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed)) {
            return Err(Halt::Stopped("stopped from outside".into()));
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
        RequestKind::Read { addr, size, .. } => value(read(env, *addr, *size)?),
        RequestKind::Write { addr, size, value, .. } => {
            env.memory.write(*addr, *size, *value, None)?;
            done
        }
        RequestKind::Rmw { addr, size, ty, op, value: operand } => {
            let old = read(env, *addr, *size)?;
            env.memory.write(*addr, *size, rmw_result(*op, *ty, old, *operand), None)?;
            value(old)
        }
        RequestKind::CompareExchange { addr, size, ty, expected, desired, .. } => {
            let old = read(env, *addr, *size)?;
            if old & ty.mask() == *expected {
                env.memory.write(*addr, *size, *desired, None)?;
            }
            value(old)
        }
        RequestKind::Sync { op, args } => Ok(sync(env, *op, args, local)),
        RequestKind::Alloc { addr, size, zeroed, kind, name, .. } => {
            if *addr == 0 || !env.memory.has_room(*size) {
                return if *kind == AllocKind::Heap { value(0) } else { Ok(Early::Stop) };
            }
            let (bytes, object) = match kind {
                AllocKind::ThreadLocal(global) => {
                    let global = &env.machine.program().globals[*global];
                    (Some(initial_bytes(global, env.machine.layout())), ObjectKind::ThreadLocal)
                }
                AllocKind::Heap => (zeroed.then(|| vec![0; *size as usize]), ObjectKind::Heap),
                AllocKind::Stack => (zeroed.then(|| vec![0; *size as usize]), ObjectKind::Stack),
            };
            env.memory.allocate(*addr, *size, object, bytes, name.clone());
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

fn read(env: &mut Env<'_>, addr: u64, size: u64) -> std::result::Result<u128, Fault> {
    match env.memory.read(addr, size)? {
        (value, false) => Ok(value),
        (_, true) => env.memory.settle(addr, size, 0),
    }
}

fn sync(env: &mut Env<'_>, op: SyncOp, args: &Values, local: &mut Local) -> Early {
    let arg = |index: usize| args.get(index).copied().unwrap_or(0);
    let answer = |results: Values| Early::Answer(Answer::Values(results));
    match op {
        SyncOp::ThreadSelf => answer(smallvec![u128::from(thread_handle(0))]),
        SyncOp::Yield => answer(Values::new()),
        SyncOp::KeyCreate => {
            env.keys.push(Some(arg(0) as u64));
            answer(smallvec![env.keys.len() as u128 - 1])
        }
        SyncOp::KeyDelete => {
            if let Some(key) = env.keys.get_mut(arg(0) as usize) {
                *key = None;
            }
            answer(smallvec![0])
        }
        SyncOp::KeySet => {
            local.keys.retain(|(key, _)| *key != arg(0) as u32);
            if arg(1) != 0 {
                local.keys.push((arg(0) as u32, arg(1) as u64));
            }
            answer(smallvec![0])
        }
        SyncOp::KeyGet => {
            let found = local.keys.iter().find(|(key, _)| *key == arg(0) as u32);
            answer(smallvec![found.map_or(0, |&(_, value)| u128::from(value))])
        }
        SyncOp::CondWait | SyncOp::CondTimedWait | SyncOp::BarrierWait => Early::Stop,
        _ => {
            let Some(class) = Class::of(op) else { return Early::Stop };
            let addr = arg(0) as u64;
            let state = match env.initial_sync.get(&addr) {
                Some(state) => state.clone(),
                None => env.state_from_bytes(class, addr),
            };
            match apply(Step::Do(op), &state, 0, arg(1), 0) {
                Effect::Done(state, results) => {
                    env.initial_sync.insert(addr, state);
                    answer(results)
                }
                _ => Early::Stop,
            }
        }
    }
}
