// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// should be: safe: a sequentially consistent store is a fence wherever it goes. Was: check found an execution under TSO that it could not show, since
// `own` is touched by no other thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, a, b;
atomic_int own[2];

void *first(void *arg) {
    x = 1;
    own[0] = 1;
    a = y;
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, first, 0);
    y = 1;
    own[1] = 1;
    b = x;
    pthread_join(id, 0);
    assert(a || b);
}
