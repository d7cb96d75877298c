// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 4
//
// A ring buffer for one producer and one consumer, without locks. Each index is written by one side
// only; the releasing store of 'tail' hands over a filled slot, the releasing store of 'head' an
// empty one. The items come out complete and in order. spsc_ring_broken.c publishes the filled slot
// with a relaxed store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
#define ITEMS 3

static int slot[SLOTS];
static atomic_uint head;  // items taken so far; written by the consumer only
static atomic_uint tail;  // items put so far; written by the producer only

static void put(int value) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    while (t - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
        ;  // full
    slot[t % SLOTS] = value;
    atomic_store_explicit(&tail, t + 1, memory_order_release);
}

static int take(void) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    while (atomic_load_explicit(&tail, memory_order_acquire) == h)
        ;  // empty
    int value = slot[h % SLOTS];
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return value;
}

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 1; i <= ITEMS; i++)
        assert(take() == i);
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
