// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// The block does not end before the other thread has looked.
#include <pthread.h>
#include <semaphore.h>
int *shared;
sem_t given, seen;
void *reads(void *arg) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&given);
        (void)*(volatile int *)shared;
        sem_post(&seen);
    }
    return 0;
}
int main(void) {
    pthread_t thread;
    sem_init(&given, 0, 0);
    sem_init(&seen, 0, 0);
    pthread_create(&thread, 0, reads, 0);
    for (int i = 0; i < 2; i++) {
        int value = i;
        shared = &value;
        sem_post(&given);
        sem_wait(&seen);
    }
    pthread_join(thread, 0);
    return 0;
}
