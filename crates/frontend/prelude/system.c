/*
 * system.c: errno, processes, signals, memory maps, and the futex system call.
 *
 * A futex is a condition variable named by the futex word's address, under one lock that stands for the kernel's:
 * waiting compares and sleeps in one step, waking takes sleepers off in any order. Both are full fences.
 * Other processes do not exist: fork, pipes and sockets are unsupported.
 */

int *__errno_location(void) { return &__sv_errno; }

/* <sys/syscall.h> and <linux/futex.h>, x86-64. */
enum { __SV_SYS_yield = 24, __SV_SYS_getpid = 39, __SV_SYS_gettid = 186, __SV_SYS_futex = 202,
       __SV_SYS_membarrier = 324 };
enum { __SV_FUTEX_WAIT = 0, __SV_FUTEX_WAKE = 1, __SV_FUTEX_WAIT_BITSET = 9, __SV_FUTEX_WAKE_BITSET = 10,
       __SV_FUTEX_COMMAND = 127 };

static pthread_mutex_t __sv_futex_lock = PTHREAD_MUTEX_INITIALIZER;

static long __sv_futex_wait(unsigned int *word, unsigned int expected, const struct timespec *timeout) {
    int status = 0;
    __selvedge_mutex_lock(&__sv_futex_lock);
    if (__atomic_load_n(word, __ATOMIC_RELAXED) != expected) status = EAGAIN;
    else if (timeout) status = __selvedge_cond_timedwait(word, &__sv_futex_lock);
    else __selvedge_cond_wait(word, &__sv_futex_lock);
    __selvedge_mutex_unlock(&__sv_futex_lock);
    return __sv_result(status);
}

/* The number of threads woken is not told by the IR: any number up to the one asked for. */
static long __sv_futex_wake(unsigned int *word, unsigned int count) {
    __selvedge_mutex_lock(&__sv_futex_lock);
    if (count > 64) __selvedge_cond_broadcast(word);
    else for (unsigned int i = 0; i < count; i++) __selvedge_cond_signal(word);
    __selvedge_mutex_unlock(&__sv_futex_lock);
    unsigned int woken = __selvedge_nondet_i32("threads woken by futex");
    return woken < count ? woken : count;
}

/* Arguments after the word; a wake has no timeout, and callers leave it out. */
static long __sv_futex(unsigned int *word, va_list arguments) {
    int operation = va_arg(arguments, int);
    unsigned int value = va_arg(arguments, unsigned int);
    switch (operation & __SV_FUTEX_COMMAND) {
    case __SV_FUTEX_WAIT: case __SV_FUTEX_WAIT_BITSET:
        return __sv_futex_wait(word, value, va_arg(arguments, const struct timespec *));
    case __SV_FUTEX_WAKE: case __SV_FUTEX_WAKE_BITSET: return __sv_futex_wake(word, value);
    default: __selvedge_unsupported("futex operation other than WAIT and WAKE");
    }
}

static int __sv_thread_number(void) { return 1000 + (int)__selvedge_thread_self(); }

/* Who runs the program, and where, is an input. */
static int __sv_process(void) {
    if (__selvedge_plain_environment()) return 1000;
    return 1 + (int)(__selvedge_nondet_i32("process id") & 0x3fffff);
}
int getpid(void) { return __sv_process(); }
int getppid(void) {
    if (__selvedge_plain_environment()) return 1;
    return (int)(__selvedge_nondet_i32("parent's process id") & 0x3fffff);
}
static int __sv_processors(void) {
    if (__selvedge_plain_environment()) return 2;
    return 1 + (int)(__selvedge_nondet_i32("processors") & 0x1fff);
}

long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    switch (number) {
    case __SV_SYS_futex: {
        unsigned int *word = va_arg(arguments, unsigned int *);
        return __sv_futex(word, arguments);
    }
    case __SV_SYS_gettid: return __sv_thread_number();
    case __SV_SYS_getpid: return __sv_process();
    case __SV_SYS_yield: __selvedge_yield(); return 0;
    case __SV_SYS_membarrier: __selvedge_unsupported("membarrier");
    default: __selvedge_unsupported("system call by number");
    }
}

int gettid(void) { return __sv_thread_number(); }
unsigned int getuid(void) { return __selvedge_plain_environment() ? 1000 : __selvedge_nondet_i32("user id"); }
unsigned int geteuid(void) { return __selvedge_plain_environment() ? 1000 : __selvedge_nondet_i32("user id"); }
int getpagesize(void) { return 4096; }
int get_nprocs(void) { return __sv_processors(); }
int get_nprocs_conf(void) { return __sv_processors(); }
long sysconf(int name) {
    switch (name) {
    case 30: return 4096;      /* _SC_PAGESIZE */
    case 83: case 84: return __sv_processors(); /* _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */
    case 2: return 100;        /* _SC_CLK_TCK */
    default: __selvedge_unsupported("sysconf");
    }
}

