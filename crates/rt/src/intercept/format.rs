//! Formats of `printf` and `scanf`: which of the arguments are texts that are read, or places that are written.
//!
//! Numbered arguments (`%1$s`), wide texts and `%n` of `scanf` are not judged.

use super::text::{length, length_up_to};
use super::touched::{is_judged, reads, writes};
use crate::sys::Pointer;

type Text = *mut u8;

/// A list of arguments, as the C library has it on this machine.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// How far the registers that were saved are used up.
    integers: u32,
    floats: u32,
    /// Where the arguments on the stack go on.
    rest: usize,
    saved: usize,
}

impl List {
    /// As it is now: who is given a list uses it up.
    pub unsafe fn copy(list: Pointer) -> List {
        *list.cast()
    }

    unsafe fn next_of_stack(&mut self) -> usize {
        let word = *(self.rest as *const usize);
        self.rest += 8;
        word
    }

    unsafe fn word(&mut self) -> usize {
        const END: u32 = 48;
        if self.integers >= END {
            return self.next_of_stack();
        }
        let word = *((self.saved + self.integers as usize) as *const usize);
        self.integers += 8;
        word
    }

    unsafe fn float(&mut self, is_long: bool) {
        const END: u32 = 176;
        if is_long {
            self.rest = self.rest.next_multiple_of(16) + 16;
        } else if self.floats >= END {
            self.rest += 8;
        } else {
            self.floats += 16;
        }
    }
}

/// The caller of a function whose list of arguments was made by `lists!`.
pub unsafe fn caller(list: Pointer) -> u64 {
    const RETURN: usize = 208;
    *list.byte_add(RETURN).cast()
}

/// What stands behind a `%`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Conversion {
    kind: u8,
    /// Bytes of a number, as its modifiers say.
    size: usize,
    is_long_double: bool,
    is_wide: bool,
    /// Of `scanf`: nothing is stored; the library allocates.
    is_skipped: bool,
    allocates: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

unsafe fn number(at: &mut Text) -> Option<usize> {
    let mut sum = None;
    while (**at).is_ascii_digit() {
        sum = Some(sum.unwrap_or(0usize).saturating_mul(10).saturating_add(usize::from(**at - b'0')));
        *at = at.add(1);
    }
    sum
}

/// A width or precision, which may be an argument.
unsafe fn limit(at: &mut Text, list: &mut List) -> Option<usize> {
    if **at == b'*' {
        *at = at.add(1);
        return usize::try_from(list.word() as i32).ok();
    }
    number(at)
}

/// Reads a conversion; `at` is behind its `%`, and then behind it. `None` where it is not understood.
unsafe fn conversion(at: &mut Text, list: &mut List, scans: bool) -> Option<Conversion> {
    let mut found = Conversion { size: 4, ..Conversion::default() };
    if scans && **at == b'*' {
        found.is_skipped = true;
        *at = at.add(1);
    }
    while !scans && b"-+ #0'I".contains(&**at) {
        *at = at.add(1);
    }
    found.width = if scans { number(at) } else { limit(at, list) };
    if **at == b'$' {
        return None;
    }
    if **at == b'.' {
        *at = at.add(1);
        found.precision = Some(limit(at, list).unwrap_or(0));
    }
    loop {
        match **at {
            b'h' => found.size /= 2,
            b'l' => {
                found.size = 8;
                found.is_wide = true;
            }
            b'j' | b'z' | b't' | b'Z' => found.size = 8,
            b'L' | b'q' => {
                found.size = 8;
                found.is_long_double = true;
            }
            b'm' if scans => found.allocates = true,
            _ => break,
        }
        *at = at.add(1);
    }
    found.kind = **at;
    if found.kind != 0 {
        *at = at.add(1);
    }
    if scans && found.kind == b'[' {
        skip_set(at);
    }
    Some(found)
}

/// Goes behind the end of a set of bytes; a `]` that comes first belongs to it.
unsafe fn skip_set(at: &mut Text) {
    if **at == b'^' {
        *at = at.add(1);
    }
    if **at == b']' {
        *at = at.add(1);
    }
    while **at != 0 && **at != b']' {
        *at = at.add(1);
    }
    if **at == b']' {
        *at = at.add(1);
    }
}

