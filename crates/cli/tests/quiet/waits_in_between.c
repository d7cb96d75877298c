// What was read in one section is set in the next: the thread has waited for who changes it in between.
// broken: lost update: T
#include "quiet.h"
#include <semaphore.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t done;
int filled, rounds;
void take(void) {
    pthread_mutex_lock(&lock);
    rounds += !filled;
    pthread_mutex_unlock(&lock);
    UNLESS_BROKEN(sem_wait(&done));
    pthread_mutex_lock(&lock);
    filled = 0;
    pthread_mutex_unlock(&lock);
}
void *fill(void *unused) {
    IF_BROKEN(wait_for(0));
    pthread_mutex_lock(&lock);
    filled = 1;
    pthread_mutex_unlock(&lock);
    sem_post(&done);
    return 0;
}
int main(void) {
    sem_init(&done, 0, 0);
    pthread_t thread = start(fill, 0);
    take();
    IF_BROKEN(say_done(0));
    finish(thread);
}
