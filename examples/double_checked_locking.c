// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Double-checked locking: look at 'ready' without the lock, and only if it is not set take the
// lock, look again and initialise. It is correct with an acquire load outside and a release store
// inside: who comes by the short way skips the lock, so these two are all that orders it after the
// initialisation. double_checked_locking_broken.c has neither,
// double_checked_locking_reader_broken.c only the release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int setting;  // the lazily initialised value: 42 once ready
static atomic_int ready;

static int get_setting(void) {
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
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
