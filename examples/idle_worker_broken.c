// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// An idle worker that misses its wake-up call: store buffering in everyday clothes
// (store_buffering.c). From TSO on, both announcements may be in the store buffers while both look:
// the worker finds no work, the boss finds nobody asleep, and the work lies there until the next
// one comes along. A hang of this kind shows up once a week on a busy server. Repaired in
// idle_worker.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int work, sleeping;
static int went_to_sleep, rang;

static void *worker(void *arg) {
    (void)arg;
    atomic_store_explicit(&sleeping, 1, memory_order_relaxed);  // "I am about to sleep"
    if (atomic_load_explicit(&work, memory_order_relaxed) == 0)
        went_to_sleep = 1;  // here a real worker would block until somebody rings
    return NULL;
}

static void *boss(void *arg) {
    (void)arg;
    atomic_store_explicit(&work, 1, memory_order_relaxed);
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
