// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Causality through a third party ("WRC", see causality.c), repaired: the worker listens to the
// bell with acquire, so it looks for the task after it heard the bell. The clerk rings with
// release, which is what C11 asks for; in the hardware models its branch alone already keeps the
// bell behind the task.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int task, bell;

static void *boss(void *arg) {
    (void)arg;
    atomic_store_explicit(&task, 1, memory_order_relaxed);
    return NULL;
}

static void *clerk(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&task, memory_order_relaxed) == 1)
        atomic_store_explicit(&bell, 1, memory_order_release);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&bell, memory_order_acquire) == 1)
        assert(atomic_load_explicit(&task, memory_order_relaxed) == 1);
    return NULL;
}

int main(void) {
    pthread_t b, c, w;
    pthread_create(&b, NULL, boss, NULL);
    pthread_create(&c, NULL, clerk, NULL);
    pthread_create(&w, NULL, worker, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(w, NULL);
    return 0;
}
