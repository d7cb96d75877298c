// Readers of one lock take another one for themselves: a cycle as soon as somebody takes the first for writing.
// broken: deadlock: 
#include "quiet.h"
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t row = PTHREAD_MUTEX_INITIALIZER;
int x;
void *reads(void *unused) {
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&row);
    x++;
    pthread_mutex_unlock(&row);
    pthread_rwlock_unlock(&table);
    say_done(0);
    return 0;
}
void *turned(void *unused) {
    pthread_mutex_lock(&row);
#ifdef BROKEN
    pthread_rwlock_wrlock(&table);
#else
    pthread_rwlock_rdlock(&table);
#endif
    x++;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&row);
    return 0;
}
int main(void) {
    pthread_t first = start(reads, 0);
    wait_for(0);
    pthread_t second = start(turned, 0);
    finish(first);
    finish(second);
}
