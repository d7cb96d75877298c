// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// should be: violation, or EDEADLK as glibc may return: decide once, for all engines. Was: check "safe", explore deadlock.
#include <pthread.h>
pthread_t a, b;
pthread_mutex_t go = PTHREAD_MUTEX_INITIALIZER;
void *f(void *x) { pthread_mutex_lock(&go); pthread_mutex_unlock(&go); pthread_join(b, 0); return 0; }
void *g(void *x) { pthread_mutex_lock(&go); pthread_mutex_unlock(&go); pthread_join(a, 0); return 0; }
int main(void) { pthread_mutex_lock(&go); pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_mutex_unlock(&go); pthread_exit(0); }
