// Who has taken a lock for reading changes nothing.
// broken: data race on hits
#include "quiet.h"
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int hits, table[4];
void *work(void *unused) {
    IF_BROKEN(pthread_rwlock_rdlock(&lock));
    UNLESS_BROKEN(pthread_rwlock_wrlock(&lock));
    hits += table[1] == 0;
    pthread_rwlock_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    return hits != 2;
}
