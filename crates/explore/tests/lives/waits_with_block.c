// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// Each round has a variable of its own, and waits all the same.
#include <pthread.h>
#include <stdatomic.h>
atomic_int f;
static void get(int *v) { *v = atomic_load(&f); }
void *w(void *a) { atomic_store(&f, 1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    for (;;) { int v; get(&v); if (v > 0) break; }
    pthread_join(t, 0);
    return 0;
}
