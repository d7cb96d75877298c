// All ways to join.
// broken: data race on x
#include "quiet.h"
int x;
void *work(void *unused) {
    x++;
    return 0;
}
int main(void) {
    struct timespec monotonic = soon(CLOCK_MONOTONIC), real = soon(CLOCK_REALTIME);
    pthread_t thread = start(work, 0);
    IF_BROKEN(x++);
    if (pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &monotonic)) return 1;
    x++;
    thread = start(work, 0);
    if (pthread_timedjoin_np(thread, 0, &real)) return 2;
    x++;
    thread = start(work, 0);
    while (pthread_tryjoin_np(thread, 0)) settle();
    x++;
}
