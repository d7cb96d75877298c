//! What memory holds before the program starts, straight from the globals' initial values.

use ir::{GlobalId, Id, Layout, Program};

/// The initial byte at an address: a global's, or 0 (stack and heap count as zeroed here).
pub(crate) fn initial_byte(program: &Program, layout: &Layout, addr: u64) -> u8 {
    let Some(id) = layout.global_at(addr) else { return 0 };
    let offset = addr - layout.global(id);
    if id.index() >= program.globals.len() || offset >= program.globals[id].size {
        return 0;
    }
    relocated_byte(program, layout, id, offset)
        .unwrap_or_else(|| program.globals[id].init.bytes.get(offset as usize).copied().unwrap_or(0))
}

fn relocated_byte(program: &Program, layout: &Layout, id: GlobalId, offset: u64) -> Option<u8> {
    let covers = |start: u64| start <= offset && offset < start + 8;
    let relocation =
        program.globals[id].init.relocations.iter().find(|relocation| covers(relocation.offset))?;
    let address = layout.constant(relocation.target)?;
    Some((address >> (8 * (offset - relocation.offset))) as u8)
}

/// The initial value of `size` bytes, little-endian.
pub(crate) fn initial_value(program: &Program, layout: &Layout, addr: u64, size: u64) -> u128 {
    (0..size.min(16)).rev().fold(0, |value, offset| {
        value << 8 | u128::from(initial_byte(program, layout, addr.wrapping_add(offset)))
    })
}
