/*
 * stdlib.c: sorting and searching, arithmetic, random numbers, the environment, and handlers that run at exit.
 *
 * `exit` itself is an instruction. A program that registers handlers (atexit, __cxa_atexit) is only complete when
 * `__sv_run_exit_handlers` is called at exit and after main returns.
 */

typedef int (*__sv_compare)(const void *, const void *);
typedef int (*__sv_compare_with)(const void *, const void *, void *);

static int __sv_order(const void *a, const void *b, __sv_compare compare, __sv_compare_with with, void *extra) {
    return compare ? compare(a, b) : with(a, b, extra);
}

/* Exchanges two elements in words, because they may hold pointers. */
static void __sv_swap(char *a, char *b, size_t size) {
    _Alignas(16) char held[32];
    for (size_t done = 0; done < size; done += 32) {
        size_t part = size - done < 32 ? size - done : 32;
        __builtin_memcpy(held, a + done, part);
        __builtin_memcpy(a + done, b + done, part);
        __builtin_memcpy(b + done, held, part);
    }
}

/* Merges the sorted runs [low, middle) and [middle, high) of `from` into `to`; ties keep their order. */
static void __sv_merge(const char *from, char *to, size_t low, size_t middle, size_t high, size_t size,
                       __sv_compare compare, __sv_compare_with with, void *extra) {
    size_t left = low, right = middle;
    for (size_t at = low; at < high; at++) {
        size_t taken;
        if (left < middle &&
            (right >= high || __sv_order(from + left * size, from + right * size, compare, with, extra) <= 0))
            taken = left++;
        else
            taken = right++;
        __builtin_memcpy(to + at * size, from + taken * size, size);
    }
}

/* Stable, as glibc's is: insertion for short arrays, merging beyond. */
static void __sv_sort(char *array, size_t count, size_t size, __sv_compare compare, __sv_compare_with with,
                      void *extra) {
    if (count <= 16) {
        for (size_t i = 1; i < count; i++)
            for (size_t j = i; j > 0; j--) {
                char *here = array + j * size;
                if (__sv_order(here - size, here, compare, with, extra) <= 0) break;
                __sv_swap(here - size, here, size);
            }
        return;
    }
    char *spare = __selvedge_heap_alloc(count * size, 0), *from = array, *to = spare;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t low = 0; low < count; low += 2 * run) {
            size_t middle = low + run < count ? low + run : count;
            size_t high = low + 2 * run < count ? low + 2 * run : count;
            __sv_merge(from, to, low, middle, high, size, compare, with, extra);
        }
        char *other = from;
        from = to;
        to = other;
    }
    if (from != array) __builtin_memcpy(array, from, count * size);
    __selvedge_heap_free(spare);
}
void qsort(void *array, size_t count, size_t size, __sv_compare compare) {
    __sv_sort(array, count, size, compare, 0, 0);
}
void qsort_r(void *array, size_t count, size_t size, __sv_compare_with compare, void *extra) {
    __sv_sort(array, count, size, 0, compare, extra);
}
void *bsearch(const void *key, const void *array, size_t count, size_t size, __sv_compare compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)array + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}
void *lfind(const void *key, const void *array, size_t *count, size_t size, __sv_compare compare) {
    for (size_t i = 0; i < *count; i++)
        if (compare(key, (const char *)array + i * size) == 0) return (char *)array + i * size;
    return 0;
}

int abs(int number) { return number < 0 ? -number : number; }
long labs(long number) { return number < 0 ? -number : number; }
long long llabs(long long number) { return number < 0 ? -number : number; }
long imaxabs(long number) { return number < 0 ? -number : number; }
struct __sv_div { int quotient, remainder; };
struct __sv_ldiv { long quotient, remainder; };
struct __sv_div div(int a, int b) { return (struct __sv_div){a / b, a % b}; }
struct __sv_ldiv ldiv(long a, long b) { return (struct __sv_ldiv){a / b, a % b}; }
struct __sv_ldiv lldiv(long a, long b) { return (struct __sv_ldiv){a / b, a % b}; }
struct __sv_ldiv imaxdiv(long a, long b) { return (struct __sv_ldiv){a / b, a % b}; }
int ffs(int number) { return __builtin_ffs(number); }
int ffsl(long number) { return __builtin_ffsl(number); }
int ffsll(long long number) { return __builtin_ffsll(number); }

