// Thousands of threads, a few at a time, that count and look at relaxed atomics again and again.
// broken: data race
#include "quiet.h"
#include <stdatomic.h>
_Atomic int count, most;
int last;
void *work(void *number) {
    for (int i = 0; i < 20; i++) {
        int now = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
        if (now > atomic_load_explicit(&most, memory_order_relaxed)) atomic_store_explicit(&most, now, memory_order_relaxed);
    }
    IF_BROKEN(last = (int)(long)number;)
    return 0;
}
int main(void) {
    enum { AT_ONCE = 4 };
    pthread_t threads[AT_ONCE];
    for (long i = 0; i < 1000; i++) {
        for (int j = 0; j < AT_ONCE; j++) threads[j] = start(work, (void *)i);
        for (int j = 0; j < AT_ONCE; j++) finish(threads[j]);
    }
    return last > 1000;
}
