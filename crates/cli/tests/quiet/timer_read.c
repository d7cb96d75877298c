// Who sets a timer comes before who reads that it has gone off.
// broken: data race on data
#include "quiet.h"
#include <sys/timerfd.h>
int data, timer;
void *work(void *unused) {
    long count;
    if (read(timer, &count, sizeof count) != sizeof count) abort();
    data++;
    return 0;
}
int main(void) {
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(data++);
    struct itimerspec time = {.it_value = {0, 1000000}};
    timerfd_settime(timer, 0, &time, 0);
    IF_BROKEN(data++);
    finish(thread);
    close(timer);
}
