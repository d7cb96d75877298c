//! Functions of the C library that read and write texts and blocks: as accesses of what they touch.
//!
//! Compilers leave these to the library, so what they do would be missing: whether two sections under one lock could change places
//! depends on it. `memcpy` and its kin are in `access`.

use super::format;
use super::touched::{self, is_judged};
use crate::sys::Pointer;
use crate::{entries, lists, real};
use core::ffi::c_int;

type Text = *mut u8;

pub(super) unsafe fn length(text: Text) -> usize {
    real!(strlen: fn(Text) -> usize);
    strlen()(text)
}

pub(super) unsafe fn length_up_to(text: Text, most: usize) -> usize {
    real!(strnlen: fn(Text, usize) -> usize);
    strnlen()(text, most)
}

unsafe fn reads(text: Text, size: usize, pc: u64) {
    touched::reads(text as usize, size, pc);
}

unsafe fn writes(text: Text, size: usize, pc: u64) {
    touched::writes(text as usize, size, pc);
}

/// Bytes of a text that is read to its end, with that, or up to some size.
unsafe fn size_up_to(text: Text, most: usize) -> usize {
    length_up_to(text, most).saturating_add(1).min(most)
}

pub unsafe extern "C" fn text_length(text: Text, pc: u64) -> usize {
    let length = length(text);
    reads(text, length + 1, pc);
    length
}

pub unsafe extern "C" fn text_length_up_to(text: Text, most: usize, pc: u64) -> usize {
    let length = length_up_to(text, most);
    reads(text, size_up_to(text, most), pc);
    length
}

