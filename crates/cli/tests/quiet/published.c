// Data is published through a flag, an index and a fence, and counted in passing.
// broken: nothing orders them
#include "quiet.h"
#include <stdatomic.h>
int data, fenced, chained;
atomic_int ready, told, head, counter;
#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
void *writes(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, RELEASE);
    fenced = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&told, 1, memory_order_relaxed);
    chained = 1;
    atomic_store_explicit(&head, 1, memory_order_release);
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return 0;
}
// Goes on with what was released, though it releases nothing itself.
void *counts(void *unused) {
    while (atomic_load_explicit(&head, memory_order_relaxed) == 0) settle();
    atomic_fetch_add_explicit(&head, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return 0;
}
void *reads(void *unused) {
    while (!atomic_load_explicit(&ready, memory_order_acquire)) settle();
    int sum = data;
    while (!atomic_load_explicit(&told, memory_order_relaxed)) settle();
    atomic_thread_fence(memory_order_acquire);
    sum += fenced;
    while (atomic_load_explicit(&head, memory_order_acquire) < 2) settle();
    sum += chained;
    atomic_fetch_add_explicit(&counter, sum, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t one = start(writes, 0), two = start(counts, 0), three = start(reads, 0);
    finish(one);
    finish(two);
    finish(three);
    return atomic_load(&counter) == 5 ? 0 : 7;
}
