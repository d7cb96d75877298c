//! What functions of the C library read and write of the program's memory, as accesses of who calls them.
//!
//! Libraries that are not instrumented may keep each other apart in ways that are not seen, so what they call is not judged; the C++ library does
//! not, and works for who calls it.

use crate::access::{read_range, write_range};
use crate::{edge, modules};

/// Whether what is called from here counts.
#[inline]
pub unsafe fn is_judged(pc: u64) -> bool {
    edge::is_recorded() && modules::is_judged(pc)
}

#[inline]
pub unsafe fn reads(at: usize, size: usize, pc: u64) {
    if at != 0 && size != 0 && is_judged(pc) {
        read_range(at as u64, size as u64, pc);
    }
}

#[inline]
pub unsafe fn writes(at: usize, size: usize, pc: u64) {
    if at != 0 && size != 0 && is_judged(pc) {
        write_range(at as u64, size as u64, pc);
    }
}

/// Bytes of a text with its end; 0 where there is none.
pub unsafe fn text(at: usize) -> usize {
    if at == 0 { 0 } else { super::text::length(at as *mut u8) + 1 }
}

/// A list of buffers (`struct iovec`), as far as that many bytes go.
pub unsafe fn each_part(list: usize, count: usize, most: usize, act: impl Fn(usize, usize)) {
    let mut left = most;
    for index in 0..count {
        let [at, size] = *(list as *const [usize; 2]).add(index);
        act(at, size.min(left));
        left = left.saturating_sub(size);
    }
}

/// What a transfer that gives how much it moved, or -1, has moved.
pub fn moved(result: isize) -> usize {
    usize::try_from(result).unwrap_or(0)
}

/// Functions that are passed on, with what is done first, what they read (`reads` before they are called, `looks` where their result tells how much) and write. The caller's address is in the register; `-` is
/// where the stack must do (see `entry`).
#[macro_export]
macro_rules! library {
    ($($name:ident $register:tt ($($argument:ident: $type:ty),*) -> $result:ty $(, first $first:path)?
        $(, reads $([$from:expr, $length:expr])+)? $(, looks |$seen:ident| $([$at:expr, $much:expr])+)?
        $(, writes |$value:ident| $([$to:expr, $size:expr])+)? $(, then $then:path)?;)*) => {
        $(
            #[allow(unused_variables)]
            pub unsafe extern "C" fn $name($($argument: $type,)* pc: u64) -> $result {
                $crate::real!($name: fn($($type),*) -> $result);
                $($($crate::intercept::touched::reads($from, $length, pc);)+)?
                $($first(pc);)?
                let result = $name()($($argument),*);
                $(
                    let $seen = result;
                    $($crate::intercept::touched::reads($at, $much, pc);)+
                )?
                $($then(result, pc);)?
                $(
                    let $value = result;
                    $($crate::intercept::touched::writes($to, $size, pc);)+
                )?
                result
            }
            $crate::library!(@ $register $name);
        )*
    };
    (@ - $name:ident) => { $crate::six_entries! { $name => $name; } };
    (@ $register:literal $name:ident) => { $crate::named_entries! { $name, $register => $name; } };
}
