// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: explore panics (witness.rs: index 0 of length 0) when main fails before a new thread has taken a step.
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(x == 1); }
