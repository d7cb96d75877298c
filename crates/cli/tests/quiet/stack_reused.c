// Detached threads one after another, with their stacks and thread-local variables where the others' were.
// broken: data race on turns
#include "quiet.h"
int turns;
static __thread int own[64];
__attribute__((noinline)) void fill(int *at, int count, int value) {
    for (int index = 0; index < count; index++) at[index] = value;
}
__attribute__((noinline)) long sum(int *at, int count) {
    long all = 0;
    for (int index = 0; index < count; index++) all += at[index];
    return all;
}
void *work(void *number) {
    int local[256];
    fill(local, 256, (int)(long)number);
    fill(own, 64, 1);
    volatile long all = sum(local, 256) + sum(own, 64);
    (void)all;
    IF_BROKEN(turns++);
    return 0;
}
int main(void) {
    for (long number = 0; number < 6; number++) {
        start_detached(work, (void *)number);
        settle();
    }
}
