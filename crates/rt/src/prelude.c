/* The hot path of recording, inlined into every access of a program (see `access.rs`, which has the same in Rust).
 *
 * clang compiles this to bitcode; `selvedge cc` links that into each file after the file has been instrumented and
 * optimises again. An access that the thread has done before in its section costs about ten instructions and no call.
 * What is called otherwise keeps all general registers (`preserve_most`), so that the code around it hardly changes.
 * Structure and constants are those of `thread.rs` and `wire.rs`, which assert the offsets. */

typedef unsigned long word;

enum { FILTER = 16384, SITES = 4096, FRAMES = 1024, SITE_SHIFT = 4, LOW_SHIFT = 16, SITE = 10 };

struct frame {
    word pc, stack;
};

struct thread {
    word keys[10];
    word *volatile cursor;
    word *volatile end;
    word low, span, start, chunk, filtering, extra, depth, lowest, told;
    word filter[FILTER];
    word sites[SITES];
    struct frame frames[FRAMES];
};

extern __thread struct thread *selvedge_thread __attribute__((tls_model("initial-exec")));

#define KEEPS_REGISTERS __attribute__((preserve_most, noinline))
#define INLINED __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

__attribute__((preserve_most)) void selvedge_rt_access(word address, word kind, word pc);

static INLINED void log_word(word address, word kind, word pc) {
    struct thread *thread = selvedge_thread;
    word *end = thread->end;
    /* From here to the end a signal handler's events go the slow way and are dropped. */
    thread->end = 0;
    word *cursor = thread->cursor;
    word untold = (thread->depth ^ thread->told) | (thread->lowest ^ thread->told);
    if (UNLIKELY(cursor >= end || untold)) {
        thread->end = end;
        selvedge_rt_access(address, kind, pc);
        return;
    }
    word site = pc % SITES;
    word wanted = pc ^ thread->chunk;
    if (UNLIKELY(thread->sites[site] != wanted)) {
        word relative = pc - thread->low;
        if (UNLIKELY(relative >= thread->span)) {
            thread->end = end;
            selvedge_rt_access(address, kind, pc);
            return;
        }
        thread->sites[site] = wanted;
        *cursor++ = (relative + thread->start) << LOW_SHIFT | site << SITE_SHIFT | SITE;
        thread->extra++;
    }
    thread->filter[(address >> kind % 5) % FILTER] = (address ^ thread->keys[kind]) & thread->filtering;
    *(volatile word *)cursor = address << LOW_SHIFT | site << SITE_SHIFT | kind;
    thread->cursor = cursor + 1;
    thread->end = end;
}

/* 0 if the thread has done this in its section; having written counts for reading, too. */
static INLINED word is_new(struct thread *thread, word address, word kind) {
    word differs = address ^ thread->keys[kind] ^ thread->filter[(address >> kind % 5) % FILTER];
    return kind < 5 ? differs << 1 : differs;
}

#define ACCESS(name, power, kind)                                           \
    static KEEPS_REGISTERS void log_##name(word address) {                  \
        log_word(address, kind, (word)__builtin_return_address(0));         \
    }                                                                       \
    INLINED void __tsan_##name(void *address) {                             \
        struct thread *thread = selvedge_thread;                            \
        if (thread && UNLIKELY(is_new(thread, (word)address, kind)))        \
            __attribute__((nomerge)) log_##name((word)address);             \
    }

#define BOTH(name, power)                                                                                      \
    static KEEPS_REGISTERS void log_##name(word address) {                                                     \
        word pc = (word)__builtin_return_address(0);                                                           \
        if (is_new(selvedge_thread, address, power)) log_word(address, power, pc);                             \
        log_word(address, power + 5, pc);                                                                      \
    }                                                                                                          \
    INLINED void __tsan_##name(void *address) {                                                                \
        struct thread *thread = selvedge_thread;                                                               \
        if (thread && UNLIKELY(is_new(thread, (word)address, power + 5)))                                      \
            __attribute__((nomerge)) log_##name((word)address);                                                \
    }

#define ACCESSES(power, size)                      \
    ACCESS(read##size, power, power)               \
    ACCESS(write##size, power, power + 5)          \
    ACCESS(unaligned_read##size, power, power)     \
    ACCESS(unaligned_write##size, power, power + 5) \
    BOTH(read_write##size, power)                  \
    BOTH(unaligned_read_write##size, power)

ACCESSES(0ul, 1)
ACCESSES(1ul, 2)
ACCESSES(2ul, 4)
ACCESSES(3ul, 8)
ACCESSES(4ul, 16)

INLINED void __tsan_func_entry(void *pc) {
    struct thread *thread = selvedge_thread;
    if (!thread) return;
    word stack;
    __asm__ volatile("mov %%rsp, %0" : "=r"(stack));
    word depth = thread->depth;
    /* Functions that longjmp has left. */
    while (depth - 1 < FRAMES && UNLIKELY(thread->frames[depth - 1].stack <= stack)) depth--;
    if (UNLIKELY(depth < thread->lowest)) thread->lowest = depth;
    if (depth < FRAMES) thread->frames[depth] = (struct frame){(word)pc, stack};
    thread->depth = depth + 1;
}

INLINED void __tsan_func_exit(void) {
    struct thread *thread = selvedge_thread;
    if (!thread || !thread->depth) return;
    word depth = thread->depth - 1;
    thread->depth = depth;
    if (depth < thread->lowest) thread->lowest = depth;
}
