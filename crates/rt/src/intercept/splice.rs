//! Bytes that the system moves from one descriptor to another, without the program seeing them.
//!
//! `splice` may wait for what is moved, so when it is called it is not known yet who has put that in. Therefore the channel that it goes to is said
//! to be *fed* by the other one (`crate::channels`): who takes something out of the one comes after who has put something into the other, too.

use super::descriptor::{after_take, before_put, used};
use super::library::parts_read;
use super::touched;
use crate::edge::is_recorded;
use crate::{channels, entries, real, six_entries};
use core::ffi::c_int;

const OFFSET: usize = 8;

unsafe fn before_move(from: c_int, to: c_int, pc: u64) {
    used(from, pc);
    used(to, pc);
    if is_recorded() {
        channels::feed(from, to);
        before_put(to, pc);
    }
}

/// Functions that move bytes between the first descriptor and the second, with the places of the offsets that they read and write.
macro_rules! movers {
    ($($function:ident $name:ident ($($argument:ident: $type:ty),*) $from:ident => $to:ident, at $($place:ident)*;)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: $type,)* pc: u64) -> isize {
                real!($name: fn($($type),*) -> isize);
                $(touched::reads($place, OFFSET, pc);)*
                before_move($from, $to, pc);
                let result = after_take($name()($($argument),*), $from, pc);
                if result >= 0 {
                    $(touched::writes($place, OFFSET, pc);)*
                }
                result
            }
        )*
    };
}

movers! {
    send_file sendfile (to: c_int, from: c_int, offset: usize, length: usize) from => to, at offset;
    splice splice (from: c_int, read_at: usize, to: c_int, write_at: usize, length: usize, flags: u32) from => to, at read_at write_at;
    copy_range copy_file_range (from: c_int, read_at: usize, to: c_int, write_at: usize, length: usize, flags: u32) from => to, at read_at write_at;
    duplicate tee (from: c_int, to: c_int, length: usize, flags: u32) from => to, at;
}

/// From memory to a pipe. The other way is a `readv`, and hardly used.
pub unsafe extern "C" fn splice_memory(fd: c_int, list: usize, count: usize, flags: u32, pc: u64) -> isize {
    real!(vmsplice: fn(c_int, usize, usize, u32) -> isize);
    used(fd, pc);
    parts_read(list, count, pc);
    before_put(fd, pc);
    vmsplice()(fd, list, count, flags)
}

entries! {
    "sendfile", "r8" => send_file;
    "sendfile64", "r8" => send_file;
    "tee", "r8" => duplicate;
    "vmsplice", "r8" => splice_memory;
}

six_entries! {
    splice => splice;
    copy_file_range => copy_range;
}
