// expect: sc=violation tso=violation pso=violation rmo=violation
// property: race
// should be: violation (a relaxed flag orders nothing). Was: verify and check "safe: every execution" under all models, explore "a data race that cannot be shown", litmus --races: race.
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int y;
void *t1(void *a) { x = 1; atomic_store_explicit(&y, 1, memory_order_relaxed); return 0; }
void *t2(void *a) { int r = 0; if (atomic_load_explicit(&y, memory_order_relaxed)) r = x; (void)r; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
