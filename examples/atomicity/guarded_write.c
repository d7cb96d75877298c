// Paper 003, Fig. 1 (a): the write in the other thread depends on the block having run. Atomic.
#include <pthread.h>
#include "../../include/selvedge.h"

int x;

void *first(void *arg) {
    selvedge_atomic_begin();
    int a = x;
    x = a + 1;
    selvedge_atomic_end();
    return arg;
}

void *second(void *arg) {
    int b = x;
    if (b > 0)
        x = 5;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
