// A counter tells readers whether what they have read, atomically, belongs together.
// broken: data race on plain
#include "quiet.h"
#include <stdatomic.h>
atomic_uint count;
atomic_int one, two;
int plain;
void *reader(void *unused) {
    for (int round = 0; round < 50; round++) {
        unsigned before, after;
        int a, b;
        do {
            before = atomic_load_explicit(&count, memory_order_acquire);
            a = atomic_load_explicit(&one, memory_order_relaxed);
            b = atomic_load_explicit(&two, memory_order_relaxed);
            atomic_thread_fence(memory_order_acquire);
            after = atomic_load_explicit(&count, memory_order_relaxed);
        } while (before != after || before & 1);
        if (a != b) abort();
        IF_BROKEN(plain = a);
    }
    return 0;
}
int main(void) {
    pthread_t thread = start(reader, 0);
    for (int round = 0; round < 50; round++) {
        atomic_fetch_add(&count, 1);
        atomic_store_explicit(&one, round, memory_order_release);
        atomic_store_explicit(&two, round, memory_order_release);
        atomic_fetch_add(&count, 1);
        IF_BROKEN(plain = round);
    }
    finish(thread);
}
