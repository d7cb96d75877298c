// Threads are given the same stack one after another, and wait for each other by join.
// broken: data race on turns
#include "quiet.h"
int turns;
void *work(void *unused) {
    int local[256];
    for (int at = 0; at < 256; at++) ((volatile int *)local)[at] = at;
    turns++;
    return 0;
}
int main(void) {
    void *stack = aligned_alloc(4096, 1 << 18);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, 1 << 18);
    for (int round = 0; round < 3; round++) {
        pthread_t thread;
        pthread_create(&thread, &attributes, work, 0);
        IF_BROKEN(turns++);
        finish(thread);
    }
    free(stack);
}
