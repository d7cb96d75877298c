// expect atomicity: none
// expect deadlock: none
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_barrier_t r;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    x = 1;
    x = x + 1;
    selvedge_atomic_end();
    pthread_barrier_wait(&r);
    return p;
}
void *b(void *p) {
    if (pthread_barrier_wait(&r) == PTHREAD_BARRIER_SERIAL_THREAD)
        x = 5;
    else
        x = 6;
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&r, 0, 2);
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
