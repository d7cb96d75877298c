// expect: sc=safe rmo=safe
// property: assert
//
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t1(void *a) { while (!atomic_load(&x)) if (atomic_load(&x) == 2) break; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t1, 0); atomic_store(&x, 1); return 0; }
