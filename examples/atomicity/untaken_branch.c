// Paper 003, Fig. 6: the violation leads into a branch that the run did not take, so only a prefix shows it.
#include <pthread.h>
#include "../../include/selvedge.h"

int x;

void *first(void *arg) {
    selvedge_atomic_begin();
    x = 0;
    int a = x + 1;
    selvedge_atomic_end();
    if (a == 1)
        x = 2;
    return arg;
}

void *second(void *arg) {
    x = 3;
    int b = x;
    return (void *)(long)b;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
