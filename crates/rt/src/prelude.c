/* The hot path of recording, inlined into every access of a program (see `access.rs` and `shadow.rs`, which have the same
 * in Rust).
 *
 * clang compiles this to bitcode; `selvedge cc` links that into each file after the file has been instrumented and
 * optimises again. An access that the thread has logged before in its section costs about twelve instructions and no call.
 * What is called otherwise keeps all general registers (`preserve_most`), so that the code around it hardly changes, and
 * takes about fifty more.
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
    STAMP_SHIFT = 32,
    WRITTEN_SHIFT = 16,
    GRAIN = 16
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
    word low, span, start, chunk, filtering, extra, top, told, noted;
    word wanted[2 * KINDS][GRAIN];
    word sites[SITES];
    struct frame frames[FRAMES + 1];
};

/* The name has a number for the structure: objects that were compiled for another one do not link. */
extern __thread struct thread *selvedge_thread_2 __attribute__((tls_model("initial-exec")));

#define KEEPS_REGISTERS __attribute__((preserve_most, noinline))
#define INLINED __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

__attribute__((preserve_most)) void selvedge_rt_access(word address, word kind, word pc);

static INLINED word *shadow_of(word address) {
    return (word *)(1ul << 45) + address / GRAIN;
}

/* Words that an access lies in, at most. 16 bytes may be aligned to 8. */
static INLINED int words_of(word kind, int aligned) {
    return kind % 5 == 0 || (aligned && kind % 5 < 4) ? 1 : 2;
}

/* 0 if the section has logged this. */
static INLINED word is_new(struct thread *thread, word address, word kind, int aligned) {
    word *shadow = shadow_of(address);
    word stamp = thread->stamp;
    word is = (shadow[0] ^ stamp) & thread->wanted[kind][address % GRAIN];
    if (words_of(kind, aligned) == 2) is |= (shadow[1] ^ stamp) & thread->wanted[KINDS + kind][address % GRAIN];
    return is;
}

/* What a word is when bytes are noted in it: those that stay are 1 in `left`. */
static INLINED word noted(struct thread *thread, word old, unsigned left) {
    word stamp = thread->noted;
    unsigned known = old >> STAMP_SHIFT == stamp >> STAMP_SHIFT ? (unsigned)old : ~0u;
    return stamp | (known & left);
}

