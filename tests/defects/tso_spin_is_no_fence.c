// expect: sc=safe tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: "safe: every execution"; natively 3,629 of 300,000 rounds fail.
#include <assert.h>
#include <pthread.h>
pthread_spinlock_t m, n;
volatile int x, y;
int a, b;
void *f(void *p) { pthread_spin_lock(&m); x = 1; pthread_spin_unlock(&m); a = y; return 0; }
void *g(void *p) { pthread_spin_lock(&n); y = 1; pthread_spin_unlock(&n); b = x; return 0; }
int main(void) {
    pthread_t s, t;
    pthread_spin_init(&m, 0); pthread_spin_init(&n, 0);
    pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(a || b);
}
