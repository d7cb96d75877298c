// Every thread is joined, or detached.
// broken: never joined
#include "quiet.h"
int x;
void *work(void *unused) {
    say_done(0);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    wait_for(0);
    UNLESS_BROKEN(finish(thread));
    thread = start(work, 0);
    wait_for(0);
    pthread_detach(thread);
    settle();
}
