// A spinlock in assembly.
// broken: data race on x
// clang: only
#include "quiet.h"
#include <sched.h>
volatile int lock;
int x;
static int exchange(volatile int *at, int value) {
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}
void *work(void *unused) {
    for (int round = 0; round < 100; round++) {
        UNLESS_BROKEN(while (exchange(&lock, 1)) sched_yield());
        x++;
        UNLESS_BROKEN(exchange(&lock, 0));
    }
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    exchange(&lock, 2);
}
