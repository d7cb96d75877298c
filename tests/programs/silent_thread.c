// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// A thread that does nothing visible changes nothing about what the others can do.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void *f(void *p) { return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    if (__VERIFIER_nondet_int())
        assert(0);
}
