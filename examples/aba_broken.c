// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 5
//
// The ABA problem of lock-free stacks. The slow thread wants to pop node 1 and has read that node 2
// is below it. Meanwhile the quick one pops 1, pops 2, keeps 2 and pushes 1 again. The slow
// thread's compare-and-swap finds 1 on top, as if nothing had happened, and makes 2 the new top: a
// node that somebody else owns. It takes no weak memory. Repaired in aba.c with a tag that changes
// each time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Nodes are numbered 1 and 2, 0 is the end of the list.
static atomic_uint next[3] = {0, 2, 0};
static int taken[3];  // set by whoever keeps a node for good
static atomic_uint top = 1;

#define NODE(word) (word)
#define WORD(node, old) (node)

static void push(unsigned n) {
    unsigned old = atomic_load_explicit(&top, memory_order_acquire);
    do {
        atomic_store_explicit(&next[n], NODE(old), memory_order_relaxed);
    } while (!atomic_compare_exchange_strong(&top, &old, WORD(n, old)));
}

static unsigned pop(void) {
    unsigned old = atomic_load_explicit(&top, memory_order_acquire);
    unsigned below;
    do {
        if (NODE(old) == 0)
            return 0;
        below = atomic_load_explicit(&next[NODE(old)], memory_order_relaxed);
    } while (!atomic_compare_exchange_strong(&top, &old, WORD(below, old)));
    return NODE(old);
}

static void *slow(void *arg) {
    (void)arg;
    pop();
    return NULL;
}

static void *quick(void *arg) {
    (void)arg;
    unsigned first = pop();
    unsigned second = pop();
    if (first != 0 && second != 0) {
        taken[second] = 1;  // keep this one
        push(first);        // and put the other back
    }
    return NULL;
}

int main(void) {
    pthread_t s, q;
    pthread_create(&s, NULL, slow, NULL);
    pthread_create(&q, NULL, quick, NULL);
    pthread_join(s, NULL);
    pthread_join(q, NULL);
    assert(taken[NODE(atomic_load(&top))] == 0);  // what is on the stack belongs to nobody
    return 0;
}