/// Functions that copy a text, and what they are called with: how much is read, where from in the destination, how much is written.
macro_rules! copies {
    ($($function:ident $name:ident ($to:ident, $from:ident $(, $more:ident)*)
        reads $read:expr, before $before:expr, writes $written:expr;)*) => {
        $(
            pub unsafe extern "C" fn $function($to: Text, $from: Text, $($more: usize,)* pc: u64) -> Text {
                real!($name: fn(Text, Text $(, copies!(# $more))*) -> Text);
                if is_judged(pc) {
                    let before: usize = $before;
                    reads($from, $read, pc);
                    if before > 0 {
                        reads($to, before, pc);
                    }
                    writes($to.add(before), $written, pc);
                }
                $name()($to, $from $(, $more)*)
            }
        )*
    };
    (# $argument:ident) => { usize };
}

copies! {
    copy strcpy (to, from) reads length(from) + 1, before 0, writes length(from) + 1;
    copy_checked __strcpy_chk (to, from, room) reads length(from) + 1, before 0, writes length(from) + 1;
    copy_to_end stpcpy (to, from) reads length(from) + 1, before 0, writes length(from) + 1;
    copy_to_end_checked __stpcpy_chk (to, from, room)
        reads length(from) + 1, before 0, writes length(from) + 1;
    copy_up_to strncpy (to, from, most) reads size_up_to(from, most), before 0, writes most;
    copy_up_to_checked __strncpy_chk (to, from, most, room) reads size_up_to(from, most), before 0, writes most;
    append strcat (to, from) reads length(from) + 1, before length(to), writes length(from) + 1;
    append_checked __strcat_chk (to, from, room) reads length(from) + 1, before length(to), writes length(from) + 1;
    append_up_to strncat (to, from, most)
        reads size_up_to(from, most), before length(to), writes length_up_to(from, most) + 1;
    append_up_to_checked __strncat_chk (to, from, most, room)
        reads size_up_to(from, most), before length(to), writes length_up_to(from, most) + 1;
}

/// Functions that compare texts, by how much of them: up to where they differ, or end.
macro_rules! comparisons {
    ($($function:ident $name:ident ($one:ident, $other:ident $(, $most:ident)*);)*) => {
        $(
            pub unsafe extern "C" fn $function($one: Text, $other: Text, $($most: usize,)* pc: u64) -> c_int {
                real!($name: fn(Text, Text $(, copies!(# $most))*) -> c_int);
                if is_judged(pc) {
                    #[allow(unused_mut, unused_assignments)]
                    let mut limit = usize::MAX;
                    $(limit = $most;)*
                    let size = common($one, $other, limit, true);
                    reads($one, size, pc);
                    reads($other, size, pc);
                }
                $name()($one, $other $(, $most)*)
            }
        )*
    };
}

/// Bytes that must be looked at to see where two differ, or both end. Letters of both cases are the same, so that it is
/// enough for all comparisons.
unsafe fn common(one: Text, other: Text, most: usize, ends: bool) -> usize {
    let mut size = 0;
    while size < most {
        let [a, b] = [one, other].map(|text| (text.add(size)).read_volatile());
        size += 1;
        if a != b && (!ends || !a.eq_ignore_ascii_case(&b)) || ends && (a == 0 || b == 0) {
            break;
        }
    }
    size
}

comparisons! {
    compare strcmp (one, other);
    compare_up_to strncmp (one, other, most);
    compare_letters strcasecmp (one, other);
    compare_letters_up_to strncasecmp (one, other, most);
}

pub unsafe extern "C" fn compare_blocks(one: Text, other: Text, size: usize, pc: u64) -> c_int {
    real!(memcmp: fn(Text, Text, usize) -> c_int);
    let result = memcmp()(one, other, size);
    if is_judged(pc) {
        let looked_at = if result == 0 { size } else { common(one, other, size, false) };
        reads(one, looked_at, pc);
        reads(other, looked_at, pc);
    }
    result
}

/// Functions that look for something in a text.
macro_rules! searches {
    ($($function:ident $name:ident ($text:ident, $wanted:ident: $type:ty $(, $most:ident)*) $size:expr;)*) => {
        $(
            pub unsafe extern "C" fn $function($text: Text, $wanted: $type, $($most: usize,)* pc: u64) -> Text {
                real!($name: fn(Text, $type $(, copies!(# $most))*) -> Text);
                let found = $name()($text, $wanted $(, $most)*);
                if is_judged(pc) {
                    let up_to = if found.is_null() { usize::MAX } else { found.offset_from($text) as usize + 1 };
                    let size: usize = $size;
                    reads($text, size.min(up_to), pc);
                }
                found
            }
        )*
    };
}

searches! {
    find strchr (text, wanted: c_int) length(text) + 1;
    find_block memchr (text, wanted: c_int, most) most;
    find_text strstr (text, wanted: Text) length(text) + 1;
}

/// The whole text is read.
pub unsafe extern "C" fn find_last(text: Text, wanted: c_int, pc: u64) -> Text {
    real!(strrchr: fn(Text, c_int) -> Text);
    text_length(text, pc);
    strrchr()(text, wanted)
}

/// What is printed to memory is written there, with its end, as far as there is room.
unsafe fn printed(result: c_int, to: Text, room: usize, pc: u64) -> c_int {
    if result >= 0 && room > 0 && !to.is_null() {
        writes(to, (result as usize + 1).min(room), pc);
    }
    result
}

pub unsafe extern "C" fn print(to: Text, format: Text, list: Pointer, pc: u64) -> c_int {
    real!(vsprintf: fn(Text, Text, Pointer) -> c_int);
    format::printed(format, list, pc);
    printed(vsprintf()(to, format, list), to, usize::MAX, pc)
}

pub unsafe extern "C" fn print_up_to(to: Text, room: usize, format: Text, list: Pointer, pc: u64) -> c_int {
    real!(vsnprintf: fn(Text, usize, Text, Pointer) -> c_int);
    format::printed(format, list, pc);
    printed(vsnprintf()(to, room, format, list), to, room, pc)
}

pub unsafe extern "C" fn print_checked(
    to: Text,
    flag: c_int,
    size: usize,
    format: Text,
    list: Pointer,
    pc: u64,
) -> c_int {
    real!(__vsprintf_chk: fn(Text, c_int, usize, Text, Pointer) -> c_int);
    format::printed(format, list, pc);
    printed(__vsprintf_chk()(to, flag, size, format, list), to, size, pc)
}

pub unsafe extern "C" fn print_up_to_checked(
    to: Text,
    room: usize,
    flag: c_int,
    size: usize,
    format: Text,
    list: Pointer,
    pc: u64,
) -> c_int {
    real!(__vsnprintf_chk: fn(Text, usize, c_int, usize, Text, Pointer) -> c_int);
    format::printed(format, list, pc);
    printed(__vsnprintf_chk()(to, room, flag, size, format, list), to, room, pc)
}

/// The caller's address has no register left where the list is made.
pub unsafe extern "C" fn print_up_to_checked_list(
    to: Text,
    room: usize,
    flag: c_int,
    size: usize,
    format: Text,
    list: Pointer,
) -> c_int {
    print_up_to_checked(to, room, flag, size, format, list, format::caller(list))
}

lists! {
    "__snprintf_chk", "40", "r9", "rax" => print_up_to_checked_list;
    "sprintf", "16", "rdx", "rcx" => print;
    "snprintf", "24", "rcx", "r8" => print_up_to;
    "__sprintf_chk", "32", "r8", "r9" => print_checked;
}

crate::six_entries! {
    __vsnprintf_chk => print_up_to_checked;
}

entries! {
    "strlen", "rsi" => text_length;
    "strnlen", "rdx" => text_length_up_to;
    "strcpy", "rdx" => copy;
    "__strcpy_chk", "rcx" => copy_checked;
    "stpcpy", "rdx" => copy_to_end;
    "__stpcpy_chk", "rcx" => copy_to_end_checked;
    "strncpy", "rcx" => copy_up_to;
    "__strncpy_chk", "r8" => copy_up_to_checked;
    "strcat", "rdx" => append;
    "__strcat_chk", "rcx" => append_checked;
    "strncat", "rcx" => append_up_to;
    "__strncat_chk", "r8" => append_up_to_checked;
    "strcmp", "rdx" => compare;
    "strncmp", "rcx" => compare_up_to;
    "strcasecmp", "rdx" => compare_letters;
    "strncasecmp", "rcx" => compare_letters_up_to;
    "memcmp", "rcx" => compare_blocks;
    "bcmp", "rcx" => compare_blocks;
    "strchr", "rdx" => find;
    "memchr", "rcx" => find_block;
    "strstr", "rdx" => find_text;
    "strrchr", "rdx" => find_last;
    "vsprintf", "rcx" => print;
    "vsnprintf", "r8" => print_up_to;
    "__vsprintf_chk", "r9" => print_checked;
}
