// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// unwind: 2
//
// Reference counting in two steps: decrement, then look whether the count is zero. Both threads can
// decrement first and then both find zero, so the object is freed twice; or one frees it while the
// other has yet to look, which is a use after free. Under every model, though each step is atomic.
// Repaired in refcount.c: the decrement itself returns the value to decide by.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    atomic_int uses;
};

static void put(struct object *o) {
    atomic_fetch_sub(&o->references, 1);
    if (atomic_load(&o->references) == 0)
        free(o);
}

static void *user(void *arg) {
    struct object *o = arg;
    atomic_fetch_add_explicit(&o->uses, 1, memory_order_relaxed);
    put(o);
    return NULL;
}

int main(void) {
    struct object *o = malloc(sizeof *o);
    if (o == NULL)
        return 1;
    atomic_init(&o->references, 2);
    atomic_init(&o->uses, 0);

    pthread_t a, b;
    pthread_create(&a, NULL, user, o);
    pthread_create(&b, NULL, user, o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
