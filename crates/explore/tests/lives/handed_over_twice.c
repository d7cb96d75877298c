// expect: sc=violation tso=violation
// property: memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) box;
void *give(void *a) { int *p = malloc(4); *p = 7; atomic_store(&box, p); return 0; }
void *take(void *a) { int *p = atomic_load(&box); if (p) free(p); return 0; }
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, give, 0);
    pthread_create(&b, 0, take, 0);
    pthread_create(&c, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
}