/// Each conversion with its argument, as long as `act` wants more.
unsafe fn each(format: Text, list: &mut List, scans: bool, mut act: impl FnMut(Conversion, usize) -> bool) {
    let mut at = format;
    while *at != 0 {
        let byte = *at;
        at = at.add(1);
        if byte != b'%' {
            continue;
        }
        let Some(found) = conversion(&mut at, list, scans) else { return };
        let goes_on = match found.kind {
            b'%' | b'm' => true,
            _ if found.is_skipped => true,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if !scans => {
                list.float(found.is_long_double);
                true
            }
            0 => false,
            _ => act(found, list.word()),
        };
        if !goes_on {
            return;
        }
    }
}

/// What is about to be printed: texts are read.
pub unsafe fn printed(format: Text, list: Pointer, pc: u64) {
    if !is_judged(pc) || format.is_null() {
        return;
    }
    each(format, &mut List::copy(list), false, |found, argument| {
        match found.kind {
            b's' if !found.is_wide && argument != 0 => {
                let text = argument as Text;
                let size = match found.precision {
                    Some(most) => (length_up_to(text, most) + 1).min(most),
                    None => length(text) + 1,
                };
                reads(argument, size, pc);
            }
            b'n' => writes(argument, found.size, pc),
            _ => {}
        }
        true
    });
}

/// What has been scanned: as many places are written as the result says.
pub unsafe fn scanned(format: Text, list: &mut List, result: i32, pc: u64) {
    if !is_judged(pc) || format.is_null() {
        return;
    }
    let mut left = result;
    each(format, list, true, |found, argument| {
        if found.kind == b'n' {
            return true;
        }
        left -= 1;
        if left < 0 {
            return false;
        }
        let size = match found.kind {
            _ if found.allocates => 8,
            b's' | b'[' | b'c' | b'C' | b'S' if found.is_wide => 0,
            b's' | b'[' => length(argument as Text) + 1,
            b'c' => found.width.unwrap_or(1),
            b'p' => 8,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if found.is_long_double => 16,
            _ => found.size,
        };
        writes(argument, size, pc);
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CString;
    use std::vec::Vec;

    /// Conversions of a format whose arguments all come from the stack, and are 0, 1, 2 …
    fn conversions(format: &str, scans: bool) -> Vec<(u8, usize, usize)> {
        let words: Vec<usize> = (0..20).collect();
        let mut list = List { integers: 48, floats: 176, rest: words.as_ptr() as usize, saved: 0 };
        let format = CString::new(format).unwrap();
        let mut found = Vec::new();
        unsafe {
            each(format.as_ptr() as Text, &mut list, scans, |one, argument| {
                found.push((one.kind, one.size, argument));
                true
            });
        }
        found
    }

    #[test]
    fn arguments_of_printf() {
        assert_eq!(conversions("%d %5.1f%% %s", false), [(b'd', 4, 0), (b's', 4, 2)]);
        assert_eq!(conversions("%*d %.*s %m %hhn", false), [(b'd', 4, 1), (b's', 4, 3), (b'n', 1, 4)]);
        assert_eq!(conversions("%-08lld %zu %Lf %c", false), [(b'd', 8, 0), (b'u', 8, 1), (b'c', 4, 4)]);
        assert_eq!(conversions("%2$s %1$s", false), []);
        assert_eq!(conversions("%s %", false), [(b's', 4, 0)]);
    }

    #[test]
    fn arguments_of_scanf() {
        assert_eq!(conversions("%*d %5s%n", true), [(b's', 4, 0), (b'n', 4, 1)]);
        assert_eq!(conversions("%[]a-z] %[^]]%lf", true), [(b'[', 4, 0), (b'[', 4, 1), (b'f', 8, 2)]);
        assert_eq!(conversions("%ms %hd", true), [(b's', 4, 0), (b'd', 2, 1)]);
    }
}
