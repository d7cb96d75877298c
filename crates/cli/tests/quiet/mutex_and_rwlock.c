// A mutex and a reader-writer lock are taken in one order.
// broken: deadlock: 
#include "quiet.h"
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *reader(void *unused) {
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&mutex);
    x++;
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&table);
    say_done(0);
    return 0;
}
int main(void) {
    pthread_t thread = start(reader, 0);
    wait_for(0);
    IF_BROKEN(pthread_mutex_lock(&mutex));
    pthread_rwlock_wrlock(&table);
    UNLESS_BROKEN(pthread_mutex_lock(&mutex));
    x++;
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&table);
    finish(thread);
}
