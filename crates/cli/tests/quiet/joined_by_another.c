// Threads are joined by one thread and made by another, which gets their stacks again.
// broken: data race on sum
#include "quiet.h"
#include <semaphore.h>
enum { COUNT = 6 };
pthread_t made[COUNT];
sem_t is_made;
int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) {
    int local[64];
    for (int at = 0; at < 64; at++) ((volatile int *)local)[at] = at;
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    sum += ((volatile int *)local)[3];
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
void *joiner(void *unused) {
    for (int index = 0; index < COUNT; index++) {
        sem_wait(&is_made);
        finish(made[index]);
    }
    return 0;
}
int main(void) {
    sem_init(&is_made, 0, 0);
    pthread_t thread = start(joiner, 0);
    for (int index = 0; index < COUNT; index++) {
        made[index] = start(work, 0);
        sem_post(&is_made);
        settle();
    }
    finish(thread);
}
