/* The hot path of recording, inlined into every access of a program (see `access.rs` and `shadow.rs`, which have the same
 * in Rust).
 *
 * clang compiles this to bitcode; `selvedge cc` links that into each file after the file has been instrumented and
 * optimises again. An access that the thread has logged before in its section costs about twelve instructions and no call.
 * What is called otherwise keeps all general registers (`preserve_most`), so that the code around it hardly changes.
 * Structure and constants are those of `thread.rs`, `shadow.rs` and `wire.rs`, which assert the offsets. */

typedef unsigned long word;

enum {
    SITES = 4096,
    FRAMES = 1024,
    SITE_SHIFT = 4,
    LOW_SHIFT = 16,
    SITE = 10,
    CALL = 12,
    RETURN = 13,
    ENTER = 14,
    CALLS = 64,
    KINDS = 10,
    STAMP_SHIFT = 16,
    WRITTEN_SHIFT = 8
};

struct frame {
    word pc, stack, mark;
};

/* Calls are counted in bytes of frames, so that finding the innermost one takes no multiplication. */
#define FRAME sizeof(struct frame)
#define LAST_FRAME (FRAMES * FRAME)
/* In a frame's program counter: the buffer has been told of the call. */
#define TOLD (1ul << 63)

struct thread {
    word stamp;
    word *volatile cursor;
    word *volatile end;
    word low, span, start, chunk, filtering, extra, top, told;
    word wanted[2 * KINDS][8];
    word sites[SITES];
    struct frame frames[FRAMES + 1];
};

extern __thread struct thread *selvedge_thread __attribute__((tls_model("initial-exec")));

#define KEEPS_REGISTERS __attribute__((preserve_most, noinline))
#define INLINED __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

__attribute__((preserve_most)) void selvedge_rt_access(word address, word kind, word pc);

static INLINED word *shadow_of(word address) {
    return (word *)(((address & ~7ul) ^ 1ul << 45) + 0x840);
}

/* Words that an access lies in, at most. */
static INLINED int words_of(word kind, int aligned) {
    return kind % 5 == 4 ? aligned ? 2 : 3 : kind % 5 == 0 || aligned ? 1 : 2;
}

/* 0 if the section has logged this. What may lie in three words counts as new. */
static INLINED word is_new(struct thread *thread, word address, word kind, int aligned) {
    if (words_of(kind, aligned) == 3) return 1;
    word *shadow = shadow_of(address);
    word stamp = thread->stamp;
    word is = (shadow[0] ^ stamp) & thread->wanted[kind][address & 7];
    if (words_of(kind, aligned) == 2) is |= (shadow[1] ^ stamp) & thread->wanted[KINDS + kind][address & 7];
    return is;
}

static INLINED void note(struct thread *thread, word address, word kind, int aligned) {
    word *shadow = shadow_of(address);
    word stamp = thread->stamp;
    word bytes = ((1ul << (1ul << kind % 5)) - 1) << (address & 7);
    for (int index = 0; index < words_of(kind, aligned) && bytes >> 8 * index; index++) {
        word known = (shadow[index] ^ stamp) >> STAMP_SHIFT ? stamp | 0xffff : shadow[index];
        word here = bytes >> 8 * index & 0xff;
        shadow[index] = known & ~(here | (kind < 5 ? 0 : here << WRITTEN_SHIFT)) & thread->filtering;
    }
}

/* The frame of a call, or what comes before the first. */
static INLINED struct frame *frame_at(struct thread *thread, word top) {
    return (struct frame *)((char *)thread->frames + top);
}

/* What stands for the calls that have not returned. */
static INLINED word mark_of(struct thread *thread) {
    word top = thread->top;
    return frame_at(thread, top < LAST_FRAME ? top : LAST_FRAME)->mark;
}

/* Tells of calls and returns since the last event, as `record.rs` does; 0 if that is for the runtime to do. */
static INLINED word *tell_calls(struct thread *thread, word *cursor) {
    word top = thread->top, lowest = top;
    if (UNLIKELY(top > LAST_FRAME)) return 0;
    while (!(frame_at(thread, lowest)->pc & TOLD)) lowest -= FRAME;
    if (lowest == top && top == thread->told) return cursor;
    if (UNLIKELY(top - lowest > CALLS * FRAME)) return 0;
    word first = lowest == thread->told ? CALL : lowest / FRAME << SITE_SHIFT | ENTER;
    word *start = cursor;
    if (lowest == top) *cursor++ = top / FRAME << LOW_SHIFT | RETURN;
    for (word at = lowest + FRAME; at <= top; at += FRAME, first = CALL) {
        word relative = frame_at(thread, at)->pc - thread->low;
        if (UNLIKELY(relative >= thread->span)) return 0;
        *cursor++ = (relative + thread->start) << LOW_SHIFT | first;
    }
    while (lowest < top) frame_at(thread, lowest += FRAME)->pc |= TOLD;
    thread->extra += cursor - start;
    thread->told = top;
    return cursor;
}

