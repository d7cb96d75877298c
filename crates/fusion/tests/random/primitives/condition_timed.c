// A timed wait ends by the signal or for lack of time; either way the lock is taken again.
// expect: some
#include <pthread.h>
#include <time.h>
#include "../../../../../include/selvedge.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;
void *a(void *p) {
    struct timespec limit = {0, 0};
    selvedge_atomic_begin();
    pthread_mutex_lock(&m);
    int v = x;
    if (pthread_cond_timedwait(&c, &m, &limit) == 0)
        x = v + 1;
    else
        x = v + 2;
    pthread_mutex_unlock(&m);
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
