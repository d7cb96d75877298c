// A reader gives the lock back before it takes it for writing.
// broken: deadlock in the run itself
#include "quiet.h"
#include <signal.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *work(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    UNLESS_BROKEN(pthread_rwlock_unlock(&lock));
    pthread_rwlock_wrlock(&lock);
    x = seen + 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    IF_BROKEN(alarm(1));
    pthread_t thread = start(work, 0);
    finish(thread);
}
