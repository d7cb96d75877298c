// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// One-time initialisation by hand: test a flag, initialise, set the flag. Even with sequentially
// consistent atomics two threads can both pass the test before either sets the flag, and the log is
// opened twice. Atomic accesses do not make an atomic action. Repaired in once.c with pthread_once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;
static atomic_int times_opened;

static void *user(void *arg) {
    (void)arg;
    if (!atomic_load(&initialised)) {
        atomic_fetch_add(&times_opened, 1);
        atomic_store(&initialised, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&times_opened) == 1);
    return 0;
}
