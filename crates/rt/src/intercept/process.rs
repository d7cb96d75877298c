//! The program ends, forks, or ends without saying goodbye.

use crate::{output, plain_entries, real};
use core::ffi::c_int;

pub unsafe extern "C" fn fork() -> c_int {
    real!(fork: fn() -> c_int);
    let result = fork()();
    if result == 0 {
        super::thread::restart_in_child();
    }
    result
}

pub unsafe extern "C" fn exit_at_once(status: c_int) {
    real!(_exit: fn(c_int) -> ());
    output::finish();
    _exit()(status);
}

pub unsafe extern "C" fn quick_exit(status: c_int) {
    real!(quick_exit: fn(c_int) -> ());
    output::finish();
    quick_exit()(status);
}

/// Runs after the program's own exit handlers.
unsafe extern "C" fn at_exit() {
    output::finish();
}

#[cfg(feature = "runtime")]
#[used]
#[unsafe(link_section = ".fini_array.00000")]
static AT_EXIT: unsafe extern "C" fn() = at_exit;

/// Keeps the function used where nothing is exported.
#[cfg(not(feature = "runtime"))]
pub const AT_EXIT: unsafe extern "C" fn() = at_exit;

plain_entries! {
    "fork" => fork;
    "_exit" => exit_at_once;
    "_Exit" => exit_at_once;
    "quick_exit" => quick_exit;
}
