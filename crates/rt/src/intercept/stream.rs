//! Streams of the C library (`FILE`), as far as there is a pipe or socket beneath: what is read was written before, as in
//! `descriptor`. What is buffered is given when it is put in and again when it is flushed. `flockfile` is a lock.
//!
//! The library reads and writes beneath its own functions, so these are interposed. A stream that is no channel costs a look
//! at a table.

use super::descriptor::{before_close, give, made, take};
use crate::edge::is_recorded;
use crate::record::log;
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{channels, entries, lists, plain_entries, real};
use core::ffi::c_int;

/// Where the descriptor's number is in a `FILE`; -1 where there is none.
const NUMBER_AT: usize = 112;

#[inline]
unsafe fn descriptor(stream: Pointer) -> c_int {
    *stream.byte_add(NUMBER_AT).cast::<c_int>()
}

#[inline]
unsafe fn channel(stream: Pointer) -> Option<channels::Channel> {
    if stream.is_null() || !is_recorded() {
        return None;
    }
    let number = descriptor(stream);
    if number < 0 { None } else { channels::of(number) }
}

/// Functions that put something in (logged before) or take something out (after): their arguments are passed on. The stream is the
/// one in brackets.
macro_rules! transfers {
    ($($kind:ident [$stream:ident] $function:ident $name:ident ($($argument:ident),*) -> $result:ty;)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize,)* pc: u64) -> $result {
                real!($name: fn($(transfers!(# $argument)),*) -> $result);
                transfers!(@ $kind $name()($($argument),*), $stream, pc)
            }
        )*
    };
    (@ put $call:expr, $stream:ident, $pc:ident) => {{
        give(channel($stream as Pointer), $pc);
        $call
    }};
    (@ take $call:expr, $stream:ident, $pc:ident) => {{
        let result = $call;
        take(channel($stream as Pointer), $pc);
        result
    }};
    (# $argument:ident) => { usize };
}

transfers! {
    put [stream] write fwrite (bytes, size, count, stream) -> usize;
    put [stream] write_unlocked fwrite_unlocked (bytes, size, count, stream) -> usize;
    put [stream] put_text fputs (text, stream) -> c_int;
    put [stream] put_text_unlocked fputs_unlocked (text, stream) -> c_int;
    put [stream] put_byte fputc (byte, stream) -> c_int;
    put [stream] put_byte_as putc (byte, stream) -> c_int;
    put [stream] flush fflush (stream) -> c_int;
    put [stream] print vfprintf (stream, format, arguments) -> c_int;
    put [stream] print_checked __vfprintf_chk (stream, flag, format, arguments) -> c_int;
    take [stream] read fread (bytes, size, count, stream) -> usize;
    take [stream] read_unlocked fread_unlocked (bytes, size, count, stream) -> usize;
    take [stream] read_checked __fread_chk (bytes, room, size, count, stream) -> usize;
    take [stream] get_text fgets (text, size, stream) -> usize;
    take [stream] get_text_unlocked fgets_unlocked (text, size, stream) -> usize;
    take [stream] get_text_checked __fgets_chk (text, room, size, stream) -> usize;
    take [stream] get_byte fgetc (stream) -> c_int;
    take [stream] get_byte_as getc (stream) -> c_int;
    take [stream] get_line getline (line, room, stream) -> isize;
    take [stream] get_up_to getdelim (line, room, end, stream) -> isize;
    take [stream] get_up_to_as __getdelim (line, room, end, stream) -> isize;
    take [stream] scan vfscanf (stream, format, arguments) -> c_int;
    take [stream] scan_as __isoc99_vfscanf (stream, format, arguments) -> c_int;
}

unsafe fn opened(stream: Pointer) -> Pointer {
    if !stream.is_null() {
        made(descriptor(stream));
    }
    stream
}

/// Functions that make a stream.
macro_rules! makers {
    ($($function:ident $name:ident ($($argument:ident),*);)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize),*) -> Pointer {
                real!($name: fn($(transfers!(# $argument)),*) -> Pointer);
                opened($name()($($argument),*))
            }
        )*
    };
}

makers! {
    open fopen (path, mode);
    open_command popen (command, mode);
    open_temporary tmpfile ();
}

/// The number of a stream that is closed may be another's.
macro_rules! closers {
    ($($function:ident $name:ident;)*) => {
        $(
            pub unsafe extern "C" fn $function(stream: Pointer, pc: u64) -> c_int {
                real!($name: fn(Pointer) -> c_int);
                if !stream.is_null() && descriptor(stream) >= 0 {
                    before_close(descriptor(stream), pc);
                    channels::forget(descriptor(stream));
                }
                $name()(stream)
            }
        )*
    };
}

closers! {
    close fclose;
    close_command pclose;
}

pub unsafe extern "C" fn lock(stream: Pointer, pc: u64) {
    real!(flockfile: fn(Pointer) -> ());
    flockfile()(stream);
    log(Op::Acquire, stream as u64, pc);
}

pub unsafe extern "C" fn try_lock(stream: Pointer, pc: u64) -> c_int {
    real!(ftrylockfile: fn(Pointer) -> c_int);
    super::lock::tried(ftrylockfile()(stream), stream, pc)
}

pub unsafe extern "C" fn unlock(stream: Pointer, pc: u64) {
    real!(funlockfile: fn(Pointer) -> ());
    log(Op::Release, stream as u64, pc);
    funlockfile()(stream);
}

lists! {
    "fprintf", "16", "rdx", "rcx" => print;
    "__fprintf_chk", "24", "rcx", "r8" => print_checked;
    "fscanf", "16", "rdx", "rcx" => scan;
    "__isoc99_fscanf", "16", "rdx", "rcx" => scan_as;
}

entries! {
    "fwrite", "r8" => write;
    "fwrite_unlocked", "r8" => write_unlocked;
    "fputs", "rdx" => put_text;
    "fputs_unlocked", "rdx" => put_text_unlocked;
    "fputc", "rdx" => put_byte;
    "putc", "rdx" => put_byte_as;
    "_IO_putc", "rdx" => put_byte_as;
    "fflush", "rsi" => flush;
    "vfprintf", "rcx" => print;
    "__vfprintf_chk", "r8" => print_checked;
    "fread", "r8" => read;
    "fread_unlocked", "r8" => read_unlocked;
    "__fread_chk", "r9" => read_checked;
    "fgets", "rcx" => get_text;
    "fgets_unlocked", "rcx" => get_text_unlocked;
    "__fgets_chk", "r8" => get_text_checked;
    "fgetc", "rsi" => get_byte;
    "getc", "rsi" => get_byte_as;
    "_IO_getc", "rsi" => get_byte_as;
    "getline", "rcx" => get_line;
    "getdelim", "r8" => get_up_to;
    "__getdelim", "r8" => get_up_to_as;
    "vfscanf", "rcx" => scan;
    "__isoc99_vfscanf", "rcx" => scan_as;
    "fclose", "rsi" => close;
    "pclose", "rsi" => close_command;
    "flockfile", "rsi" => lock;
    "ftrylockfile", "rsi" => try_lock;
    "funlockfile", "rsi" => unlock;
}

plain_entries! {
    "fopen" => open;
    "fopen64" => open;
    "popen" => open_command;
    "tmpfile" => open_temporary;
    "tmpfile64" => open_temporary;
}
