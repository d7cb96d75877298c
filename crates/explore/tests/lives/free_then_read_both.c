// expect: sc=violation tso=violation pso=violation
// property: memory
#include <pthread.h>
#include <stdlib.h>
int *p, r;
void *f(void *a) { free(p); r = *p; return 0; }
int main(void) {
    p = malloc(4);
    *p = 1;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
