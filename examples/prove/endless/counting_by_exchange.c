// expect: sc=safe
//
// As many threads as you like count up by compare and swap; whoever has counted finds the counter above what it was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint counter;

static void *worker(void *unused) {
    unsigned before = counter;
    do {
        if (before == ~0u)
            return unused;
    } while (!atomic_compare_exchange_weak(&counter, &before, before + 1));
    assert(counter > before);
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
