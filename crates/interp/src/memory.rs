//! Memory as objects of bytes, each in a slot of its own (`ir::layout`), so that any wrong address is seen.
//!
//! Invariants: slots never overlap and are never reused; a dead object keeps its slot and loses its bytes. Copies
//! share objects until one writes.

use crate::{Fault, state::Uncompared};
use events::FailureKind;
use ir::{Global, Layout, Program, layout};
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    Global,
    Stack,
    Heap,
    ThreadLocal,
}

/// One object. `writers` is filled only where an execution is recorded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub start: u64,
    pub size: u64,
    pub kind: ObjectKind,
    pub constant: bool,
    pub name: Option<Arc<str>>,
    bytes: Vec<u8>,
    /// One bit per byte that was never written; `None`: all were.
    unwritten: Option<Vec<u64>>,
    /// Of those, the bytes whose value was chosen when somebody read them; empty: none.
    settled: Vec<u64>,
    /// For each byte, the event that wrote it last, `NOBODY` for its initial value; empty: nobody wrote anything.
    writers: Vec<u32>,
}

/// In `writers`: the initial value.
pub const NOBODY: u32 = u32::MAX;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Slot {
    Live(Arc<Object>),
    Dead { start: u64, size: u64, kind: ObjectKind, name: Option<Arc<str>> },
}

/// Pages of a region, each with the slot it belongs to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Region {
    start: u64,
    pages: Arc<Vec<u32>>,
}

const NO_SLOT: u32 = u32::MAX;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    globals: Region,
    threads: Vec<Region>,
    slots: Vec<Slot>,
    live_bytes: Uncompared,
    max_bytes: Uncompared,
}

/// What an access is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    Read,
    Write,
    /// A mutex or the like is used there.
    Sync,
}

impl Memory {
    /// Memory with the globals of the program in it.
    pub fn new(program: &Program, layout: &Layout, max_bytes: u64) -> Memory {
        let first = program.globals.ids().next().map_or(0, |id| layout.global(id));
        let mut memory = Memory {
            globals: Region { start: first, pages: Arc::default() },
            threads: Vec::new(),
            slots: Vec::new(),
            live_bytes: Uncompared(0),
            max_bytes: Uncompared(max_bytes),
        };
        for (id, global) in program.globals.iter_enumerated().filter(|(_, global)| !global.thread_local) {
            memory.add(Object {
                start: layout.global(id),
                size: global.size,
                kind: ObjectKind::Global,
                constant: global.constant,
                name: Some(global.name.clone()),
                bytes: initial_bytes(global, layout),
                unwritten: None,
                settled: Vec::new(),
                writers: Vec::new(),
            });
        }
        memory
    }

    /// Whether an object of this size can be had.
    pub fn has_room(&self, size: u64) -> bool {
        self.live_bytes.0.saturating_add(size) <= self.max_bytes.0
    }

    /// A new object at an address that the layout rule gave. `bytes`: its contents, or not initialised.
    pub fn allocate(
        &mut self,
        start: u64,
        size: u64,
        kind: ObjectKind,
        bytes: Option<Vec<u8>>,
        name: Option<Arc<str>>,
    ) {
        let unwritten = bytes.is_none().then(|| vec![u64::MAX; size.div_ceil(64) as usize]);
        let bytes = bytes.unwrap_or_else(|| vec![0; size as usize]);
        self.add(Object {
            start,
            size,
            kind,
            constant: false,
            name,
            bytes,
            unwritten,
            settled: Vec::new(),
            writers: Vec::new(),
        });
    }

    fn add(&mut self, object: Object) {
        let slot = self.slots.len() as u32;
        let (start, size) = (object.start, object.size);
        self.live_bytes.0 += size;
        self.slots.push(Slot::Live(Arc::new(object)));
        let region = match layout::region_of(start) {
            None => &mut self.globals,
            Some(thread) => {
                while self.threads.len() <= thread as usize {
                    let start = layout::region_start(self.threads.len() as u32);
                    self.threads.push(Region { start, pages: Arc::default() });
                }
                &mut self.threads[thread as usize]
            }
        };
        let from = ((start - region.start) / layout::PAGE) as usize;
        let to = from + (layout::slot_size(size) / layout::PAGE) as usize;
        let pages = Arc::make_mut(&mut region.pages);
        if pages.len() < to {
            pages.resize(to, NO_SLOT);
        }
        pages[from..to].fill(slot);
    }

    fn slot_at(&self, addr: u64) -> Option<usize> {
        let region = match layout::region_of(addr) {
            None => &self.globals,
            Some(thread) => self.threads.get(thread as usize)?,
        };
        let page = addr.checked_sub(region.start)? / layout::PAGE;
        region.pages.get(page as usize).copied().filter(|&slot| slot != NO_SLOT).map(|slot| slot as usize)
    }