/* Tells what a site stands for, if that can be done here. Apart, so that the hot path needs few registers. */
static __attribute__((preserve_most, noinline, cold)) void tell_site(struct thread *thread, word pc, word site, word wanted) {
    word relative = pc - thread->low;
    word *cursor = relative < thread->span ? tell_calls(thread, thread->cursor) : 0;
    if (!cursor) return;
    thread->sites[site] = wanted;
    *cursor = (relative + thread->start) << LOW_SHIFT | site << SITE_SHIFT | SITE;
    thread->extra++;
    thread->cursor = cursor + 1;
}

static INLINED void log_word(word address, word kind, word pc, int aligned) {
    struct thread *thread = selvedge_thread;
    word *end = thread->end;
    /* From here to the end a signal handler's events go the slow way and are dropped. */
    thread->end = 0;
    word mark = mark_of(thread);
    word site = (pc >> 3 ^ mark >> 32) % SITES;
    word wanted = pc ^ mark ^ thread->chunk;
    if (UNLIKELY(thread->sites[site] != wanted) && thread->cursor < end) tell_site(thread, pc, site, wanted);
    word *cursor = thread->cursor;
    if (UNLIKELY(thread->sites[site] != wanted || cursor >= end)) {
        thread->end = end;
        selvedge_rt_access(address, kind, pc);
        return;
    }
    note(thread, address, kind, aligned);
    *(volatile word *)cursor = address << LOW_SHIFT | site << SITE_SHIFT | kind;
    thread->cursor = cursor + 1;
    thread->end = end;
}

#define ACCESS(name, kind, aligned)                                                \
    static KEEPS_REGISTERS void log_##name(word address) {                         \
        log_word(address, kind, (word)__builtin_return_address(0), aligned);       \
    }                                                                              \
    INLINED void __tsan_##name(void *address) {                                    \
        struct thread *thread = selvedge_thread;                                   \
        if (thread && UNLIKELY(is_new(thread, (word)address, kind, aligned)))      \
            __attribute__((nomerge)) log_##name((word)address);                    \
    }

#define BOTH(name, power, aligned)                                                                    \
    static KEEPS_REGISTERS void log_##name(word address) {                                            \
        word pc = (word)__builtin_return_address(0);                                                  \
        if (is_new(selvedge_thread, address, power, aligned)) log_word(address, power, pc, aligned);  \
        log_word(address, power + 5, pc, aligned);                                                    \
    }                                                                                                 \
    INLINED void __tsan_##name(void *address) {                                                       \
        struct thread *thread = selvedge_thread;                                                      \
        if (thread && UNLIKELY(is_new(thread, (word)address, power + 5, aligned)))                    \
            __attribute__((nomerge)) log_##name((word)address);                                       \
    }

#define ACCESSES(power, size)                          \
    ACCESS(read##size, power, 1)                       \
    ACCESS(write##size, power + 5, 1)                  \
    ACCESS(unaligned_read##size, power, 0)             \
    ACCESS(unaligned_write##size, power + 5, 0)        \
    BOTH(read_write##size, power, 1)                   \
    BOTH(unaligned_read_write##size, power, 0)

ACCESSES(0ul, 1)
ACCESSES(1ul, 2)
ACCESSES(2ul, 4)
ACCESSES(3ul, 8)
ACCESSES(4ul, 16)

static INLINED void push(struct thread *thread, word top, word pc, word stack) {
    struct frame *frame = frame_at(thread, top + FRAME);
    frame->pc = pc;
    frame->stack = stack;
    frame->mark = (frame[-1].mark ^ pc) * 0x9e3779b97f4a7c15ul;
}

/* A call where functions have been left by longjmp, or that is too deep to be known. */
static __attribute__((preserve_most, noinline, cold)) void unusual_call(struct thread *thread, word pc, word stack) {
    word top = thread->top;
    if (top > LAST_FRAME && frame_at(thread, LAST_FRAME)->stack <= stack) top = LAST_FRAME;
    while (top <= LAST_FRAME && frame_at(thread, top)->stack <= stack) top -= FRAME;
    if (top < LAST_FRAME) push(thread, top, pc, stack);
    thread->top = top + FRAME;
}

INLINED void __tsan_func_entry(void *pc) {
    struct thread *thread = selvedge_thread;
    if (!thread) return;
    word stack;
    __asm__("mov %%rsp, %0" : "=r"(stack));
    word top = thread->top;
    if (UNLIKELY(top >= LAST_FRAME || frame_at(thread, top)->stack <= stack)) {
        unusual_call(thread, (word)pc, stack);
        return;
    }
    push(thread, top, (word)pc, stack);
    thread->top = top + FRAME;
}

INLINED void __tsan_func_exit(void) {
    struct thread *thread = selvedge_thread;
    if (thread && UNLIKELY(__builtin_usubl_overflow(thread->top, FRAME, &thread->top))) thread->top = 0;
}
