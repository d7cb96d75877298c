// Fig. 1 (b) without signal and wait: the write may come in between.
#include <pthread.h>
#include "../../include/selvedge.h"

int x;

void *waiter(void *arg) {
    x = 3;
    return arg;
}

void *block(void *arg) {
    selvedge_atomic_begin();
    x = 1;
    int a = x + 1;
    selvedge_atomic_end();
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
