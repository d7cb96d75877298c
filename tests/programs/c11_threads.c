// expect: sc=safe
// property: assert deadlock memory
//
// C11 threads, mutexes, condition variables and thread-specific storage.

#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
mtx_t m;
cnd_t c;
int ready;
once_flag of = ONCE_FLAG_INIT;
int n;
tss_t key;
atomic_int d;
void ini(void) { n++; }
void dt(void *p) { d++; }
int w(void *a) {
    call_once(&of, ini);
    tss_set(key, a);
    mtx_lock(&m);
    while (!ready)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    if (*(int *)a == 3)
        thrd_exit(9);
    return -4;
}
struct big {
    long a, b, c;
};
_Atomic struct big g;
int main() {
    int x = 3, y = 4, r;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    tss_create(&key, dt);
    thrd_t a, b;
    assert(thrd_create(&a, w, &x) == thrd_success);
    thrd_create(&b, w, &y);
    mtx_lock(&m);
    ready = 1;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    assert(thrd_join(a, &r) == thrd_success && r == 9);
    thrd_join(b, &r);
    assert(r == -4 && n == 1 && d == 2);
    mtx_t q;
    mtx_init(&q, mtx_recursive | mtx_timed);
    assert(mtx_trylock(&q) == thrd_success && mtx_trylock(&q) == thrd_success);
    struct big v = {1, 2, 3};
    atomic_store(&g, v);
    struct big o = atomic_exchange(&g, ((struct big){4, 5, 6}));
    assert(o.b == 2);
    struct big e = {4, 5, 6};
    assert(atomic_compare_exchange_strong(&g, &e, v));
    assert(!atomic_compare_exchange_strong(&g, &e, v) && e.c == 3);
    o = atomic_load(&g);
    assert(o.a == 1);
    return 0;
}
