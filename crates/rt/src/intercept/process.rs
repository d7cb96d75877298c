//! The program ends, forks, or ends without saying goodbye.
//!
//! Forks are told by the C library to whoever wants to know, also those of its own functions (`forkpty`, `daemon`).

use crate::sys::Pointer;
use crate::{channels, output, plain_entries, real, thread};
use core::ffi::c_int;
use core::ptr::null_mut;

type Handler = unsafe extern "C" fn();

unsafe extern "C" {
    /// What `pthread_atfork` calls, which is not in the shared library.
    fn __register_atfork(before: Handler, parent: Handler, child: Handler, library: Pointer) -> c_int;
}

/// To be called first, so that children's trace begins before other handlers run.
pub unsafe fn notice_forks() {
    __register_atfork(before_fork, after_fork, super::thread::restart_in_child, null_mut());
}

unsafe extern "C" fn before_fork() {
    channels::child_comes();
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).forked = output::before_fork();
    }
}

/// In the parent, also if there is no child.
unsafe extern "C" fn after_fork() {
    let thread = thread::current();
    if thread.is_null() {
        return;
    }
    output::after_fork(core::mem::replace(&mut (*thread).forked, -1));
    if (*thread).becomes_daemon {
        output::finish();
    }
}

/// `fork` without telling anybody.
#[allow(non_snake_case)]
pub unsafe extern "C" fn fork_quietly() -> c_int {
    real!(_Fork: fn() -> c_int);
    before_fork();
    let result = _Fork()();
    if result == 0 {
        super::thread::restart_in_child();
    } else {
        after_fork();
    }
    result
}

pub unsafe extern "C" fn daemon(stays: c_int, keeps_output: c_int) -> c_int {
    real!(daemon: fn(c_int, c_int) -> c_int);
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).becomes_daemon = true;
    }
    let result = daemon()(stays, keeps_output);
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).becomes_daemon = false;
    }
    result
}

/// Functions that start another program, which does not fork as far as the C library tells.
macro_rules! starters {
    ($($function:ident $name:ident ($($argument:ident),*);)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize),*) -> c_int {
                real!($name: fn($(starters!(# $argument)),*) -> c_int);
                channels::child_comes();
                $name()($($argument),*)
            }
        )*
    };
    (# $argument:ident) => { usize };
}

starters! {
    spawn posix_spawn (child, path, actions, attributes, arguments, environment);
    spawn_found posix_spawnp (child, name, actions, attributes, arguments, environment);
    run_command system (command);
}

/// Where `vfork` is, which is about to be called: it returns twice, to who called it.
pub unsafe extern "C" fn find_vfork() -> usize {
    real!(vfork: fn() -> c_int);
    channels::child_comes();
    vfork() as *const () as usize
}

#[cfg(all(feature = "runtime", target_arch = "x86_64"))]
core::arch::global_asm!(
    ".pushsection .text.vfork,\"ax\",@progbits",
    ".weak vfork",
    ".type vfork,@function",
    "vfork:",
    "sub rsp, 8",
    "call {find}",
    "add rsp, 8",
    "jmp rax",
    ".size vfork, . - vfork",
    ".popsection",
    find = sym find_vfork,
);

pub unsafe extern "C" fn exit_at_once(status: c_int) {
    real!(_exit: fn(c_int) -> ());
    super::thread::tell_leaks();
    output::finish();
    _exit()(status);
}

pub unsafe extern "C" fn quick_exit(status: c_int) {
    real!(quick_exit: fn(c_int) -> ());
    super::thread::tell_leaks();
    output::finish();
    quick_exit()(status);
}

/// Runs after the program's own exit handlers.
unsafe extern "C" fn at_exit() {
    super::thread::tell_leaks();
    output::finish();
}

#[cfg(feature = "runtime")]
#[used]
#[unsafe(link_section = ".fini_array.00000")]
static AT_EXIT: unsafe extern "C" fn() = at_exit;

/// Keeps the function used where nothing is exported.
#[cfg(not(feature = "runtime"))]
pub const AT_EXIT: unsafe extern "C" fn() = at_exit;

/// Functions that make the process another program. They return only if that fails.
macro_rules! replacers {
    ($($find:ident $name:ident;)*) => {
        /// Finds them: a child of a fork must not look for them.
        pub(super) unsafe fn find() {
            $(library::$name();)*
        }

        mod library {
            $(crate::real!($name: fn() -> ());)*
        }

        $(
            /// Where the function is; it is about to be called.
            pub unsafe extern "C" fn $find() -> usize {
                if output::is_owner() {
                    output::set_replaced(true);
                }
                library::$name() as usize
            }

            // Any number of arguments: they stay where they are.
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
                concat!(".weak ", stringify!($name)),
                concat!(".type ", stringify!($name), ",@function"),
                concat!(stringify!($name), ":"),
                "push rdi",
                "push rsi",
                "push rdx",
                "push rcx",
                "push r8",
                "push r9",
                "push rax",
                "call {find}",
                "mov r11, rax",
                "pop rax",
                "pop r9",
                "pop r8",
                "pop rcx",
                "pop rdx",
                "pop rsi",
                "pop rdi",
                "jmp r11",
                concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
                ".popsection",
                find = sym $find,
            );
        )*
    };
}

replacers! {
    find_execve execve;
    find_execv execv;
    find_execvp execvp;
    find_execvpe execvpe;
    find_execl execl;
    find_execlp execlp;
    find_execle execle;
    find_fexecve fexecve;
    find_execveat execveat;
}

plain_entries! {
    "_Fork" => fork_quietly;
    "daemon" => daemon;
    "posix_spawn" => spawn;
    "posix_spawnp" => spawn_found;
    "system" => run_command;
    "_exit" => exit_at_once;
    "_Exit" => exit_at_once;
    "quick_exit" => quick_exit;
}
