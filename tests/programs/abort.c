// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *p) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    if (x)
        abort();
}
