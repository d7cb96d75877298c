// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 5
//
// The ABA problem of lock-free stacks, cured with a tag (see aba_broken.c): the top word holds the
// node in its low byte and above it a count of changes. When the quick thread has popped 1 and 2
// and pushed 1 back, node 1 is on top again but the tag is another, so the slow thread's compare-
// and-swap fails and it starts over. (Hazard pointers are the other cure: hazard_pointer.c.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Nodes are numbered 1 and 2, 0 is the end of the list.
static atomic_uint next[3] = {0, 2, 0};
static int taken[3];  // set by whoever keeps a node for good
static atomic_uint top = 1;  // low byte: node; the rest: tag

#define NODE(word) ((word) & 0xffu)
#define WORD(node, old) ((node) | (((old) & ~0xffu) + 0x100u))

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
