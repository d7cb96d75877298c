//! C symbols as jumps to Rust functions, with the caller's address as one more argument.
//!
//! Stable Rust cannot ask for its return address; four bytes of assembly can. Each symbol loads it into the register
//! after its own arguments and jumps. Interposed functions are weak, so that a program may bring its own `malloc`.

/// Defines symbols: `name, register of the additional argument => function`.
#[macro_export]
macro_rules! entries {
    ($($name:literal, $register:literal => $target:path;)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
                concat!(".weak ", $name),
                concat!(".type ", $name, ",@function"),
                ".p2align 4",
                concat!($name, ":"),
                concat!("mov ", $register, ", qword ptr [rsp]"),
                "jmp {target}",
                concat!(".size ", $name, ", . - ", $name),
                ".popsection",
                target = sym $target,
            );
        )*
    };
}

/// Defines symbols that need no caller's address.
#[macro_export]
macro_rules! plain_entries {
    ($($name:literal => $target:path;)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
                concat!(".weak ", $name),
                concat!(".type ", $name, ",@function"),
                concat!($name, ":"),
                "jmp {target}",
                concat!(".size ", $name, ", . - ", $name),
                ".popsection",
                target = sym $target,
            );
        )*
    };
}
