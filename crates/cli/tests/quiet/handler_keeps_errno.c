// A handler leaves errno as it was.
// broken: handler changes errno
#include "quiet.h"
#include <signal.h>
void handle(int number) {
    UNLESS_BROKEN(int kept = errno);
    close(-1);
    UNLESS_BROKEN(errno = kept);
    say_done(0);
}
void *work(void *unused) {
    errno = 0;
    say_done(1);
    wait_for(0);
    return 0;
}
int main(void) {
    signal(SIGUSR1, handle);
    pthread_t thread = start(work, 0);
    wait_for(1);
    pthread_kill(thread, SIGUSR1);
    finish(thread);
}
