// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: prove "proved, by all states of all threads" under SC, TSO, PSO.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void *f(void *p) { return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) assert(0); }
