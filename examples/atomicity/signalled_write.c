// Paper 003, Fig. 1 (b): the write in the other thread waits for a signal that comes after the block. Atomic.
#include <pthread.h>
#include "../../include/selvedge.h"

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    x = 3;
    return arg;
}

void *block(void *arg) {
    selvedge_atomic_begin();
    x = 1;
    int a = x + 1;
    selvedge_atomic_end();
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return (void *)(long)a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, block, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
