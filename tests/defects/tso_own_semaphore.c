// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// A thread sees the semaphore that it has just made before others do. Was: check and explore "safe".
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
int x, y, a = 1, b = 1, v;
sem_t s;
void *f(void *p) { x = 1; sem_init(&s, 0, 0); sem_getvalue(&s, &v); a = y; return 0; }
void *g(void *p) { y = 1; atomic_thread_fence(memory_order_seq_cst); b = x; return 0; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(s, 0); pthread_join(t, 0);
    assert(a || b);
}
