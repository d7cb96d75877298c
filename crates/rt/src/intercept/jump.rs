//! Jumps, which may leave the handler of a signal: what that has interrupted does not go on.

use crate::misuse::forget_handler;
use crate::record::give_up;
use crate::sys::Pointer;
use crate::{plain_entries, real};
use core::ffi::c_int;

// All names for a jump are one function, but for the one that looks where it goes.
real!(siglongjmp: fn(Pointer, c_int) -> !);
real!(__longjmp_chk: fn(Pointer, c_int) -> !);

/// Finds the functions: a handler must not look for them.
pub unsafe fn find() {
    siglongjmp();
    __longjmp_chk();
}

pub unsafe extern "C" fn jump(place: Pointer, value: c_int) -> ! {
    give_up();
    forget_handler();
    siglongjmp()(place, value)
}

pub unsafe extern "C" fn checked_jump(place: Pointer, value: c_int) -> ! {
    give_up();
    forget_handler();
    __longjmp_chk()(place, value)
}

plain_entries! {
    "longjmp" => jump;
    "_longjmp" => jump;
    "siglongjmp" => jump;
    "__longjmp_chk" => checked_jump;
}
