//! Where things lie in memory: one rule for all engines, so that a pointer means the same to each.
//!
//! Addresses are ordinary 47-bit numbers, so pointers packed with tags, sent through integers, unions or memcpy
//! need no special care. Every object owns a *slot*: a power of two of at least one page and at least twice its
//! size, so that an access a little (or, for a large object, far) out of bounds never falls into a neighbour. It begins where its
//! slot does, but for memory of `new` and `new[]` ([`heap_offset`]): who gave it can be told from its address.
//! Addresses are never reused. Objects of a thread lie in its own region, so that their addresses do not depend
//! on how threads are interleaved.
//!
//! | from | what |
//! |---|---|
//! | `0x1000` | functions, 16 bytes apart |
//! | `0x1000_0000` | globals |
//! | `(t + 1) << 36` | stack, heap and thread-local objects of thread t |

use crate::{Allocator, FuncId, GlobalId, Id, Operand, Program};

pub const PAGE: u64 = 4096;
const FUNCTIONS: u64 = 0x1000;
const FUNCTION_SIZE: u64 = 16;
const GLOBALS: u64 = 0x1000_0000;
const REGION_BITS: u32 = 36;
/// How many threads have a region below 2^47.
pub const MAX_THREADS: u64 = (1 << (47 - REGION_BITS)) - 1;

/// Where the region of a thread begins.
pub fn region_start(thread: u32) -> u64 {
    (u64::from(thread) + 1) << REGION_BITS
}
/// The thread whose region an address lies in; `None`: functions, globals, or nothing.
pub fn region_of(addr: u64) -> Option<u32> {
    u32::try_from((addr >> REGION_BITS).checked_sub(1)?).ok()
}

/// Size of the slot of an object of `size` bytes.
pub fn slot_size(size: u64) -> u64 {
    size.saturating_mul(2).checked_next_power_of_two().unwrap_or(1 << 63).max(PAGE)
}

/// How far behind the beginning of its slot a heap object begins: there is room before and behind it.
pub fn heap_offset(by: Allocator) -> u64 {
    HEAP_ALIGN * by as u64
}
const HEAP_ALIGN: u64 = 16;

/// The addresses of the globals and functions of one program.
#[derive(Clone, Debug)]
pub struct Layout {
    globals: Vec<u64>,
    n_functions: usize,
}

impl Layout {
    pub fn of(program: &Program) -> Layout {
        let mut next = GLOBALS;
        let mut globals = Vec::with_capacity(program.globals.len());
        for global in program.globals.iter() {
            let slot = slot_size(global.size);
            let start = next.next_multiple_of(slot);
            globals.push(start);
            next = start + slot;
        }
        Layout { globals, n_functions: program.functions.len() }
    }
    pub fn global(&self, id: GlobalId) -> u64 {
        self.globals[id.index()]
    }
    pub fn function(&self, id: FuncId) -> u64 {
        FUNCTIONS + FUNCTION_SIZE * id.index() as u64
    }
    /// The function at an address, if one begins there.
    pub fn function_at(&self, addr: u64) -> Option<FuncId> {
        let offset = addr.checked_sub(FUNCTIONS)?;
        let index = (offset / FUNCTION_SIZE) as usize;
        (offset % FUNCTION_SIZE == 0 && index < self.n_functions).then(|| FuncId::from_index(index))
    }
    /// The global whose slot an address lies in.
    pub fn global_at(&self, addr: u64) -> Option<GlobalId> {
        let after = self.globals.partition_point(|&start| start <= addr);
        (after > 0 && addr < 1 << REGION_BITS).then(|| GlobalId::from_index(after - 1))
    }
    /// The value of an operand that is known before the program runs.
    pub fn constant(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Value(_) => None,
            Operand::Const { bits, .. } => Some(bits),
            Operand::Global { id, offset } => Some(u128::from(self.global(id).wrapping_add_signed(offset))),
            Operand::Func(id) => Some(u128::from(self.function(id))),
        }
    }
}