/* Anonymous memory is a heap object; it can only be given back whole. */
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, long offset) {
    if (!(flags & 0x20)) __selvedge_unsupported("mmap of a file");
    if (flags & 0x10) __selvedge_unsupported("mmap at a fixed address");
    if (length == 0) {
        __sv_errno = EINVAL;
        return (void *)-1;
    }
    return __sv_no_memory() ? (void *)-1 : __selvedge_heap_alloc(length, 1);
}
int munmap(void *address, size_t length) {
    if (__selvedge_object_size(address) != length) __selvedge_unsupported("munmap of a part");
    __selvedge_heap_free(address);
    return 0;
}
int mprotect(void *address, size_t length, int protection) { __selvedge_unsupported("mprotect"); }
int madvise(void *address, size_t length, int advice) {
    if (advice == 4 || advice == 8) __selvedge_unsupported("madvise that discards pages");
    return 0;
}

/* Signals: none arrives from outside, so blocking, ignoring and resetting them is remembered by nobody. */
typedef void (*__sv_handler)(int);
__sv_handler signal(int number, __sv_handler handler) {
    if (handler != (__sv_handler)0 && handler != (__sv_handler)1) __selvedge_unsupported("signal handler");
    return (__sv_handler)0;
}
int raise(int number) {
    if (number == 6) __selvedge_abort();
    __selvedge_unsupported("raise");
}
int sigaction(int number, const void *action, void *old) { __selvedge_unsupported("sigaction"); }
int kill(int process, int number) { __selvedge_unsupported("kill"); }
unsigned int alarm(unsigned int seconds) { __selvedge_unsupported("alarm"); }
static int __sv_fill_set(unsigned long *set, unsigned long bits) {
    for (int i = 0; i < 16; i++) set[i] = bits;
    return 0;
}
int sigemptyset(unsigned long *set) { return __sv_fill_set(set, 0); }
int sigfillset(unsigned long *set) { return __sv_fill_set(set, ~0UL); }
int sigaddset(unsigned long *set, int number) {
    if (number < 1 || number > 64) return __sv_result(EINVAL);
    set[0] |= 1UL << (number - 1);
    return 0;
}
int sigdelset(unsigned long *set, int number) {
    if (number < 1 || number > 64) return __sv_result(EINVAL);
    set[0] &= ~(1UL << (number - 1));
    return 0;
}
int pthread_sigmask(int how, const void *set, unsigned long *old) { return old ? __sv_fill_set(old, 0) : 0; }
int sigprocmask(int how, const void *set, unsigned long *old) { return old ? __sv_fill_set(old, 0) : 0; }
int sigwait(const void *set, int *number) { __selvedge_unsupported("sigwait"); }

int fork(void) { __selvedge_unsupported("fork"); }
int vfork(void) { __selvedge_unsupported("vfork"); }
int execv(const char *path, char *const arguments[]) { __selvedge_unsupported("execv"); }
int execvp(const char *path, char *const arguments[]) { __selvedge_unsupported("execvp"); }
int wait(int *status) { __selvedge_unsupported("wait for a process"); }
int waitpid(int process, int *status, int options) { __selvedge_unsupported("waitpid"); }
int system(const char *command) { __selvedge_unsupported("system"); }
int pipe(int descriptors[2]) { __selvedge_unsupported("pipe"); }
int socket(int domain, int type, int protocol) { __selvedge_unsupported("socket"); }
int eventfd(unsigned int value, int flags) { __selvedge_unsupported("eventfd"); }
int poll(void *descriptors, unsigned long count, int timeout) {
    if (count == 0 && timeout >= 0) return __sv_rest(0);
    __selvedge_unsupported("poll");
}
int select(int count, fd_set *read, fd_set *write, fd_set *except, struct timeval *timeout) {
    if (count == 0 && timeout) return __sv_rest(0);
    __selvedge_unsupported("select");
}

/* The first return of setjmp is exact; coming back to it is not modelled. */
int setjmp(void *buffer) { return 0; }
int _setjmp(void *buffer) { return 0; }
int sigsetjmp(void *buffer, int mask) { return 0; }
int __sigsetjmp(struct __jmp_buf_tag buffer[1], int mask) { return 0; }
_Noreturn void longjmp(void *buffer, int value) { __selvedge_unsupported("longjmp"); }
_Noreturn void _longjmp(void *buffer, int value) { __selvedge_unsupported("longjmp"); }
_Noreturn void siglongjmp(void *buffer, int value) { __selvedge_unsupported("longjmp"); }
_Noreturn void __longjmp_chk(void *buffer, int value) { __selvedge_unsupported("longjmp"); }
