// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 4
//
// Treiber's lock-free stack (1986): push and pop are one compare-and-swap on the top pointer each.
// Two threads push a node of their own and then pop whatever is on top: every node is popped
// exactly once and arrives with its contents. The release in push and the acquire in pop order
// contents and pointer. Nodes are used once here; what happens when a node comes back is told in
// aba_broken.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int value;
    atomic_int popped;
};

static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *n) {
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do {
        n->next = old;
    } while (!atomic_compare_exchange_weak_explicit(&top, &old, n, memory_order_release,
                                                    memory_order_relaxed));
}

static struct node *pop(void) {
    struct node *old = atomic_load_explicit(&top, memory_order_acquire);
    while (old != NULL && !atomic_compare_exchange_weak_explicit(&top, &old, old->next,
                                                                 memory_order_acquire,
                                                                 memory_order_acquire))
        ;
    return old;
}

static void *worker(void *arg) {
    struct node *mine = arg;
    mine->value = 42;
    push(mine);
    struct node *got = pop();
    assert(got != NULL && got->value == 42);
    assert(atomic_fetch_add_explicit(&got->popped, 1, memory_order_relaxed) == 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&top) == NULL);
    return 0;
}
