// A thread waits for a handler by sigsuspend; a timer sends the signal, and a handler of a POSIX timer another.
// broken: data race on data
#include "quiet.h"
#include <signal.h>
#include <sys/time.h>
int data;
volatile sig_atomic_t is_over;
void handle(int number) { is_over = number; }
void *work(void *unused) {
    sigset_t none;
    sigemptyset(&none);
    while (!is_over) sigsuspend(&none);
    data++;
    return 0;
}
int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    signal(SIGALRM, handle);
    signal(SIGUSR2, handle);
    for (int kind = 0; kind < 2; kind++) {
        is_over = 0;
        pthread_t thread = start(work, 0);
        UNLESS_BROKEN(data++);
        if (kind) {
            struct itimerval soon = {.it_value = {0, 1000}};
            setitimer(ITIMER_REAL, &soon, 0);
        } else {
            timer_t timer;
            struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
            timer_create(CLOCK_MONOTONIC, &event, &timer);
            struct itimerspec time = {.it_value = {0, 1000000}};
            timer_settime(timer, 0, &time, 0);
        }
        IF_BROKEN(data++);
        finish(thread);
    }
}
