/*
 * selvedge_intrinsics.h: the calls that the lowering turns into single IR instructions.
 *
 * One function per `SyncOp` of the IR (crates/ir/src/sync.rs), named after its text name, and one per
 * other instruction that library code needs. Nothing here has a body: the lowering knows the names.
 *
 * Two results come back as a struct by value. On x86-64 the first struct below is returned as `{ i32, ptr }`,
 * the second, being eight bytes of integers, as one `i64` with the status in its low half.
 */
#ifndef SELVEDGE_INTRINSICS_H
#define SELVEDGE_INTRINSICS_H

#include <stdarg.h>

struct selvedge_joined { int status; void *value; };
struct selvedge_counted { int status; int value; };

/* Threads. */
unsigned long __selvedge_thread_create(void *(*function)(void *), void *argument);
struct selvedge_joined __selvedge_thread_join(unsigned long handle);
_Noreturn void __selvedge_thread_exit(void *value);
int __selvedge_thread_detach(unsigned long handle);
unsigned long __selvedge_thread_self(void);
void __selvedge_yield(void);

/* Mutexes; kinds are 0 normal, 1 recursive, 2 error checking. */
int __selvedge_mutex_init(void *mutex, int kind);
int __selvedge_mutex_lock(void *mutex);
int __selvedge_mutex_trylock(void *mutex);
int __selvedge_mutex_timedlock(void *mutex);
int __selvedge_mutex_unlock(void *mutex);
int __selvedge_mutex_destroy(void *mutex);

/* Reader-writer locks. */
int __selvedge_rw_init(void *lock);
int __selvedge_rw_rdlock(void *lock);
int __selvedge_rw_tryrdlock(void *lock);
int __selvedge_rw_wrlock(void *lock);
int __selvedge_rw_trywrlock(void *lock);
int __selvedge_rw_unlock(void *lock);
int __selvedge_rw_destroy(void *lock);

/* Condition variables. */
int __selvedge_cond_init(void *cond);
int __selvedge_cond_wait(void *cond, void *mutex);
int __selvedge_cond_timedwait(void *cond, void *mutex);
int __selvedge_cond_signal(void *cond);
int __selvedge_cond_broadcast(void *cond);
int __selvedge_cond_destroy(void *cond);

/* Barriers. */
int __selvedge_barrier_init(void *barrier, int count);
int __selvedge_barrier_wait(void *barrier);
int __selvedge_barrier_destroy(void *barrier);

/* Semaphores. */
int __selvedge_sem_init(void *semaphore, int value);
int __selvedge_sem_wait(void *semaphore);
int __selvedge_sem_trywait(void *semaphore);
int __selvedge_sem_timedwait(void *semaphore);
int __selvedge_sem_post(void *semaphore);
struct selvedge_counted __selvedge_sem_getvalue(void *semaphore);
int __selvedge_sem_destroy(void *semaphore);

/* Once, and thread-specific data. */
_Bool __selvedge_once_begin(void *control);
void __selvedge_once_end(void *control);
int __selvedge_key_create(void (*destructor)(void *));
int __selvedge_key_delete(int key);
int __selvedge_key_set(int key, const void *value);
void *__selvedge_key_get(int key);

/* Verification. */
_Noreturn void __selvedge_assert_fail(const char *expression);
_Noreturn void __selvedge_precondition_fail(void);
_Noreturn void __selvedge_reach_error(void);
void __selvedge_assume(_Bool condition);
_Noreturn void __selvedge_unsupported(const char *reason);
void __selvedge_atomic_section_begin(void);
void __selvedge_atomic_section_end(void);
void __selvedge_transaction_begin(void);
void __selvedge_transaction_end(void);
void __selvedge_fence_bits(int bits);

/* Inputs: any value of the type; the name is shown in witnesses. */
_Bool __selvedge_nondet_i1(const char *name);
unsigned char __selvedge_nondet_i8(const char *name);
unsigned short __selvedge_nondet_i16(const char *name);
unsigned int __selvedge_nondet_i32(const char *name);
unsigned long __selvedge_nondet_i64(const char *name);
float __selvedge_nondet_f32(const char *name);
double __selvedge_nondet_f64(const char *name);
void *__selvedge_nondet_ptr(const char *name);

/* Whether the program is started without arguments, on two processors, with nothing in its environment. A constant. */
_Bool __selvedge_plain_environment(void);

/* Whether there is memory for one more block: always, a constant; an input with --malloc-may-fail. */
_Bool __selvedge_memory_is_left(void);

/* The heap. `zeroed` must be a literal; the size of what is no live object is 0. */
void *__selvedge_heap_alloc(unsigned long size, int zeroed);
void __selvedge_heap_free(void *pointer);
/* The same by the allocators of C++, without a larger alignment. */
void *__selvedge_heap_new(unsigned long size);
void *__selvedge_heap_new_array(unsigned long size);
void __selvedge_heap_delete(void *pointer);
void __selvedge_heap_delete_array(void *pointer);
unsigned long __selvedge_object_size(const void *pointer);

/* A new block whatever was freed; only --reuse-freed makes the difference. */
void *__selvedge_fresh_alloc(unsigned long size);

/* The end of the program. */
_Noreturn void __selvedge_exit(int code);
_Noreturn void __selvedge_abort(void);

/* Text. */
int __selvedge_print_printf(const char *format, ...);
int __selvedge_print_sprintf(char *buffer, const char *format, ...);
int __selvedge_print_snprintf(char *buffer, unsigned long size, const char *format, ...);
int __selvedge_print_vprintf(const char *format, va_list arguments);
int __selvedge_print_vsnprintf(char *buffer, unsigned long size, const char *format, va_list arguments);
int __selvedge_print_puts(const char *string);
int __selvedge_print_putchar(int character);
int __selvedge_print_write(int descriptor, const void *buffer, unsigned long length);
int __selvedge_print_fputs(const char *string);

#endif
