// A timer runs a function in a thread of its own.
// broken: data race on x
// link: -lrt
#include "quiet.h"
#include <semaphore.h>
#include <signal.h>
int x;
sem_t done;
void expired(union sigval value) {
    if (value.sival_ptr != &x || x++ < 1) abort();
    sem_post(&done);
}
int main(void) {
    sem_init(&done, 0, 0);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired, .sigev_value.sival_ptr = &x};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer)) abort();
    x = 1;
    struct itimerspec when = {.it_value.tv_nsec = 1000000};
    timer_settime(timer, 0, &when, 0);
    IF_BROKEN(x++);
    while (sem_wait(&done)) {}
    x++;
    timer_delete(timer);
}