static INLINED void note(struct thread *thread, word address, word kind, int aligned) {
    word *shadow = shadow_of(address);
    unsigned at = address % GRAIN;
    if (words_of(kind, aligned) == 1) {
        unsigned bytes = (1u << (1u << kind % 5)) - 1;
        if (kind >= 5) bytes |= bytes << WRITTEN_SHIFT;
        /* Turned, because it does not reach the other half. */
        shadow[0] = noted(thread, shadow[0], ~bytes << at | ~bytes >> (32 - at) % 32);
        return;
    }
    unsigned first = thread->wanted[kind][at], second = thread->wanted[KINDS + kind][at];
    if (kind >= 5) first |= first >> WRITTEN_SHIFT, second |= second >> WRITTEN_SHIFT;
    shadow[0] = noted(thread, shadow[0], ~first);
    word next = noted(thread, shadow[1], ~second);
    shadow[1] = second ? next : shadow[1];
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

/* Tells what a site stands for, if that can be done here. */
static INLINED void tell_site(struct thread *thread, word pc) {
    word mark = mark_of(thread);
    word site = (pc >> 3 ^ mark >> 32) % SITES;
    word wanted = pc ^ mark ^ thread->chunk;
    word relative = pc - thread->low;
    if (thread->sites[site] == wanted || relative >= thread->span) return;
    word *cursor = tell_calls(thread, thread->cursor);
    if (!cursor) return;
    thread->sites[site] = wanted;
    *cursor = (relative + thread->start) << LOW_SHIFT | site << SITE_SHIFT | SITE;
    thread->extra++;
    thread->cursor = cursor + 1;
}

/* Logs an access whose site the chunk has been told of; 0 if that cannot be done here. */
static INLINED int log_word(struct thread *thread, word address, word kind, word pc, int aligned) {
    word *end = thread->end;
    /* From here to the end a signal handler's events go the slow way and are dropped. */
    thread->end = 0;
    word mark = mark_of(thread);
    word site = (pc >> 3 ^ mark >> 32) % SITES;
    word *cursor = thread->cursor;
    int is_done = thread->sites[site] == (pc ^ mark ^ thread->chunk) && cursor < end;
    if (__builtin_expect(is_done, 1)) {
        *(volatile word *)cursor = address << LOW_SHIFT | site << SITE_SHIFT | kind;
        thread->cursor = cursor + 1;
        note(thread, address, kind, aligned);
    }
    __asm__ volatile("" : : : "memory");
    thread->end = end;
    return is_done;
}

/* The same where the site may have to be told. */
static __attribute__((preserve_most, noinline, cold)) void log_slowly(word address, word kind, word pc) {
    struct thread *thread = selvedge_thread_2;
    word *end = thread->end;
    thread->end = 0;
    if (thread->cursor < end) tell_site(thread, pc);
    thread->end = end;
    if (!log_word(thread, address, kind, pc, 0)) selvedge_rt_access(address, kind, pc);
}

/* `log_word` by hand: all registers that are used must be kept, and compilers take twice as many. Here r11 is the thread,
 * rax the end of the buffer, rdi the address. */
#define LOG_START                                                                                             \
    "push %%rax\n push %%rcx\n push %%rdx\n push %%rsi\n push %%r8\n"                                         \
    "mov selvedge_thread_2@GOTTPOFF(%%rip), %%r11\n mov %%fs:(%%r11), %%r11\n"                                \
    "mov %c[end](%%r11), %%rax\n movq $0, %c[end](%%r11)\n"                                                   \
    /* The innermost frame, from it and the return address the site. */                                       \
    "mov %c[top](%%r11), %%rdx\n mov %[last], %%ecx\n cmp %%rcx, %%rdx\n cmova %%rcx, %%rdx\n"                \
    "mov 40(%%rsp), %%rcx\n mov %%rcx, %%rsi\n shr $3, %%rsi\n xor %c[mark] + 4(%%r11, %%rdx), %%esi\n"       \
    "and %[sites_mask], %%esi\n xor %c[mark](%%r11, %%rdx), %%rcx\n xor %c[chunk](%%r11), %%rcx\n"            \
    "cmp %%rcx, %c[sites](%%r11, %%rsi, 8)\n jne 1f\n"                                                        \
    "mov %c[cursor](%%r11), %%rdx\n cmp %%rax, %%rdx\n jae 1f\n"                                              \
    /* The word. */                                                                                           \
    "shl %[site_shift], %%esi\n mov %%rdi, %%rcx\n shl %[low_shift], %%rcx\n"                                 \
    "lea %c[kind](%%rcx, %%rsi), %%rcx\n mov %%rcx, (%%rdx)\n addq $8, %c[cursor](%%r11)\n"                   \
    /* Its shadow. */                                                                                         \
    "mov %%rdi, %%rsi\n shr $4, %%rsi\n movabs %[distance], %%rdx\n lea (%%rdx, %%rsi, 8), %%rsi\n"           \
    "mov %%edi, %%ecx\n and $15, %%ecx\n"
/* Notes the bytes that are 0 in edx in the word at rsi. */
#define LOG_NOTE                                                                                              \
    "mov 4(%%rsi), %%r8d\n xor %c[noted] + 4(%%r11), %%r8d\n neg %%r8d\n sbb %%r8d, %%r8d\n"                  \
    "or (%%rsi), %%r8d\n and %%r8d, %%edx\n or %c[noted](%%r11), %%rdx\n mov %%rdx, (%%rsi)\n"
#define LOG_ALIGNED "mov %[left], %%edx\n rol %%cl, %%edx\n" LOG_NOTE
/* In two words. If the second is not reached, nothing is noted in the first once more: a jump would often be guessed wrong. */
#define LOG_TWO(both)                                                                                         \
    "mov %c[first](%%r11, %%rcx, 8), %%edx\n" both "not %%edx\n" LOG_NOTE                                     \
    "mov %c[second](%%r11, %%rcx, 8), %%edx\n xor %%ecx, %%ecx\n test %%edx, %%edx\n setne %%cl\n"            \
    "lea (%%rsi, %%rcx, 8), %%rsi\n" both "not %%edx\n" LOG_NOTE
#define LOG_READS ""
#define LOG_WRITES "mov %%edx, %%r8d\n shr $16, %%r8d\n or %%r8d, %%edx\n"
#define LOG_END                                                                                               \
    "mov %%rax, %c[end](%%r11)\n pop %%r8\n pop %%rsi\n pop %%rdx\n pop %%rcx\n pop %%rax\n"
#define LOG(code, the_kind, slowly)                                                                           \
    __asm__(LOG_START code LOG_END "ret\n 1:\n" LOG_END "jmp %P[slow]"                                        \
            :                                                                                                 \
            : [end] "i"(__builtin_offsetof(struct thread, end)), [top] "i"(__builtin_offsetof(struct thread, top)), \
              [last] "i"(LAST_FRAME), [mark] "i"(__builtin_offsetof(struct thread, frames[0].mark)),          \
              [sites_mask] "i"(SITES - 1), [chunk] "i"(__builtin_offsetof(struct thread, chunk)),             \
              [sites] "i"(__builtin_offsetof(struct thread, sites)),                                          \
              [cursor] "i"(__builtin_offsetof(struct thread, cursor)), [site_shift] "i"(SITE_SHIFT),          \
              [low_shift] "i"(LOW_SHIFT), [kind] "i"(the_kind), [distance] "i"(1ul << 45),                    \
              [noted] "i"(__builtin_offsetof(struct thread, noted)), [left] "i"(LEFT(the_kind)),              \
              [first] "i"(__builtin_offsetof(struct thread, wanted[the_kind])),                               \
              [second] "i"(__builtin_offsetof(struct thread, wanted[KINDS + the_kind])), [slow] "i"(slowly))
/* What stays when the bytes at the beginning of a word are noted. */
#define BYTES(kind) ((1u << (1u << (kind) % 5)) - 1)
#define LEFT(kind) (int)~((kind) < 5 ? BYTES(kind) : BYTES(kind) | BYTES(kind) << WRITTEN_SHIFT)

#define ACCESS(name, kind, aligned, code)                                                                    \
    static __attribute__((preserve_most, noinline, cold)) void log_##name##_slowly(word address) {          \
        log_slowly(address, kind, (word)__builtin_return_address(0));                                       \
    }                                                                                                       \
    static __attribute__((naked, preserve_most, noinline)) void log_##name(word address) {                  \
        LOG(code, kind, log_##name##_slowly);                                                               \
    }                                                                                                       \
    INLINED void __tsan_##name(void *address) {                                                             \
        struct thread *thread = selvedge_thread_2;                                                          \
        if (thread && UNLIKELY(is_new(thread, (word)address, kind, aligned)))                               \
            __attribute__((nomerge)) log_##name((word)address);                                             \
    }

