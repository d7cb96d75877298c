// A thread works until it is told to stop.
// broken: data race on stop
#include "quiet.h"
#include <stdatomic.h>
#ifdef BROKEN
volatile int stop;
#else
atomic_int stop;
#endif
int rounds;
void *work(void *unused) {
    while (!stop) {
        rounds++;
        usleep(1000);
    }
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    settle();
    stop = 1;
    finish(thread);
    return rounds < 0;
}
