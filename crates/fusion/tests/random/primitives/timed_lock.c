// A lock that is given up for lack of time.
// expect: some
#include <pthread.h>
#include <time.h>
#include "../../../../../include/selvedge.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    struct timespec limit = {0, 0};
    if (pthread_mutex_timedlock(&m, &limit) == 0) {
        x = 5;
        pthread_mutex_unlock(&m);
    } else {
        x = 7;
    }
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
