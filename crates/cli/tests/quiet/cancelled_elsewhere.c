// Threads are cancelled while they wait for a semaphore, read, and join, with a lock held that a handler gives back.
// broken: data race on x
#include "quiet.h"
#include <semaphore.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t never;
int ends[2], x;
void unlock(void *unused) {
    x++;
    pthread_mutex_unlock(&lock);
}
void *work(void *kind) {
    char byte;
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    IF_BROKEN(x++; if (0) pthread_mutex_lock(&lock));
    pthread_cleanup_push(unlock, 0);
    if (kind) sem_wait(&never);
    else if (read(ends[0], &byte, 1)) abort();
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    sem_init(&never, 0, 0);
    if (pipe(ends)) return 1;
    for (long kind = 0; kind < 2; kind++) {
        pthread_t thread = start(work, (void *)kind);
        settle();
        pthread_cancel(thread);
        pthread_mutex_lock(&lock);
        x += 10;
        pthread_mutex_unlock(&lock);
        finish(thread);
    }
}
