// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 4
//
// A Michael-Scott queue that links the new node with a store instead of a compare-and-swap: two
// producers who both saw the end of the list overwrite each other's link, and one item is gone.
// Test-then-set on a shared variable is never atomic, under any model. Repaired in ms_queue.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node dummy, nodes[2];
static _Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(struct node *n) {
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *after = atomic_load_explicit(&last->next, memory_order_acquire);
        if (after == NULL) {
            atomic_store(&last->next, n);  // should be a compare-and-swap from NULL
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
        atomic_compare_exchange_strong(&tail, &last, after);  // help the one who is late
    }
}

static int dequeue(void) {
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *after = atomic_load_explicit(&first->next, memory_order_acquire);
        if (after == NULL)
            return 0;  // empty
        if (first == last)
            atomic_compare_exchange_strong(&tail, &last, after);
        else if (atomic_compare_exchange_strong(&head, &first, after))
            return after->value;
    }
}

static void *worker(void *arg) {
    struct node *mine = arg;
    mine->value = mine == &nodes[0] ? 1 : 2;
    enqueue(mine);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &nodes[0]);
    pthread_create(&b, NULL, worker, &nodes[1]);
    int early = dequeue();  // may come too early and get nothing
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = early + dequeue() + dequeue();
    assert(sum == 3 && dequeue() == 0);  // both values came out, once each
    return 0;
}
