/*
 * selvedge.h: what a program may tell the verifier.
 *
 * Include it from C or C++. Compiled normally, every function below is a no-op or the nearest natural
 * thing, so annotated code ships unchanged. The verifier defines __SELVEDGE__ when it compiles a file;
 * then the functions are bare declarations, and it gives the calls their meaning itself:
 *
 *   call                       to the verifier                          compiled normally
 *   selvedge_atomic_begin()    a transaction begins: what this thread   nothing
 *   selvedge_atomic_end()      does up to the end is MEANT to be atomic
 *   selvedge_assume(c)         only executions with c matter            exit(0) if c is false
 *   selvedge_assert(c)         c must hold                              assert(c)
 *   selvedge_nondet_T()        any value of type T                      0
 *   selvedge_fence(mask)       a barrier of the kinds in mask           full fence
 *
 * In a program that is recorded (built with `selvedge cc`, which defines __SELVEDGE_RECORD__), the transactions are
 * written down, and calls of a specified object can be told by hand where `--selvedge-spec` cannot wrap a function:
 *
 *   selvedge_call_begin();
 *   r = map_put(m, k, v);
 *   selvedge_call_end("map", "put", m, 1, r, k, v);      object, method, this, has a result, result, arguments (0 to 8)
 *
 * What happens in between is not recorded, so that calls that commute are not ordered by the locks within them.
 *
 * selvedge_atomic_begin/end state an intention; they lock nothing and hide nothing. Interleavings that
 * break the transaction are still explored, and reporting those that no serial order explains is the
 * point of the atomicity check.
 */
#ifndef SELVEDGE_H
#define SELVEDGE_H

/*
 * Kinds of barrier, as in SPARC's membar: each bit orders accesses of its first kind before the barrier
 * with accesses of its second kind after it (L = load, S = store). SELVEDGE_SL is store-then-load, the
 * only order that TSO does not keep by itself. Masks combine with |.
 */
#define SELVEDGE_LL 1   /* earlier loads  before later loads  */
#define SELVEDGE_LS 2   /* earlier loads  before later stores */
#define SELVEDGE_SL 4   /* earlier stores before later loads  */
#define SELVEDGE_SS 8   /* earlier stores before later stores */
#define SELVEDGE_FULL (SELVEDGE_LL | SELVEDGE_LS | SELVEDGE_SL | SELVEDGE_SS)

#ifdef __SELVEDGE__

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 202311L)
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

void selvedge_atomic_begin(void);
void selvedge_atomic_end(void);
#define selvedge_call_begin() ((void)0)
#define selvedge_call_end(object, method, self, has_result, result, ...) ((void)0)
void selvedge_assume(int condition);
void selvedge_assert(int condition);
void selvedge_fence(int mask);

int selvedge_nondet_int(void);
unsigned int selvedge_nondet_uint(void);
long selvedge_nondet_long(void);
unsigned long selvedge_nondet_ulong(void);
char selvedge_nondet_char(void);
unsigned char selvedge_nondet_uchar(void);
short selvedge_nondet_short(void);
unsigned short selvedge_nondet_ushort(void);
bool selvedge_nondet_bool(void);
void *selvedge_nondet_pointer(void);

#ifdef __cplusplus
}
#endif

/* The argument is a truth value: a pointer or a 64-bit number must not be cut to an int. */
#define selvedge_assume(condition) (selvedge_assume)((condition) ? 1 : 0)
#define selvedge_assert(condition) (selvedge_assert)((condition) ? 1 : 0)

#else /* compiled normally */

#include <assert.h>
#include <stdlib.h>

/* Macros, not functions: they cost nothing, and a failing assert names the user's own line. */
#ifdef __SELVEDGE_RECORD__
#ifdef __cplusplus
extern "C" {
#endif
struct selvedge_call {
    const char *object, *method;
    unsigned long self;
    int count, has_result;
    long arguments[8], result;
    void *place;
};
void selvedge_rt_call_begin(void);
void selvedge_rt_call_end(const struct selvedge_call *);
void selvedge_rt_transaction_begin(void);
void selvedge_rt_transaction_end(void);
#ifdef __cplusplus
}
#endif
#define selvedge_atomic_begin() selvedge_rt_transaction_begin()
#define selvedge_atomic_end() selvedge_rt_transaction_end()
#define selvedge_call_begin() selvedge_rt_call_begin()
#define selvedge_call_end(object, method, self, has_result, result, ...)                               \
    do {                                                                                              \
        const long selvedge_arguments[] = {0, ##__VA_ARGS__};                                         \
        struct selvedge_call selvedge_it = {(object), (method), (unsigned long)(self),                \
            (int)(sizeof selvedge_arguments / sizeof(long)) - 1, (has_result), {0}, (long)(result), 0};\
        for (int selvedge_i = 0; selvedge_i < selvedge_it.count && selvedge_i < 8; selvedge_i++)      \
            selvedge_it.arguments[selvedge_i] = selvedge_arguments[selvedge_i + 1];                   \
        selvedge_rt_call_end(&selvedge_it);                                                           \
    } while (0)
#else
#define selvedge_atomic_begin() ((void)0)
#define selvedge_atomic_end() ((void)0)
#define selvedge_call_begin() ((void)0)
#define selvedge_call_end(object, method, self, has_result, result, ...) ((void)0)
#endif
#define selvedge_assume(condition) ((condition) ? (void)0 : exit(0))
#define selvedge_assert(condition) assert(condition)

/* Every mask becomes the strongest fence: never too weak, on any machine. */
#if defined(__GNUC__) || defined(__clang__)
#define selvedge_fence(mask) ((void)(mask), __atomic_thread_fence(__ATOMIC_SEQ_CST))
#elif defined(__cplusplus)
#include <atomic>
#define selvedge_fence(mask) ((void)(mask), std::atomic_thread_fence(std::memory_order_seq_cst))
#else
#include <stdatomic.h>
#define selvedge_fence(mask) ((void)(mask), atomic_thread_fence(memory_order_seq_cst))
#endif

#define selvedge_nondet_int() (0)
#define selvedge_nondet_uint() (0u)
#define selvedge_nondet_long() (0l)
#define selvedge_nondet_ulong() (0ul)
#define selvedge_nondet_char() ((char)0)
#define selvedge_nondet_uchar() ((unsigned char)0)
#define selvedge_nondet_short() ((short)0)
#define selvedge_nondet_ushort() ((unsigned short)0)
#ifdef __cplusplus
#define selvedge_nondet_bool() (false)
#else
#define selvedge_nondet_bool() ((_Bool)0)
#endif
#define selvedge_nondet_pointer() ((void *)0)

#endif /* __SELVEDGE__ */

#endif /* SELVEDGE_H */
