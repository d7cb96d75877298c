//! Streams of the C library (`FILE`), as far as there is a pipe or socket beneath: what is read was written before, as in
//! `descriptor`. What is buffered is given when it is put in and again when it is flushed. `flockfile` is a lock.
//!
//! The library reads and writes beneath its own functions, so these are interposed. A stream that is no channel costs a look
//! at a table.

use super::descriptor::{before_close, give, made, take};
use super::{format, outside, touched};
use crate::edge::is_recorded;
use crate::misuse::{self, unsafe_call};
use crate::record::log;
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{channels, entries, lists, real};
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

#[inline]
unsafe fn before_put(stream: Pointer, pc: u64) {
    give(channel(stream), pc);
    if !stream.is_null() && is_recorded() {
        outside::before_put(descriptor(stream), pc);
    }
}

#[inline]
unsafe fn after_take(stream: Pointer, pc: u64) {
    take(channel(stream), pc);
    if !stream.is_null() && is_recorded() {
        outside::after_take(descriptor(stream), pc);
    }
}

/// Functions that put something in (logged before) or take something out (after): their arguments are passed on. The stream is the
/// one in brackets; then what they read and write of the program's memory, and which argument is a format.
macro_rules! transfers {
    ($($kind:ident [$stream:ident] $function:ident $name:ident ($($argument:ident),*) -> $result:ty
        $(, reads [$from:expr, $length:expr])? $(, prints [$format:ident, $list:ident])?
        $(, scans [$pattern:ident, $places:ident])? $(, writes |$value:ident| $([$to:expr, $size:expr])+)?;)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize,)* pc: u64) -> $result {
                real!($name: fn($(transfers!(# $argument)),*) -> $result);
                unsafe_call(misuse::USES_STREAM, pc);
                $(touched::reads($from, $length, pc);)?
                $(format::printed($format as *mut u8, $list as Pointer, pc);)?
                $(let mut list = format::List::copy($places as Pointer);)?
                transfers!(@ before $kind $stream, pc);
                let result = $name()($($argument),*);
                transfers!(@ after $kind $stream, pc);
                $(format::scanned($pattern as *mut u8, &mut list, result, pc);)?
                $(
                    let $value = result;
                    $(touched::writes($to, $size, pc);)+
                )?
                result
            }
        )*
    };
    (@ before put $stream:ident, $pc:ident) => { before_put($stream as Pointer, $pc) };
    (@ after take $stream:ident, $pc:ident) => { after_take($stream as Pointer, $pc) };
    (@ $when:ident $kind:ident $stream:ident, $pc:ident) => {};
    (# $argument:ident) => { usize };
}

transfers! {
    put [stream] write fwrite (bytes, size, count, stream) -> usize, reads [bytes, size.wrapping_mul(count)];
    put [stream] write_unlocked fwrite_unlocked (bytes, size, count, stream) -> usize,
        reads [bytes, size.wrapping_mul(count)];
    put [stream] put_text fputs (text, stream) -> c_int, reads [text, touched::text(text)];
    put [stream] put_text_unlocked fputs_unlocked (text, stream) -> c_int, reads [text, touched::text(text)];
    put [stream] put_byte fputc (byte, stream) -> c_int;
    put [stream] put_byte_as putc (byte, stream) -> c_int;
    put [stream] flush fflush (stream) -> c_int;
    put [stream] print vfprintf (stream, format, arguments) -> c_int, prints [format, arguments];
    put [stream] print_checked __vfprintf_chk (stream, flag, format, arguments) -> c_int, prints [format, arguments];
    take [stream] read fread (bytes, size, count, stream) -> usize, writes |result| [bytes, result * size];
    take [stream] read_unlocked fread_unlocked (bytes, size, count, stream) -> usize,
        writes |result| [bytes, result * size];
    take [stream] read_checked __fread_chk (bytes, room, size, count, stream) -> usize,
        writes |result| [bytes, result * size];
    take [stream] get_text fgets (text, size, stream) -> usize, writes |found| [found, touched::text(found)];
    take [stream] get_text_unlocked fgets_unlocked (text, size, stream) -> usize,
        writes |found| [found, touched::text(found)];
    take [stream] get_text_checked __fgets_chk (text, room, size, stream) -> usize,
        writes |found| [found, touched::text(found)];
    take [stream] get_byte fgetc (stream) -> c_int;
    take [stream] get_byte_as getc (stream) -> c_int;
    take [stream] get_line getline (line, room, stream) -> isize,
        writes |size| [line, 8] [room, 8] [*(line as *const usize), (size + 1) as usize];
    take [stream] get_up_to getdelim (line, room, end, stream) -> isize,
        writes |size| [line, 8] [room, 8] [*(line as *const usize), (size + 1) as usize];
    take [stream] get_up_to_as __getdelim (line, room, end, stream) -> isize,
        writes |size| [line, 8] [room, 8] [*(line as *const usize), (size + 1) as usize];
    take [stream] scan vfscanf (stream, format, arguments) -> c_int, scans [format, arguments];
    take [stream] scan_as __isoc99_vfscanf (stream, format, arguments) -> c_int, scans [format, arguments];
    no [none] print_out vprintf (format, arguments) -> c_int, prints [format, arguments];
    no [none] print_out_checked __vprintf_chk (flag, format, arguments) -> c_int, prints [format, arguments];
    no [none] put_line puts (text) -> c_int, reads [text, touched::text(text)];
    no [none] put_byte_out putchar (byte) -> c_int;
    no [none] print_to vdprintf (fd, format, arguments) -> c_int, prints [format, arguments];
    no [none] print_to_checked __vdprintf_chk (fd, flag, format, arguments) -> c_int, prints [format, arguments];
    no [none] print_new vasprintf (to, format, arguments) -> c_int, prints [format, arguments],
        writes |size| [to, if size < 0 { 0 } else { 8 }];
    no [none] print_new_checked __vasprintf_chk (to, flag, format, arguments) -> c_int, prints [format, arguments],
        writes |size| [to, if size < 0 { 0 } else { 8 }];
    no [none] scan_in vscanf (format, arguments) -> c_int, scans [format, arguments];
    no [none] scan_in_as __isoc99_vscanf (format, arguments) -> c_int, scans [format, arguments];
    take [stream] scan_c23 __isoc23_vfscanf (stream, format, arguments) -> c_int, scans [format, arguments];
    no [none] scan_in_c23 __isoc23_vscanf (format, arguments) -> c_int, scans [format, arguments];
    no [none] scan_text_c23 __isoc23_vsscanf (text, format, arguments) -> c_int,
        reads [text, touched::text(text)], scans [format, arguments];
    no [none] scan_text vsscanf (text, format, arguments) -> c_int,
        reads [text, touched::text(text)], scans [format, arguments];
    no [none] scan_text_as __isoc99_vsscanf (text, format, arguments) -> c_int,
        reads [text, touched::text(text)], scans [format, arguments];
}

unsafe fn opened(stream: Pointer) -> Pointer {
    if !stream.is_null() {
        made(descriptor(stream));
    }
    stream
}

/// Functions that make a stream. Their arguments are texts.
macro_rules! makers {
    ($($function:ident $name:ident ($($argument:ident),*);)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize,)* pc: u64) -> Pointer {
                real!($name: fn($(transfers!(# $argument)),*) -> Pointer);
                unsafe_call(misuse::USES_STREAM, pc);
                $(touched::reads($argument, touched::text($argument), pc);)*
                outside::file_changes(pc);
                opened($name()($($argument),*))
            }
        )*
    };
}

makers! {
    open fopen (path, mode);
    open_temporary tmpfile ();
}

/// A command has the other end.
pub unsafe extern "C" fn open_command(command: usize, mode: usize, pc: u64) -> Pointer {
    real!(popen: fn(usize, usize) -> Pointer);
    unsafe_call(misuse::USES_STREAM, pc);
    [command, mode].into_iter().for_each(|text| touched::reads(text, touched::text(text), pc));
    channels::child_comes();
    let stream = opened(popen()(command, mode));
    if !stream.is_null() {
        channels::made_for_child(descriptor(stream));
    }
    stream
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
    "__isoc23_fscanf", "16", "rdx", "rcx" => scan_c23;
    "__isoc23_scanf", "8", "rsi", "rdx" => scan_in_c23;
    "__isoc23_sscanf", "16", "rdx", "rcx" => scan_text_c23;
    "printf", "8", "rsi", "rdx" => print_out;
    "__printf_chk", "16", "rdx", "rcx" => print_out_checked;
    "dprintf", "16", "rdx", "rcx" => print_to;
    "__dprintf_chk", "24", "rcx", "r8" => print_to_checked;
    "asprintf", "16", "rdx", "rcx" => print_new;
    "__asprintf_chk", "24", "rcx", "r8" => print_new_checked;
    "scanf", "8", "rsi", "rdx" => scan_in;
    "__isoc99_scanf", "8", "rsi", "rdx" => scan_in_as;
    "sscanf", "16", "rdx", "rcx" => scan_text;
    "__isoc99_sscanf", "16", "rdx", "rcx" => scan_text_as;
}

entries! {
    "fopen", "rdx" => open;
    "fopen64", "rdx" => open;
    "popen", "rdx" => open_command;
    "tmpfile", "rdi" => open_temporary;
    "tmpfile64", "rdi" => open_temporary;
    "__isoc23_vfscanf", "rcx" => scan_c23;
    "__isoc23_vscanf", "rdx" => scan_in_c23;
    "__isoc23_vsscanf", "rcx" => scan_text_c23;
    "vprintf", "rdx" => print_out;
    "__vprintf_chk", "rcx" => print_out_checked;
    "puts", "rsi" => put_line;
    "putchar", "rsi" => put_byte_out;
    "vdprintf", "rcx" => print_to;
    "__vdprintf_chk", "r8" => print_to_checked;
    "vasprintf", "rcx" => print_new;
    "__vasprintf_chk", "r8" => print_new_checked;
    "vscanf", "rdx" => scan_in;
    "__isoc99_vscanf", "rdx" => scan_in_as;
    "vsscanf", "rcx" => scan_text;
    "__isoc99_vsscanf", "rcx" => scan_text_as;
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
