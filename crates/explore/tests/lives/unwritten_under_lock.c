// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// Nobody ever writes the second member.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct s { int a, b; } *p; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *w(void *a) { pthread_mutex_lock(&m); p->a = 5; n++; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t; p = malloc(sizeof *p);
    pthread_create(&t, 0, w, 0);
    pthread_mutex_lock(&m); if (n) { int x = p->b; if (x == 3) n = 7; } pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
