// expect: sc=safe tso=safe pso=safe
// property: race
// Published and taken: nothing races.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
int *_Atomic shared;
void *f(void *a) { int *p = malloc(4); *p = 3; atomic_store_explicit(&shared, p, memory_order_release); return 0; }
void *g(void *a) { int *p = atomic_load_explicit(&shared, memory_order_acquire); if (p) free(p); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
