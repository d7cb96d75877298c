// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// unwind: 2
//
// Reference counting: the object is freed by whoever drops the last reference. fetch_sub tells
// exactly one thread that it was the last; acq_rel makes all earlier uses by the others happen
// before the free. refcount_broken.c decrements and looks in two steps.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    atomic_int uses;
};

static void put(struct object *o) {
    if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) == 1)
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
