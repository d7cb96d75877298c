//! What the sanitizers' runtimes have in common (`<sanitizer/common_interface_defs.h>`, `allocator_interface.h`, `linux_syscall_hooks.h`), for
//! programs that call it where they are compiled with a sanitizer.
//!
//! A program that calls the system without the C library says so by hooks. `close` is taken as that of the C library: the number may be given out
//! again. What the others would tell (which memory the system reads and writes) is not judged, as with `syscall` by itself.

use crate::access::{read_range, write_range};
use crate::edge::is_recorded;
use crate::intercept::descriptor::before_close;
use crate::{channels, entries, plain_entries};
use core::ffi::c_int;

/// The number is about to be closed.
pub unsafe extern "C" fn before_system_close(fd: usize, pc: u64) {
    before_close(fd as c_int, pc);
    channels::forget(fd as c_int);
}

/// Reads and writes of numbers that lie anywhere.
macro_rules! unaligned {
    ($($load:ident $store:ident $type:ty;)*) => {
        $(
            pub unsafe extern "C" fn $load(at: *const $type, pc: u64) -> $type {
                if is_recorded() {
                    read_range(at as u64, size_of::<$type>() as u64, pc);
                }
                at.read_unaligned()
            }

            pub unsafe extern "C" fn $store(at: *mut $type, value: $type, pc: u64) {
                if is_recorded() {
                    write_range(at as u64, size_of::<$type>() as u64, pc);
                }
                at.write_unaligned(value);
            }
        )*
    };
}

unaligned! {
    load_2 store_2 u16;
    load_4 store_4 u32;
    load_8 store_8 u64;
}

entries! {
    "__sanitizer_syscall_pre_impl_close", "rsi" => before_system_close;
    "__sanitizer_unaligned_load16", "rsi" => load_2;
    "__sanitizer_unaligned_load32", "rsi" => load_4;
    "__sanitizer_unaligned_load64", "rsi" => load_8;
    "__sanitizer_unaligned_store16", "rdx" => store_2;
    "__sanitizer_unaligned_store32", "rdx" => store_4;
    "__sanitizer_unaligned_store64", "rdx" => store_8;
}

plain_entries! {
    "__sanitizer_syscall_post_impl_close" => crate::annotations::nothing;
    "__sanitizer_set_report_path" => crate::annotations::nothing;
    "__sanitizer_set_report_fd" => crate::annotations::nothing;
    "__sanitizer_get_report_path" => crate::annotations::no_fiber;
    "__sanitizer_report_error_summary" => crate::annotations::nothing;
    "__sanitizer_print_stack_trace" => crate::annotations::nothing;
    "__sanitizer_set_death_callback" => crate::annotations::nothing;
    "__sanitizer_sandbox_on_notify" => crate::annotations::nothing;
    "__sanitizer_acquire_crash_state" => one;
    "__sanitizer_get_allocated_size" => crate::intercept::memory::size_of_block;
    "__sanitizer_get_allocated_size_fast" => crate::intercept::memory::size_of_block;
    "__sanitizer_get_estimated_allocated_size" => same;
    "__sanitizer_get_ownership" => crate::annotations::nothing;
    "__sanitizer_get_current_allocated_bytes" => crate::annotations::no_fiber;
    "__sanitizer_get_heap_size" => crate::annotations::no_fiber;
    "__sanitizer_get_free_bytes" => crate::annotations::no_fiber;
    "__sanitizer_get_unmapped_bytes" => crate::annotations::no_fiber;
    "__sanitizer_install_malloc_and_free_hooks" => crate::annotations::nothing;
    "__sanitizer_purge_allocator" => crate::annotations::nothing;
}

pub unsafe extern "C" fn one() -> c_int {
    1
}

pub unsafe extern "C" fn same(size: usize) -> usize {
    size
}

