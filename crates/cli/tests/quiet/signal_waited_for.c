// What is prepared before a signal is sent is there when another thread has waited for it, in three ways.
// broken: data race on data
#include "quiet.h"
#include <signal.h>
int data;
sigset_t set;
void *work(void *kind) {
    int number, sum = 0;
    siginfo_t details;
    struct timespec long_time = {100, 0};
    if (!kind) sigwait(&set, &number);
    else if ((long)kind == 1) sigwaitinfo(&set, &details);
    else sigtimedwait(&set, &details, &long_time);
    sum += data;
    return (void *)(long)sum;
}
int main(void) {
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    for (long kind = 0; kind < 3; kind++) {
        pthread_t thread = start(work, (void *)kind);
        UNLESS_BROKEN(data++);
        if (kind == 0) pthread_kill(thread, SIGUSR1);
        else if (kind == 1) kill(getpid(), SIGUSR1);
        else sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 1});
        IF_BROKEN(data++);
        finish(thread);
    }
}
