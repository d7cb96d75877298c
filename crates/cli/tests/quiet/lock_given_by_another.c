// A mutex is given back by another thread than the one that took it, as a semaphore is. (Not allowed, but done.)
// broken: data race on x
#include "quiet.h"
#include <semaphore.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t taken;
int x;
void *work(void *unused) {
    sem_wait(&taken);
    x++;
    pthread_mutex_unlock(&lock);
    IF_BROKEN(x++);
    return 0;
}
void *later(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    sem_init(&taken, 0, 0);
    pthread_mutex_lock(&lock);
    pthread_t one = start(work, 0), two = start(later, 0);
    x++;
    sem_post(&taken);
    finish(one);
    finish(two);
}
