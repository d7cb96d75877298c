// A queue in a library that is not recorded, but for its lock.
// broken: data race on box
// with: plain_queue.so.c
#include "quiet.h"
void put(void *item);
void *take(void);
int box;
void *work(void *unused) {
    int *mine;
    while (!(mine = take())) sched_yield();
    ++*mine;
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(box++);
    put(&box);
    IF_BROKEN(box++);
    finish(thread);
}