int rand(void) { return (int)(__selvedge_nondet_i32("rand") & 0x7fffffff); }
void srand(unsigned int seed) {}
long random(void) { return (long)(__selvedge_nondet_i32("random") & 0x7fffffff); }
void srandom(unsigned int seed) {}
long lrand48(void) { return (long)(__selvedge_nondet_i32("lrand48") & 0x7fffffff); }
long mrand48(void) { return (long)(int)__selvedge_nondet_i32("mrand48"); }
double drand48(void) { return (double)(__selvedge_nondet_i32("drand48") & 0x7fffffff) / 2147483648.0; }
void srand48(long seed) {}
unsigned int arc4random(void) { return __selvedge_nondet_i32("arc4random"); }
/* The state is the caller's, so the generator is glibc's own: three steps of one linear recurrence. */
int rand_r(unsigned int *seed) {
    unsigned int next = *seed, result;
    next = next * 1103515245 + 12345;
    result = (next / 65536) % 2048;
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ ((next / 65536) % 1024);
    *seed = next;
    return (int)result;
}

static char *__sv_environment(const char *name) {
    __sv_strlen(name);
    if (!__selvedge_plain_environment() && __selvedge_nondet_i1("environment variable is set"))
        __selvedge_unsupported("the value of an environment variable");
    return 0;
}
char *getenv(const char *name) { return __sv_environment(name); }
char *secure_getenv(const char *name) { return __sv_environment(name); }
int setenv(const char *name, const char *value, int overwrite) { __selvedge_unsupported("setenv"); }
int putenv(char *entry) { __selvedge_unsupported("putenv"); }
char *setlocale(int category, const char *name) {
    return !name || *name == 0 || __sv_strncmp(name, "C", 2) == 0 ? "C" : 0;
}

struct __sv_exit_handler {
    struct __sv_exit_handler *next;
    void (*plain)(void); /* from atexit, or null */
    void (*with)(void *);
    void *argument;
};
static struct __sv_exit_handler *__sv_exit_handlers;
static pthread_mutex_t __sv_exit_lock = PTHREAD_MUTEX_INITIALIZER;

static int __sv_at_exit(void (*plain)(void), void (*with)(void *), void *argument) {
    struct __sv_exit_handler *handler = __selvedge_heap_alloc(sizeof(struct __sv_exit_handler), 0);
    handler->plain = plain;
    handler->with = with;
    handler->argument = argument;
    __selvedge_mutex_lock(&__sv_exit_lock);
    handler->next = __sv_exit_handlers;
    __sv_exit_handlers = handler;
    __selvedge_mutex_unlock(&__sv_exit_lock);
    return 0;
}
int atexit(void (*handler)(void)) { return __sv_at_exit(handler, 0, 0); }
int __cxa_atexit(void (*handler)(void *), void *argument, void *object) { return __sv_at_exit(0, handler, argument); }
int at_quick_exit(void (*handler)(void)) { __selvedge_unsupported("at_quick_exit"); }
int on_exit(void (*handler)(int, void *), void *argument) { __selvedge_unsupported("on_exit"); }
/* Destructors of C++ thread_local objects would have to run at the end of their thread. */
int __cxa_thread_atexit(void (*handler)(void *), void *argument, void *object) {
    __selvedge_unsupported("destructor of a thread_local object");
}

/* Last registered, first run; a handler may register more. */
void __sv_run_exit_handlers(void) {
    for (;;) {
        __selvedge_mutex_lock(&__sv_exit_lock);
        struct __sv_exit_handler *handler = __sv_exit_handlers;
        if (handler) __sv_exit_handlers = handler->next;
        __selvedge_mutex_unlock(&__sv_exit_lock);
        if (!handler) return;
        if (handler->plain) handler->plain();
        else handler->with(handler->argument);
        __selvedge_heap_free(handler);
    }
}
_Noreturn void exit(int code) {
    __sv_run_exit_handlers();
    __selvedge_exit(code);
}

/* Assertions by other names. */
_Noreturn void __assert_perror_fail(int number, const char *file, unsigned int line, const char *function) {
    __selvedge_assert_fail("assert_perror");
}
_Noreturn void __assert(const char *assertion, const char *file, int line) { __selvedge_assert_fail(assertion); }
_Noreturn void __stack_chk_fail(void) { __selvedge_assert_fail("stack smashing detected"); }
_Noreturn void __chk_fail(void) { __selvedge_assert_fail("buffer overflow detected"); }

/* glibc: more than one thread may exist, so nobody may skip atomic operations. */
char __libc_single_threaded = 0;
