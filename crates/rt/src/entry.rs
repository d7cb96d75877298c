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

/// The same, with a name that is no literal.
#[macro_export]
macro_rules! named_entries {
    ($($name:ident, $register:literal => $target:path;)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
                concat!(".weak ", stringify!($name)),
                concat!(".type ", stringify!($name), ",@function"),
                ".p2align 4",
                concat!(stringify!($name), ":"),
                concat!("mov ", $register, ", qword ptr [rsp]"),
                "jmp {target}",
                concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
                ".popsection",
                target = sym $target,
            );
        )*
    };
}

/// The same for functions with six arguments: the caller's address is the seventh, on the stack.
#[macro_export]
macro_rules! six_entries {
    ($($name:ident => $target:path;)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
                concat!(".weak ", stringify!($name)),
                concat!(".type ", stringify!($name), ",@function"),
                concat!(stringify!($name), ":"),
                ".cfi_startproc",
                "push qword ptr [rsp]",
                ".cfi_adjust_cfa_offset 8",
                "call {target}",
                "add rsp, 8",
                ".cfi_adjust_cfa_offset -8",
                "ret",
                ".cfi_endproc",
                concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
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

/// Functions with any number of arguments, as calls of those that take a list: how many bytes the arguments with names have, the
/// register that the list goes to, that of the caller's address, and the function.
#[macro_export]
macro_rules! lists {
    ($($name:literal, $named:literal, $list:literal, $register:literal => $target:path;)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
                concat!(".weak ", $name),
                concat!(".type ", $name, ",@function"),
                concat!($name, ":"),
                ".cfi_startproc",
                "sub rsp, 216",
                ".cfi_adjust_cfa_offset 216",
                "mov [rsp + 32], rdi",
                "mov [rsp + 40], rsi",
                "mov [rsp + 48], rdx",
                "mov [rsp + 56], rcx",
                "mov [rsp + 64], r8",
                "mov [rsp + 72], r9",
                "test al, al",
                "je 2f",
                "movaps [rsp + 80], xmm0",
                "movaps [rsp + 96], xmm1",
                "movaps [rsp + 112], xmm2",
                "movaps [rsp + 128], xmm3",
                "movaps [rsp + 144], xmm4",
                "movaps [rsp + 160], xmm5",
                "movaps [rsp + 176], xmm6",
                "movaps [rsp + 192], xmm7",
                "2:",
                concat!("mov dword ptr [rsp + 8], ", $named),
                "mov dword ptr [rsp + 12], 48",
                "lea rax, [rsp + 224]",
                "mov [rsp + 16], rax",
                "lea rax, [rsp + 32]",
                "mov [rsp + 24], rax",
                concat!("lea ", $list, ", [rsp + 8]"),
                concat!("mov ", $register, ", [rsp + 216]"),
                "call {target}",
                "add rsp, 216",
                ".cfi_adjust_cfa_offset -216",
                "ret",
                ".cfi_endproc",
                concat!(".size ", $name, ", . - ", $name),
                ".popsection",
                target = sym $target,
            );
        )*
    };
}
