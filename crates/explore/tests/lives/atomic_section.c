// expect: sc=safe
// property: memory
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *p, r, gone;
void *f(void *a) { __VERIFIER_atomic_begin(); if (!gone) r = *p; __VERIFIER_atomic_end(); return 0; }
int main(void) {
    p = malloc(4);
    *p = 1;
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    __VERIFIER_atomic_begin();
    gone = 1;
    free(p);
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
}
