// expect: sc=safe tso=safe pso=safe
// property: race
// Made by one thread, handed over under a lock, freed by the other: the free comes behind all uses.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *shared;
void *f(void *a) { int *p = malloc(sizeof *p); *p = 5; pthread_mutex_lock(&m); shared = p; pthread_mutex_unlock(&m); return 0; }
void *g(void *a) { pthread_mutex_lock(&m); int *p = shared; shared = 0; pthread_mutex_unlock(&m); if (p) { int v = *p; (void)v; free(p); } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }
