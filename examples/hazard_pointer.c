// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Hazard pointers (Michael 2004): before it uses a node, the reader announces it and checks that
// the node is still current; who replaces a node frees the old one only if nobody announced it.
// Announce-check on one side, replace-look on the other: store buffering again, so both sides need
// a full fence. hazard_pointer_broken.c lacks the reader's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int value;
};

static struct node first = {42}, second = {42};
static _Atomic(struct node *) current = &first;
static _Atomic(struct node *) hazard;  // what the reader is using right now

static void *reader(void *arg) {
    (void)arg;
    struct node *n = atomic_load_explicit(&current, memory_order_acquire);
    atomic_store_explicit(&hazard, n, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&current, memory_order_acquire) == n)  // still in use?
        assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 42);
    atomic_store_explicit(&hazard, NULL, memory_order_release);
    return NULL;
}

static void *replacer(void *arg) {
    (void)arg;
    struct node *old = atomic_exchange_explicit(&current, &second, memory_order_seq_cst);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&hazard, memory_order_acquire) != old)
        atomic_store_explicit(&old->value, -1, memory_order_relaxed);  // stands for free(old)
    return NULL;
}

int main(void) {
    pthread_t r, w;
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, replacer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
