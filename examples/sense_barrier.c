// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 3
//
// The sense-reversing barrier, which can be used again and again: the last to arrive resets the
// count and flips the sense that the others wait for. Resetting before flipping matters: a quick
// thread may be back at the barrier for the next phase while a slow one has not left this one. Two
// threads, two phases: behind the barrier of a phase every thread sees that the other has finished
// that phase. For a barrier that orders nothing see spin_barrier_broken.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting_for = 2;
static atomic_int sense;
static atomic_int step[2];  // the phase each thread has finished

static void barrier(int *my_sense) {
    *my_sense = !*my_sense;
    if (atomic_fetch_sub_explicit(&waiting_for, 1, memory_order_acq_rel) == 1) {
        atomic_store_explicit(&waiting_for, 2, memory_order_relaxed);
        atomic_store_explicit(&sense, *my_sense, memory_order_release);
    } else {
        while (atomic_load_explicit(&sense, memory_order_acquire) != *my_sense)
            ;
    }
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    int my_sense = 0;
    for (int phase = 1; phase <= 2; phase++) {
        atomic_store_explicit(&step[me], phase, memory_order_relaxed);
        barrier(&my_sense);
        assert(atomic_load_explicit(&step[1 - me], memory_order_relaxed) >= phase);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
