// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Double-checked locking as it was done for years: no ordering on the flag. The thread that
// initialises holds a lock, but the one that takes the short way does not, so the lock orders
// nothing for it. From PSO on, 'ready' can be seen before 'setting' is written, and the user gets
// 0. Repaired in double_checked_locking.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int setting;  // the lazily initialised value: 42 once ready
static atomic_int ready;

static int get_setting(void) {
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&guard);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            setting = 42;
            atomic_store_explicit(&ready, 1, memory_order_relaxed);
        }
        pthread_mutex_unlock(&guard);
    }
    return setting;
}

static void *user(void *arg) {
    (void)arg;
    assert(get_setting() == 42);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