#define BOTH(name, power, aligned)                                                                    \
    static KEEPS_REGISTERS void log_##name(word address) {                                            \
        struct thread *thread = selvedge_thread_2;                                                    \
        word pc = (word)__builtin_return_address(0);                                                  \
        if (is_new(thread, address, power, aligned) && !log_word(thread, address, power, pc, aligned)) \
            log_slowly(address, power, pc);                                                           \
        if (!log_word(thread, address, power + 5, pc, aligned)) log_slowly(address, power + 5, pc);   \
    }                                                                                                 \
    INLINED void __tsan_##name(void *address) {                                                       \
        struct thread *thread = selvedge_thread_2;                                                    \
        if (thread && UNLIKELY(is_new(thread, (word)address, power + 5, aligned)))                    \
            __attribute__((nomerge)) log_##name((word)address);                                       \
    }

#define ACCESSES(power, size, read_code, write_code)                   \
    ACCESS(read##size, power, 1, read_code)                            \
    ACCESS(write##size, power + 5, 1, write_code)                      \
    ACCESS(unaligned_read##size, power, 0, LOG_TWO(LOG_READS))         \
    ACCESS(unaligned_write##size, power + 5, 0, LOG_TWO(LOG_WRITES))   \
    BOTH(read_write##size, power, 1)                                   \
    BOTH(unaligned_read_write##size, power, 0)

ACCESSES(0ul, 1, LOG_ALIGNED, LOG_ALIGNED)
ACCESSES(1ul, 2, LOG_ALIGNED, LOG_ALIGNED)
ACCESSES(2ul, 4, LOG_ALIGNED, LOG_ALIGNED)
ACCESSES(3ul, 8, LOG_ALIGNED, LOG_ALIGNED)
ACCESSES(4ul, 16, LOG_TWO(LOG_READS), LOG_TWO(LOG_WRITES))

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
    struct thread *thread = selvedge_thread_2;
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
    struct thread *thread = selvedge_thread_2;
    if (thread && UNLIKELY(__builtin_usubl_overflow(thread->top, FRAME, &thread->top))) thread->top = 0;
}
