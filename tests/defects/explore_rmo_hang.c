// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// should be: safe. Was: explore never returns, --timeout and Ctrl-C are not seen; check settles it in 1 ms.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t1(void *a) { while (!atomic_load(&x)) if (atomic_load(&x) == 2) break; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t1, 0); atomic_store(&x, 1); return 0; }
