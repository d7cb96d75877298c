// One thread ends a child, another one waits for that by `waitid`.
// broken: data race on x
#include "quiet.h"
#include <signal.h>
#include <sys/wait.h>
int x;
pid_t child;
void *work(void *unused) {
    siginfo_t told;
    if (waitid(P_PID, child, &told, WEXITED) || told.si_pid != child) abort();
    x++;
    return 0;
}
int main(void) {
    child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    kill(child, SIGKILL);
    IF_BROKEN(x++);
    finish(thread);
    return x < 2;
}
