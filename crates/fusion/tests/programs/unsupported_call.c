// expect atomicity: none
// unknown: not supported
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    int v = x;
    pthread_cancel(pthread_self());
    x = v + 1;
    selvedge_atomic_end();
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    x = 5;
    pthread_join(t, 0);
    return 0;
}