/// Hooks of calls of which nothing is taken note.
macro_rules! hooks {
    ($($name:ident)*) => {
        $(
            #[cfg(all(feature = "runtime", target_arch = "x86_64"))]
            core::arch::global_asm!(
                ".pushsection .text.sanitizer_hooks,\"ax\",@progbits",
                concat!(".weak __sanitizer_syscall_pre_impl_", stringify!($name)),
                concat!(".weak __sanitizer_syscall_post_impl_", stringify!($name)),
                concat!(".type __sanitizer_syscall_pre_impl_", stringify!($name), ",@function"),
                concat!(".type __sanitizer_syscall_post_impl_", stringify!($name), ",@function"),
                concat!("__sanitizer_syscall_pre_impl_", stringify!($name), ":"),
                concat!("__sanitizer_syscall_post_impl_", stringify!($name), ":"),
                "ret",
                ".popsection",
            );
        )*
    };
}

hooks! {
    accept accept4 access acct add_key adjtimex alarm bdflush bind brk capget capset chdir chmod chown chroot clock_adjtime
    clock_getres clock_gettime clock_nanosleep clock_settime connect copy_file_range creat delete_module dup dup2 dup3 epoll_create
    epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 exit exit_group faccessat fchdir fchmod fchmodat
    fchmodat2 fchown fchownat fcntl fcntl64 fdatasync fgetxattr flistxattr flock fork fremovexattr fsetxattr fstat fstat64 fstatat64
    fstatfs fstatfs64 fsync ftruncate futex futimesat get_mempolicy get_robust_list getcpu getcwd getdents getdents64 getegid geteuid
    getgid getgroups gethostname getitimer getpeername getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid
    getrlimit getrusage getsid getsockname getsockopt gettid gettimeofday getuid getxattr init_module inotify_add_watch inotify_init
    inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents io_setup io_submit ioctl ioperm ioprio_get ioprio_set ipc
    kexec_load keyctl kill lchown lgetxattr link linkat listen listxattr llistxattr llseek lookup_dcookie lremovexattr lseek
    lsetxattr lstat lstat64 madvise mbind migrate_pages mincore mkdir mkdirat mknod mknodat mlock mlockall mmap_pgoff mount
    move_pages mprotect mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink mremap msgctl msgget msgrcv msgsnd
    msync munlock munlockall munmap name_to_handle_at nanosleep newfstat newfstatat newlstat newstat newuname ni_syscall nice
    old_getrlimit old_mmap old_readdir old_select oldumount olduname open open_by_handle_at openat openat2 pause pciconfig_iobase
    pciconfig_read pciconfig_write perf_event_open personality pipe pipe2 pivot_root poll ppoll pread64 preadv prlimit64
    process_vm_readv process_vm_writev pselect6 ptrace pwrite64 pwritev quotactl read readlink readlinkat readv reboot recv recvfrom
    recvmmsg recvmsg remap_file_pages removexattr rename renameat request_key restart_syscall rmdir rt_sigaction rt_sigpending
    rt_sigprocmask rt_sigqueueinfo rt_sigtimedwait rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity
    sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield select
    semctl semget semop semtimedop send sendfile sendfile64 sendmmsg sendmsg sendto set_mempolicy set_robust_list set_tid_address
    setdomainname setfsgid setfsuid setgid setgroups sethostname setitimer setns setpgid setpriority setregid setresgid setresuid
    setreuid setrlimit setsid setsockopt settimeofday setuid setxattr sgetmask shmat shmctl shmdt shmget shutdown sigaction
    sigaltstack signal signalfd signalfd4 sigpending sigprocmask socket socketcall socketpair splice spu_create spu_run ssetmask stat
    stat64 statfs statfs64 stime swapoff swapon symlink symlinkat sync syncfs sysctl sysfs sysinfo syslog tee tgkill time
    timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime times tkill
    truncate umask umount uname unlink unlinkat unshare uselib ustat utime utimensat utimes vfork vhangup vmsplice wait4 waitid
    waitpid write writev
}
