// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: check "safe": a waiting loop that writes is taken for one that only waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int f, x;
void *th(void *z) { int v = x; f = 1; if (v == 9) x = 10; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, th, 0); while (!f) atomic_exchange(&x, 9); pthread_join(t, 0); assert(x != 10); }
