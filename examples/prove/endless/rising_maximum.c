// expect: sc=safe
//
// As many threads as you like raise a maximum by compare and swap; none finds it below what it has brought.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int maximum;

static void *worker(void *unused) {
    int mine = __VERIFIER_nondet_int();
    int known = maximum;
    while (mine > known)
        if (atomic_compare_exchange_strong(&maximum, &known, mine))
            break;
    assert(maximum >= mine);
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
