// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 4
//
// Michael and Scott's lock-free queue (1996): link the new node behind the last one with a compare-
// and-swap, then swing the tail; who finds the tail lagging helps it along. Two producers, and main
// as the consumer: no item is lost or doubled. (Nodes are never reused, so no ABA here.)
// ms_queue_broken.c links with a plain store.
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
            struct node *nothing = NULL;
            if (atomic_compare_exchange_strong(&last->next, &nothing, n)) {
                atomic_compare_exchange_strong(&tail, &last, n);
                return;
            }
        } else {
            atomic_compare_exchange_strong(&tail, &last, after);  // help the one who is late
        }
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
