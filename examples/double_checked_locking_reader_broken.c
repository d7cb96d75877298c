// expect: sc=safe tso=safe pso=safe rmo=violation
// property: assert
// unwind: 2
//
// Double-checked locking with the release but without the acquire. Initialisation goes out in order
// now, which is enough up to PSO. Under RMO the short way may load 'setting' before it loads
// 'ready': it reads the old 0, then finds the flag set. Repaired in double_checked_locking.c.
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
            atomic_store_explicit(&ready, 1, memory_order_release);
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
