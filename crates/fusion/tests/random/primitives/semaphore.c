// A semaphore as a lock on one side, tried and given up on the other.
// expect: some
#include <pthread.h>
#include <semaphore.h>
#include "../../../../../include/selvedge.h"
sem_t s;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    sem_wait(&s);
    int v = x;
    sem_post(&s);
    x = v + 1;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    int n = 0;
    sem_getvalue(&s, &n);
    if (sem_trywait(&s) == 0) {
        x = 5;
        sem_post(&s);
    } else {
        x = 7 + n;
    }
    return p;
}
int main(void) {
    sem_init(&s, 0, 1);
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
