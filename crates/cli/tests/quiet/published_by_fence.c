// Many wait for a relaxed flag, and a fence behind it makes up for that.
// broken: nothing orders them
#include "quiet.h"
#include <stdatomic.h>
int data[4];
atomic_int ready;
void *reads(void *unused) {
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) settle();
    UNLESS_BROKEN(atomic_thread_fence(memory_order_acquire);)
    return (void *)(long)(data[0] + data[3]);
}
int main(void) {
    pthread_t one = start(reads, 0), two = start(reads, 0);
    settle();
    data[0] = data[3] = 1;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    finish(one);
    finish(two);
}
