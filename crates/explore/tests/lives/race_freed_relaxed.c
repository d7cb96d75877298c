// expect: sc=violation tso=violation pso=violation
// property: race
// The same for memory that only the other thread has written, and nobody else ever touches.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
int *_Atomic shared;
void *f(void *a) { int *p = malloc(4); *p = 3; atomic_store_explicit(&shared, p, memory_order_relaxed); return 0; }
void *g(void *a) { int *p = atomic_load_explicit(&shared, memory_order_relaxed); if (p) free(p); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
