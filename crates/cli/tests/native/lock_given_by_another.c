// A mutex is given back by another thread than the one that took it, as a semaphore is: not allowed, and told. Who takes it from then on
// comes after that, so that there is no race on x.
// expect: unlock of another's lock in the run itself
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t taken;
int x;
void *work(void *unused) {
    sem_wait(&taken);
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
void *later(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t one, two;
    sem_init(&taken, 0, 0);
    pthread_mutex_lock(&lock);
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, later, 0);
    x++;
    sem_post(&taken);
    pthread_join(one, 0);
    pthread_join(two, 0);
}