    /// The live object in whose slot an address lies.
    pub fn object_at(&self, addr: u64) -> Option<&Object> {
        match self.slots.get(self.slot_at(addr)?)? {
            Slot::Live(object) => Some(object),
            Slot::Dead { .. } => None,
        }
    }

    /// The slot of the live object that holds all these bytes.
    pub fn check(&self, addr: u64, size: u64, access: AccessKind) -> Result<usize, Fault> {
        if let Some(slot) = self.slot_at(addr)
            && let Slot::Live(object) = &self.slots[slot]
            && (addr - object.start).checked_add(size).is_some_and(|end| end <= object.size)
            && !(object.constant && access == AccessKind::Write)
        {
            return Ok(slot);
        }
        Err(self.fault(addr, size, access))
    }

    #[cold]
    fn fault(&self, addr: u64, size: u64, access: AccessKind) -> Fault {
        let what = match access {
            AccessKind::Read => format!("read of {size} bytes"),
            AccessKind::Write => format!("write of {size} bytes"),
            AccessKind::Sync => "synchronisation".to_string(),
        };
        if addr < layout::PAGE {
            let offset = if addr == 0 { String::new() } else { format!(" plus {addr}") };
            let message = format!("{what} through a null pointer{offset}");
            return Fault::new(FailureKind::NullDereference, message);
        }
        match self.slot_at(addr).map(|slot| &self.slots[slot]) {
            None => {
                let message = format!("{what} at {addr:#x}, where there is no object");
                Fault::new(FailureKind::InvalidPointer, message)
            }
            Some(Slot::Dead { start, kind, name, .. }) => {
                let (violation, how) = match kind {
                    ObjectKind::Heap => (FailureKind::UseAfterFree, "that has been freed"),
                    _ => (FailureKind::UseAfterReturn, "whose block, function or thread has ended"),
                };
                let name = shown(name.as_deref(), *kind);
                Fault::new(violation, format!("{what} at offset {} of {name} {how}", addr - start))
            }
            Some(Slot::Live(object)) => {
                let name = shown(object.name.as_deref(), object.kind);
                let offset = addr - object.start;
                if offset.checked_add(size).is_some_and(|end| end <= object.size) {
                    let message = format!("{what} to {name}, which is constant");
                    return Fault::new(FailureKind::WriteToConstant, message);
                }
                let message = format!("{what} at offset {offset} of {name}, which has {} bytes", object.size);
                Fault::new(FailureKind::OutOfBounds, message)
            }
        }
    }

    /// Whether these bytes can never change.
    pub fn is_constant(&self, addr: u64, size: u64) -> bool {
        self.object_at(addr)
            .is_some_and(|object| object.constant && addr - object.start + size <= object.size)
    }

    /// The bytes as a number, and whether some of them are not known: never written, nor settled. At most 16 bytes.
    #[inline]
    pub fn read(&self, addr: u64, size: u64) -> Result<(u128, bool), Fault> {
        let slot = self.check(addr, size, AccessKind::Read)?;
        let Slot::Live(object) = &self.slots[slot] else {
            return Err(self.fault(addr, size, AccessKind::Read));
        };
        let offset = (addr - object.start) as usize;
        let value = number(&object.bytes[offset..offset + size as usize]);
        Ok((value, object.some_unknown(offset, size as usize)))
    }

    /// Whether these bytes are in an object, and none of them has ever been written.
    pub fn nothing_written(&self, addr: u64, size: u64) -> bool {
        self.object_at(addr).is_some_and(|object| {
            let offset = (addr - object.start) as usize;
            (offset..offset + size as usize).all(|byte| object.is_unwritten(byte))
        })
    }

    /// Writes the low bytes of `value`; `writer` is the event, if there is a record.
    #[inline]
    pub fn write(&mut self, addr: u64, size: u64, value: u128, writer: Option<u32>) -> Result<(), Fault> {
        let slot = self.check(addr, size, AccessKind::Write)?;
        if let Slot::Live(object) = &mut self.slots[slot] {
            let object = Arc::make_mut(object);
            let range = (addr - object.start) as usize..(addr - object.start + size) as usize;
            object.bytes[range.clone()].copy_from_slice(&value.to_le_bytes()[..size as usize]);
            object.mark_written(range.clone());
            if let Some(writer) = writer {
                if object.writers.is_empty() {
                    object.writers = vec![NOBODY; object.size as usize];
                }
                object.writers[range].fill(writer);
            }
        }
        Ok(())
    }

    /// Settles what bytes that were never written hold; the others stay. The result is what is there now.
    pub fn settle(&mut self, addr: u64, size: u64, value: u128) -> Result<u128, Fault> {
        let slot = self.check(addr, size, AccessKind::Read)?;
        if let Slot::Live(object) = &mut self.slots[slot] {
            let object = Arc::make_mut(object);
            let offset = (addr - object.start) as usize;
            for (index, byte) in value.to_le_bytes().iter().take(size as usize).enumerate() {
                if object.some_unknown(offset + index, 1) {
                    object.bytes[offset + index] = *byte;
                    object.mark_settled(offset + index);
                }
            }
        }
        self.read(addr, size).map(|(value, _)| value)
    }

