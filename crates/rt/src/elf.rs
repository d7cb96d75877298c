//! Functions of the C and C++ libraries themselves, found in their tables of symbols: what is preloaded may define them, too (mimalloc has a
//! `__libc_malloc`). Nothing is allocated, since allocation needs this.

use crate::sys::{self, Phdr, PhdrInfo, Pointer};
use core::ffi::c_int;

/// What a module says about itself to the dynamic linker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dynamic {
    pub strings: u64,
    pub strings_size: u64,
    symbols: u64,
    hashes: u64,
}

impl Dynamic {
    /// `None` if there is none.
    pub unsafe fn of(info: &PhdrInfo) -> Option<Dynamic> {
        const PT_DYNAMIC: u32 = 2;
        const END: u64 = 0;
        const STRINGS: u64 = 5;
        const SYMBOLS: u64 = 6;
        const STRINGS_SIZE: u64 = 10;
        const GNU_HASHES: u64 = 0x6fff_fef5;
        let headers: &[Phdr] = core::slice::from_raw_parts(info.headers, usize::from(info.n_headers));
        let header = headers.iter().find(|header| header.kind == PT_DYNAMIC)?;
        let mut entry = info.base.wrapping_add(header.address) as *const [u64; 2];
        // Some are not relocated.
        let place = |at: u64| if at < info.base { at.wrapping_add(info.base) } else { at };
        let mut found = Dynamic::default();
        while (*entry)[0] != END {
            match *entry {
                [STRINGS, at] => found.strings = place(at),
                [STRINGS_SIZE, size] => found.strings_size = size,
                [SYMBOLS, at] => found.symbols = place(at),
                [GNU_HASHES, at] => found.hashes = place(at),
                _ => {}
            }
            entry = entry.add(1);
        }
        (found.strings != 0).then_some(found)
    }

    /// Where a symbol is in the module, relative to where that was loaded; 0 if it has none of that name.
    unsafe fn find(&self, name: &[u8]) -> u64 {
        if self.symbols == 0 || self.hashes == 0 {
            return 0;
        }
        let hash =
            name.iter().fold(5381u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)));
        let table = self.hashes as *const u32;
        let [buckets, offset, filters, _shift] = *table.cast::<[u32; 4]>();
        if buckets == 0 {
            return 0;
        }
        let first = table.add(4 + 2 * filters as usize);
        let chains = first.add(buckets as usize);
        let mut index = *first.add((hash % buckets) as usize);
        while index >= offset {
            let entry = *chains.add((index - offset) as usize);
            let symbol = &*(self.symbols as *const Symbol).add(index as usize);
            let text = (self.strings + u64::from(symbol.name)) as *const core::ffi::c_char;
            if entry | 1 == hash | 1 && symbol.section != 0 && sys::are_same(sys::bytes_of(text), name) {
                return symbol.value;
            }
            if entry & 1 == 1 {
                return 0;
            }
            index += 1;
        }
        0
    }
}

/// `Elf64_Sym`.
#[repr(C)]
#[derive(Debug)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: u64,
    size: u64,
}

/// What is looked for, and where it was found.
struct Wanted<'a> {
    file: &'a [u8],
    name: &'a [u8],
    found: u64,
}

unsafe extern "C" fn look(info: *const PhdrInfo, _size: usize, wanted: Pointer) -> c_int {
    let (info, wanted) = (&*info, &mut *wanted.cast::<Wanted<'_>>());
    let path = sys::bytes_of(info.name);
    let file = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    if sys::are_same(file, wanted.file)
        && let Some(dynamic) = Dynamic::of(info)
    {
        let value = dynamic.find(wanted.name);
        wanted.found = if value == 0 { 0 } else { info.base.wrapping_add(value) };
    }
    c_int::from(wanted.found != 0)
}

/// Names of the files of libraries.
pub const C: &[u8] = b"libc.so.6";
pub const CPP: &[u8] = b"libstdc++.so.6";

/// A function of a library itself; null if it has none of that name.
#[cold]
#[inline(never)]
pub unsafe fn own_function(file: &[u8], name: &[u8]) -> Pointer {
    let mut wanted = Wanted { file, name, found: 0 };
    sys::dl_iterate_phdr(look, (&raw mut wanted).cast());
    wanted.found as Pointer
}

/// Defines functions that call a library's own; where that is not found, whatever has the name.
#[macro_export]
macro_rules! own_functions {
    ($($file:ident $name:ident ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            #[inline]
            pub unsafe fn $name($($argument: $type),*) -> $result {
                use core::sync::atomic::{AtomicPtr, Ordering};
                static FOUND: AtomicPtr<core::ffi::c_void> = AtomicPtr::new(core::ptr::null_mut());
                let mut found = FOUND.load(Ordering::Relaxed);
                if found.is_null() {
                    found = $crate::elf::own_function($crate::elf::$file, stringify!($name).as_bytes());
                    if found.is_null() {
                        found = $crate::own_functions!(@ $file $name);
                    }
                    FOUND.store(found, Ordering::Relaxed);
                }
                let function: unsafe extern "C" fn($($type),*) -> $result = core::mem::transmute(found);
                function($($argument),*)
            }
        )*
    };
    (@ C $name:ident) => {{
        unsafe extern "C" {
            fn $name();
        }
        $name as *const () as $crate::sys::Pointer
    }};
    (@ $file:ident $name:ident) => {{
        $crate::real!($name: fn() -> ());
        $name() as $crate::sys::Pointer
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_the_library() {
        unsafe {
            let found =
                [&b"malloc"[..], b"__libc_free", b"no such function"].map(|name| own_function(C, name));
            assert!(!found[0].is_null() && !found[1].is_null() && found[0] != found[1]);
            assert!(found[2].is_null());
            let own = sys::dlsym(core::ptr::null_mut(), c"__libc_free".as_ptr());
            assert_eq!(found[1], own);
        }
    }
}
