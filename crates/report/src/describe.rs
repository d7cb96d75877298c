//! Events in the user's words.

use events::{Event, EventKind, Execution, SyncStep, ThreadId};
use ir::layout::{Layout, region_of, region_start};
use ir::{Program, SyncOp};

/// Turns events and values of one program into words.
pub struct Describe<'a> {
    program: &'a Program,
    layout: Layout,
    execution: &'a Execution,
    /// Its `Alloc` events, in order.
    allocations: Vec<&'a Event>,
}

impl<'a> Describe<'a> {
    pub fn new(program: &'a Program, execution: &'a Execution) -> Self {
        let allocations =
            execution.events.iter().filter(|event| matches!(event.kind, EventKind::Alloc { .. })).collect();
        Describe { program, layout: Layout::of(program), execution, allocations }
    }

    /// What the event does, e.g. `x = 1`, `y reads 0`, `lock m`.
    pub fn event(&self, event: &Event) -> String {
        match &event.kind {
            EventKind::Read => format!("{} reads {}", self.place(event), self.value(event.read, event.size)),
            EventKind::Write => format!("{} = {}", self.place(event), self.value(event.written, event.size)),
            EventKind::Rmw => format!(
                "{}: {} -> {}",
                self.place(event),
                self.value(event.read, event.size),
                self.value(event.written, event.size)
            ),
            EventKind::Fence { bits } => format!("fence {bits}"),
            EventKind::Sync { op, objects } => {
                let object = objects.first().map_or(0, |object| object.0);
                self.sync(event, *op, object)
            }
            EventKind::Alloc { stack: true, .. } => format!("{} appears on the stack", self.place(event)),
            EventKind::Alloc { .. } => {
                format!("allocate {} bytes ({})", event.size, self.address(event.addr))
            }
            EventKind::Free => format!("free {}", self.address(event.addr)),
            EventKind::Input => format!("input {}", self.value(event.read, event.size)),
        }
    }

    /// The place an access touches, in the user's words where they are known.
    pub fn place(&self, event: &Event) -> String {
        match &event.place {
            Some(place) => place.to_string(),
            None => self.address(event.addr).trim_start_matches('&').to_string(),
        }
    }

    fn sync(&self, event: &Event, step: SyncStep, object: u64) -> String {
        let name = event.place.as_ref().map(|place| place.to_string());
        let object_name =
            || name.clone().unwrap_or_else(|| self.address(object).trim_start_matches('&').to_string());
        let thread_name = || match region_of(object) {
            Some(thread) if (thread as usize) < self.execution.threads.len() => {
                self.execution.thread(ThreadId(thread)).name.to_string()
            }
            _ => "?".to_string(),
        };
        let failed = match event.read {
            Some(status) if status != 0 && !matches!(step, SyncStep::Do(SyncOp::BarrierWait)) => {
                format!(" ({})", error_name(status as u32 as i32))
            }
            _ => String::new(),
        };
        let words = match step {
            SyncStep::ThreadBegin => return "starts".into(),
            SyncStep::ThreadEnd => return "ends".into(),
            SyncStep::Do(SyncOp::ThreadCreate) => return format!("create {}", thread_name()),
            SyncStep::Do(SyncOp::ThreadJoin) => format!("join {}", thread_name()),
            SyncStep::Do(op) => format!("{} {}", sync_words(op), object_name()),
            SyncStep::Leave(_) => format!("stop waiting for {} without a signal", object_name()),
            SyncStep::Resume(SyncOp::CondWait | SyncOp::CondTimedWait) => {
                format!("woken by {}", object_name())
            }
            SyncStep::Resume(op) => format!("{} {}: go on", sync_words(op), object_name()),
        };
        words + &failed
    }

    /// A value as the user would write it: signed, or the name of what it points to.
    pub fn value(&self, value: Option<u128>, size: u64) -> String {
        let Some(value) = value else { return "?".into() };
        if size == 8 && self.points_somewhere(value as u64) {
            return self.address(value as u64);
        }
        let bits = size.saturating_mul(8).clamp(1, 128) as u32;
        let shift = 128 - bits;
        (((value << shift) as i128) >> shift).to_string()
    }

    fn points_somewhere(&self, addr: u64) -> bool {
        self.layout.function_at(addr).is_some()
            || (addr >= region_start(0)
                && region_of(addr).is_some_and(|t| (t as usize) < self.execution.threads.len()))
            || self.global_at(addr).is_some()
    }

    fn global_at(&self, addr: u64) -> Option<(&str, u64)> {
        let id = self.layout.global_at(addr)?;
        let offset = addr - self.layout.global(id);
        (offset <= self.program.globals[id].size).then(|| (&*self.program.globals[id].name, offset))
    }

    /// What stood at a place of a global before anybody wrote to it, where that is a plain number.
    pub fn initial(&self, addr: u64, size: u64) -> Option<String> {
        let id = self.layout.global_at(addr)?;
        let (global, offset) = (&self.program.globals[id], addr - self.layout.global(id));
        let end = offset.checked_add(size).filter(|&end| end <= global.size && size <= 16)?;
        if global.init.relocations.iter().any(|r| r.offset < end && offset < r.offset.saturating_add(8)) {
            return None;
        }
        let byte = |at: u64| global.init.bytes.get(at as usize).copied().unwrap_or(0);
        let value = (offset..end).rev().fold(0u128, |value, at| value << 8 | u128::from(byte(at)));
        Some(self.value(Some(value), size))
    }

    /// An address: `&x`, `&x+4`, a function's name, or which object of which thread.
    pub fn address(&self, addr: u64) -> String {
        if addr == 0 {
            return "null".into();
        }
        if let Some(function) = self.layout.function_at(addr) {
            return self.program.functions[function].name.to_string();
        }
        if let Some((name, offset)) = self.global_at(addr) {
            return with_offset(format!("&{name}"), offset);
        }
        let holds = |event: &&&Event| addr >= event.addr && addr - event.addr < event.size.max(1);
        match self.allocations.iter().rev().find(holds) {
            Some(event) => {
                let what = match &event.place {
                    Some(place) => format!("&{place}"),
                    None => format!("heap@{}", event.span.line),
                };
                with_offset(what, addr - event.addr)
            }
            None => format!("{addr:#x}"),
        }
    }
}

fn with_offset(name: String, offset: u64) -> String {
    if offset == 0 { name } else { format!("{name}+{offset}") }
}

fn sync_words(op: SyncOp) -> String {
    match op {
        SyncOp::MutexLock => "lock".into(),
        SyncOp::MutexUnlock | SyncOp::SpinUnlock => "unlock".into(),
        SyncOp::MutexTryLock => "trylock".into(),
        SyncOp::CondWait => "wait on".into(),
        SyncOp::CondSignal => "signal".into(),
        SyncOp::CondBroadcast => "broadcast".into(),
        op => op.name().replace('_', " "),
    }
}

fn error_name(status: i32) -> String {
    use ir::sync::errno::*;
    match status {
        EPERM => "EPERM".into(),
        ESRCH => "ESRCH".into(),
        EAGAIN => "EAGAIN".into(),
        EBUSY => "EBUSY".into(),
        EINVAL => "EINVAL".into(),
        EDEADLK => "EDEADLK".into(),
        ETIMEDOUT => "ETIMEDOUT".into(),
        other => format!("status {other}"),
    }
}
