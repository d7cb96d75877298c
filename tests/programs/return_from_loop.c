// expect: sc=safe tso=safe pso=safe rmo=unknown
// property: assert memory
//
// A `return` out of an endless loop, past the end of a variable's life: clang leaves both ways out of the block to one clean-up.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int item;

static int take(void) {
    for (;;) {
        int seen = atomic_load(&item);
        if (seen != 0) return seen;
    }
}

static void *give(void *unused) {
    atomic_store(&item, 1);
    return unused;
}

int main(void) {
    pthread_t giver;
    pthread_create(&giver, 0, give, 0);
    assert(take() == 1);
    pthread_join(giver, 0);
    return 0;
}
