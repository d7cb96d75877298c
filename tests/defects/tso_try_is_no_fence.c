// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// A call that fails or only looks is no fence. Was: explore "safe", since operations on one object were one chain.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; sem_t s, u; pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER; pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
volatile int x, y; int a, b;
void *f(void *p) { x = 1; pthread_mutex_trylock(&m); a = y; return 0; }
void *g(void *p) { y = 1; pthread_mutex_trylock(&m); b = x; return 0; }
int main(void) { pthread_t q, r; int v; sem_init(&s, 0, 0); sem_init(&u, 0, 0); pthread_mutex_lock(&m); pthread_rwlock_wrlock(&w);
 pthread_create(&q, 0, f, 0); pthread_create(&r, 0, g, 0); pthread_join(q, 0); pthread_join(r, 0); assert(a || b); }