    /// Who wrote each of these bytes last.
    pub fn writers(&self, addr: u64, size: u64) -> SmallVec<[u32; 16]> {
        let nobody = || SmallVec::from_elem(NOBODY, size as usize);
        let Some(object) = self.object_at(addr) else { return nobody() };
        let offset = (addr - object.start) as usize;
        object.writers.get(offset..offset + size as usize).map_or_else(nobody, SmallVec::from_slice)
    }

    /// `free(addr)`.
    pub fn free(&mut self, addr: u64) -> Result<(), Fault> {
        let invalid = |message| Err(Fault::new(FailureKind::InvalidFree, message));
        match self.slot_at(addr).map(|slot| &self.slots[slot]) {
            Some(Slot::Live(object)) if object.kind == ObjectKind::Heap && object.start == addr => {
                self.kill(addr);
                Ok(())
            }
            Some(Slot::Live(object)) => {
                let name = shown(object.name.as_deref(), object.kind);
                invalid(format!("free of a pointer to offset {} of {name}", addr - object.start))
            }
            Some(Slot::Dead { start, kind: ObjectKind::Heap, .. }) if *start == addr => {
                Err(Fault::new(FailureKind::DoubleFree, "an object on the heap is freed a second time"))
            }
            Some(Slot::Dead { kind, name, .. }) => {
                invalid(format!("free of a pointer into {}, which is gone", shown(name.as_deref(), *kind)))
            }
            None => invalid(format!("free of {addr:#x}, where there is no object")),
        }
    }

    /// The object that begins here is gone.
    pub fn kill(&mut self, addr: u64) {
        let Some(slot) = self.slot_at(addr) else { return };
        if let Slot::Live(object) = &self.slots[slot] {
            self.live_bytes.0 -= object.size;
            let (start, size, kind, name) = (object.start, object.size, object.kind, object.name.clone());
            self.slots[slot] = Slot::Dead { start, size, kind, name };
        }
    }

    /// Bytes of the live object that an address points into, 0 if there is none.
    pub fn object_size(&self, addr: u64) -> u64 {
        self.object_at(addr)
            .filter(|object| addr - object.start <= object.size)
            .map_or(0, |object| object.size)
    }

    /// `name`, `name+8`, or nothing for objects that have no name.
    pub fn describe(&self, addr: u64) -> Option<Arc<str>> {
        let object = self.object_at(addr)?;
        let name = object.name.as_ref()?;
        match addr - object.start {
            0 => Some(name.clone()),
            offset => Some(format!("{name}+{offset}").into()),
        }
    }
}

fn shown(name: Option<&str>, kind: ObjectKind) -> String {
    match (name, kind) {
        (Some(name), _) => format!("`{name}`"),
        (None, ObjectKind::Heap) => "an object on the heap".into(),
        (None, ObjectKind::Stack) => "an object on the stack".into(),
        (None, _) => "an object".into(),
    }
}

/// The initial contents of a global, addresses put in.
pub fn initial_bytes(global: &Global, layout: &Layout) -> Vec<u8> {
    let mut bytes = vec![0; global.size as usize];
    let given = global.init.bytes.len().min(bytes.len());
    bytes[..given].copy_from_slice(&global.init.bytes[..given]);
    for relocation in &global.init.relocations {
        let address = layout.constant(relocation.target).unwrap_or(0) as u64;
        let offset = relocation.offset as usize;
        if let Some(place) = bytes.get_mut(offset..offset + 8) {
            place.copy_from_slice(&address.to_le_bytes());
        }
    }
    bytes
}

#[inline]
fn number(bytes: &[u8]) -> u128 {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    u128::from_le_bytes(wide)
}

impl Object {
    fn is_unwritten(&self, byte: usize) -> bool {
        self.unwritten.as_ref().is_some_and(|bits| bits[byte / 64] >> (byte % 64) & 1 == 1)
    }
    /// Whether some of these bytes were neither written nor settled.
    #[inline]
    fn some_unknown(&self, offset: usize, size: usize) -> bool {
        let settled =
            |byte: usize| self.settled.get(byte / 64).is_some_and(|bits| bits >> (byte % 64) & 1 == 1);
        self.unwritten.is_some()
            && (offset..offset + size).any(|byte| self.is_unwritten(byte) && !settled(byte))
    }
    fn mark_settled(&mut self, byte: usize) {
        self.settled.resize(self.size.div_ceil(64) as usize, 0);
        self.settled[byte / 64] |= 1 << (byte % 64);
    }
    #[inline]
    fn mark_written(&mut self, range: std::ops::Range<usize>) {
        if let Some(bits) = &mut self.unwritten {
            for byte in range {
                bits[byte / 64] &= !(1 << (byte % 64));
            }
        }
    }
}
