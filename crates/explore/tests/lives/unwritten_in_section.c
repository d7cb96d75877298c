// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// The other section may come first.
#include <pthread.h>
#include <stdlib.h>
int *p; 
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
void *w(void *a) { __VERIFIER_atomic_begin(); *p = 5; __VERIFIER_atomic_end(); return 0; }
int main(void) {
    pthread_t t; p = malloc(4);
    pthread_create(&t, 0, w, 0);
    __VERIFIER_atomic_begin(); int x = *p; __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return x == 7;
}
