// expect: sc=safe tso=safe pso=violation rmo=violation
// property: memory
// The flag may be seen before what it stands for: then nobody has written that yet.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
int *p; atomic_int flag;
void *w(void *a) { *p = 5; atomic_store_explicit(&flag, 1, memory_order_relaxed); return 0; }
int main(void) {
    pthread_t t; p = malloc(4);
    pthread_create(&t, 0, w, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) { int x = *p; if (x == 7) return 1; }
    pthread_join(t, 0);
    return *p;
}
