//! Memory objects of the unrolled program: one per global and per instance of an allocation, each at an address of
//! its own by the rule of `ir::layout`.
//!
//! Instances are named by where in the unrolled program they are made ([`Paths`]), so that they keep their identity
//! from one pass of the unfolding to the next.

use ir::{Allocator, GlobalId, Layout, Program, define_id, layout};
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

define_id!(
    /// An object of the unrolled program.
    ObjectId,
    "o"
);

/// What a thread knows of an object beside its bytes is kept in the view too, under an id that no object has: which bytes are
/// written, whether it is gone, and how often the thread holds the locks in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Shadow {
    Written = 1 << 29,
    Gone = 1 << 30,
    Held = 1 << 31,
}

impl ObjectId {
    pub(crate) fn shadow(self, which: Shadow) -> ObjectId {
        ObjectId(self.0 | which as u32)
    }
    pub(crate) fn is_shadow(self) -> bool {
        self.0 >= Shadow::Written as u32
    }
    /// Whether it tells if an object is gone.
    pub(crate) fn is_shadow_of_life(self) -> bool {
        self.0 & Shadow::Gone as u32 != 0
    }
    /// The object that a shadow is of.
    pub(crate) fn unshadowed(self) -> ObjectId {
        ObjectId(self.0 & (Shadow::Written as u32 - 1))
    }
}

/// A place in memory: an object and an offset in it.
pub type Place = (ObjectId, u64);

/// A place in the unrolled program: a call chain with loop iterations, interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct PathId(pub(crate) u32);

/// Interned places: parent, and two numbers that tell it from its siblings.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    index: FxHashMap<(u32, u64, u64), u32>,
}

impl Paths {
    pub(crate) const ROOT: PathId = PathId(0);

    pub(crate) fn child(&mut self, parent: PathId, kind: u64, number: u64) -> PathId {
        let next = self.index.len() as u32 + 1;
        PathId(*self.index.entry((parent.0, kind, number)).or_insert(next))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A variable of the program, there from the beginning.
    Global(GlobalId),
    /// A thread's instance of such a variable.
    ThreadLocal(GlobalId),
    /// A local variable.
    Stack,
    /// Allocated by a call.
    Heap { by: Allocator, zeroed: bool },
    /// Stands for a thread; has no bytes.
    Thread,
}

impl ObjectKind {
    /// Whether it holds nothing that anybody has written at first.
    pub fn begins_unwritten(self) -> bool {
        matches!(self, ObjectKind::Stack | ObjectKind::Heap { zeroed: false, .. })
    }
}

#[derive(Clone, Debug)]
pub struct Object {
    pub addr: u64,
    pub size: u64,
    pub kind: ObjectKind,
    pub name: Option<Arc<str>>,
}

/// All objects of one pass, by id and by address.
#[derive(Debug, Default)]
pub struct Objects {
    list: Vec<Object>,
    by_path: FxHashMap<PathId, ObjectId>,
    by_start: BTreeMap<u64, ObjectId>,
    /// Per thread, where its next object lies.
    next: FxHashMap<u32, u64>,
}

impl Objects {
    pub(crate) fn new(program: &Program, layout: &Layout) -> Objects {
        let mut objects = Objects::default();
        for (id, global) in program.globals.iter_enumerated() {
            objects.push(Object {
                addr: layout.global(id),
                size: global.size,
                kind: ObjectKind::Global(id),
                name: Some(global.name.clone()),
            });
        }
        objects
    }

    fn push(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.list.len() as u32);
        self.by_start.insert(object.addr, id);
        self.list.push(object);
        id
    }

    /// The thread whose stack, heap or thread-local object it is.
    pub fn owner(&self, id: ObjectId) -> Option<u32> {
        layout::region_of(self.get(id).addr)
    }
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.list[id.0 as usize]
    }

    /// The object made at this place by this thread; `None` when the thread's region is full.
    pub(crate) fn allocate(
        &mut self,
        thread: u32,
        path: PathId,
        size: u64,
        kind: ObjectKind,
        name: Option<Arc<str>>,
    ) -> Option<ObjectId> {
        if let Some(&known) = self.by_path.get(&path)
            && self.get(known).size >= size
        {
            return Some(known);
        }
        let next = self.next.entry(thread).or_insert(layout::region_start(thread) + layout::PAGE);
        let slot = layout::slot_size(size);
        let start = next.checked_next_multiple_of(slot)?;
        let end = start.checked_add(slot)?;
        if end > layout::region_start(thread + 1) {
            return None;
        }
        *next = end;
        let offset = if let ObjectKind::Heap { by, .. } = kind { layout::heap_offset(by) } else { 0 };
        let id = self.push(Object { addr: start + offset, size, kind, name });
        self.by_path.insert(path, id);
        Some(id)
    }

    /// The object that a thread's handle is the address of.
    pub(crate) fn add_thread(&mut self, thread: u32) {
        let addr = layout::region_start(thread);
        if !self.by_start.contains_key(&addr) {
            self.push(Object { addr, size: 0, kind: ObjectKind::Thread, name: None });
        }
    }

    /// The term that an address is this place.
    pub fn is_at(&self, terms: &mut Terms, addr: TermId, (object, offset): Place) -> TermId {
        let at = terms.bits_const(u128::from(self.get(object).addr + offset), 64);
        terms.eq(addr, at)
    }

    /// The object whose slot an address lies in, and the offset.
    pub fn at(&self, addr: u64) -> Option<Place> {
        let (&start, &id) = self.by_start.range(..=addr).next_back()?;
        let offset = addr - start;
        (offset < layout::slot_size(self.get(id).size)).then_some((id, offset))
    }
}
