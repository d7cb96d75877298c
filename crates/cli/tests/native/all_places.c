// Accesses of all sizes at all places of a few words, in many sections. What is new in a section is logged, nothing else:
// says how many reads and writes that makes, by sets of bytes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define NOT_RECORDED __attribute__((no_sanitize("thread"), noinline))
#define RECORDED __attribute__((noinline))
enum { SIZE = 96, STEPS = 40000 };

static volatile uint64_t used;
typedef unsigned __int128 wide __attribute__((aligned(8)));

#define ACCESSES(type, size)                                                             \
    struct __attribute__((packed, may_alias)) any##size { type value; };                 \
    struct __attribute__((may_alias)) whole##size { type value; };                       \
    RECORDED type read_any##size(struct any##size *at) { return at->value; }             \
    RECORDED type read_whole##size(struct whole##size *at) { return at->value; }         \
    RECORDED void write_any##size(struct any##size *at) { at->value = 1; }               \
    RECORDED void write_whole##size(struct whole##size *at) { at->value = 1; }           \
    RECORDED void add_any##size(struct any##size *at) { at->value += 3; }                \
    RECORDED void add_whole##size(struct whole##size *at) { at->value += 3; }            \
    NOT_RECORDED static void access##size(char *at, int kind, int is_whole) {            \
        if (kind == 0) used = is_whole ? read_whole##size((void *)at) : read_any##size((void *)at); \
        if (kind == 1) is_whole ? write_whole##size((void *)at) : write_any##size((void *)at);           \
        if (kind == 2) is_whole ? add_whole##size((void *)at) : add_any##size((void *)at);               \
    }

ACCESSES(uint8_t, 1)
ACCESSES(uint16_t, 2)
ACCESSES(uint32_t, 4)
ACCESSES(uint64_t, 8)
ACCESSES(wide, 16)

static char memory[SIZE] __attribute__((aligned(64)));
static volatile char is_read[SIZE], is_written[SIZE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Whether a byte is not in a set; adds them all.
NOT_RECORDED static int add(volatile char *set, int from, int size) {
    int is_new = 0;
    for (int at = from; at < from + size; at++) {
        is_new |= !set[at];
        set[at] = 1;
    }
    return is_new;
}

NOT_RECORDED static void begin_section() {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    for (int at = 0; at < SIZE; at++) is_read[at] = is_written[at] = 0;
}

NOT_RECORDED int main() {
    static void (*const accesses[])(char *, int, int) = {access1, access2, access4, access8, access16};
    unsigned long random = 1, reads = 0, writes = 0;
    begin_section();
    for (int step = 0; step < STEPS; step++) {
        random = random * 6364136223846793005ul + 1442695040888963407ul;
        unsigned power = (random >> 33) % 5, kind = (random >> 40) % 3, size = 1u << power;
        unsigned at = (random >> 48) % (SIZE - 15);
        unsigned alignment = size < 8 ? size : 8;
        accesses[power](memory + at, kind, at % alignment == 0);
        if (kind != 1) reads += add(is_read, at, size);
        if (kind != 0) {
            writes += add(is_written, at, size);
            add(is_read, at, size);
        }
        if ((random >> 56) % 16 == 0) begin_section();
    }
    printf("read=%lu write=%lu\n", reads, writes);
    return 0;
}
