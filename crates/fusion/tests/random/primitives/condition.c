// A wait is two steps: the lock is given back, and taken again after the signal.
// expect: some
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, ready;
void *a(void *p) {
    selvedge_atomic_begin();
    pthread_mutex_lock(&m);
    int v = x;
    while (!ready)
        pthread_cond_wait(&c, &m);
    x = v + 1;
    pthread_mutex_unlock(&m);
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    pthread_mutex_lock(&m);
    x = 5;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
