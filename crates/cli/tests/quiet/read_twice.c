// A thread takes a lock for reading twice and uses what it protects when it has given back one of the two.
// broken: data race on x
#include "quiet.h"
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    IF_BROKEN(pthread_rwlock_unlock(&lock));
    volatile int seen = x;
    (void)seen;
    UNLESS_BROKEN(pthread_rwlock_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t one = start(reader, 0), two = start(reader, 0);
    pthread_rwlock_wrlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    finish(one);
    finish(two);
}
