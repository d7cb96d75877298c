// expect: sc=violation tso=violation
// property: race
// Freed beside a read of its other half.
#include <pthread.h>
#include <stdlib.h>
int *shared;
void *f(void *a) { int *p = shared; free(p); return 0; }
void *g(void *a) { int *p = shared; int x = p[1]; return 0; }
int main(void) { shared = malloc(8); shared[0] = shared[1] = 2; pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
