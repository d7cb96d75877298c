// Nobody leaves before all have come; the last one is told so.
// expect: some
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_barrier_t bar;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    x = 1;
    if (pthread_barrier_wait(&bar) == PTHREAD_BARRIER_SERIAL_THREAD)
        x = 2;
    x = x + 1;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    x = 5;
    pthread_barrier_wait(&bar);
    x = 6;
    return p;
}
int main(void) {
    pthread_barrier_init(&bar, 0, 2);
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
