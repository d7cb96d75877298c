// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// An idle worker and the wake-up call it must not miss, as in thread pools and futexes: the worker
// says that it is going to sleep and looks for work once more; the boss posts work and looks
// whether somebody sleeps. With a full fence between store and load on both sides, one of them sees
// the other. idle_worker_broken.c has no fences.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int work, sleeping;
static int went_to_sleep, rang;

static void *worker(void *arg) {
    (void)arg;
    atomic_store_explicit(&sleeping, 1, memory_order_relaxed);  // "I am about to sleep"
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&work, memory_order_relaxed) == 0)
        went_to_sleep = 1;  // here a real worker would block until somebody rings
    return NULL;
}

static void *boss(void *arg) {
    (void)arg;
    atomic_store_explicit(&work, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&sleeping, memory_order_relaxed) == 1)
        rang = 1;  // here a real boss would make the system call that wakes the worker
    return NULL;
}

int main(void) {
    pthread_t w, b;
    pthread_create(&w, NULL, worker, NULL);
    pthread_create(&b, NULL, boss, NULL);
    pthread_join(w, NULL);
    pthread_join(b, NULL);
    assert(!went_to_sleep || rang);  // a worker who sleeps on waiting work has been woken
    return 0;
}
