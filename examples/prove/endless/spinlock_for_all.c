// expect: sc=safe
//
// A lock of one exchanged word for as many threads as you like.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static volatile int inside;

static void *worker(void *unused) {
    for (;;) {
        while (atomic_exchange(&taken, 1))
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&taken, 0);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
