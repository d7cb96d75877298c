// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: check and verify "safe: up to 55 loop iterations"; it fails with one round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
atomic_int k;
void *f(void *x) { k++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (__VERIFIER_nondet_int()) k++; pthread_join(t, 0); assert(k < 2); }
