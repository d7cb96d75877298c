// expect: sc=violation tso=violation pso=violation
// property: race
// A relaxed flag orders nothing: giving memory back races with the write to it.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int flag;
int *shared;
void *f(void *a) { shared[0] = 1; atomic_store_explicit(&flag, 1, memory_order_relaxed); return 0; }
void *g(void *a) { if (atomic_load_explicit(&flag, memory_order_relaxed)) free(shared); return 0; }
int main(void) { shared = malloc(4); pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
