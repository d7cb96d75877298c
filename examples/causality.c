// expect: sc=safe tso=safe pso=safe rmo=violation
// property: assert
// unwind: 2
//
// Causality through a third party ("WRC"): the boss posts a task, the clerk sees it and rings the
// bell, the worker hears the bell and looks for the task. The clerk's store stays behind its load
// even under RMO, because the store is inside the branch (a control dependency). The worker's two
// loads have no such tie: RMO may take the old task first and hear the bell afterwards. Repaired in
// causality_fenced.c with an acquire in the worker.
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
        atomic_store_explicit(&bell, 1, memory_order_relaxed);
    return NULL;
}

static void *worker(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&bell, memory_order_relaxed) == 1)
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
