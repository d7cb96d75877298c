// Signals as something to be read.
// broken: data race on data
#include "quiet.h"
#include <signal.h>
#include <sys/signalfd.h>
int data, from;
void *work(void *unused) {
    struct signalfd_siginfo details;
    if (read(from, &details, sizeof details) != sizeof details) abort();
    data++;
    return 0;
}
int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    from = signalfd(-1, &set, 0);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(data++);
    kill(getpid(), SIGUSR1);
    IF_BROKEN(data++);
    finish(thread);
    close(from);
}
