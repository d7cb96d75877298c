// expect atomicity: 10 17 11
#include <pthread.h>
#include <stdlib.h>
#include "../../../../include/selvedge.h"

int *cell;

void *a(void *p) {
    selvedge_atomic_begin();
    int v = *cell;
    *cell = v + 1;
    selvedge_atomic_end();
    return p;
}

void *b(void *p) {
    *cell = 9;
    free(cell); /* never before line 11: that would be another mistake */
    return p;
}

int main(void) {
    pthread_t t[2];
    cell = calloc(1, sizeof *cell);
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
