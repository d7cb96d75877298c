// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// The work-stealing queue of Chase and Lev, in the C11 form of Lê et al. (PPoPP 2013): the owner
// takes work from the bottom, thieves steal from the top, and only for the last item do they fight
// with a compare-and-swap. No piece of work is done twice. The owner lowers 'bottom', then reads
// 'top'; the thief reads 'top', then 'bottom': a full fence on both sides makes one of them notice.
// work_stealing_broken.c lacks the owner's.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NOTHING 0

static atomic_int top, bottom = 2;
static atomic_int items[2] = {11, 22};  // two pieces of work are in the queue already
static int owner_got, thief_got[2];

static int take(void) {  // the owner, from the bottom
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    int item = NOTHING;
    if (t <= b)
        item = atomic_load_explicit(&items[b], memory_order_relaxed);
    if (t < b)
        return item;  // more than one left: no thief can be after this one
    if (t == b && !atomic_compare_exchange_strong(&top, &t, t + 1))
        item = NOTHING;  // a thief was quicker
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return item;
}

static int steal(void) {  // a thief, from the top
    int t = atomic_load_explicit(&top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return NOTHING;
    int item = atomic_load_explicit(&items[t], memory_order_relaxed);
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : NOTHING;
}

static void *owner(void *arg) {
    (void)arg;
    owner_got = take();
    return NULL;
}

static void *thief(void *arg) {
    (void)arg;
    thief_got[0] = steal();
    thief_got[1] = steal();
    return NULL;
}

int main(void) {
    pthread_t o, t;
    pthread_create(&o, NULL, owner, NULL);
    pthread_create(&t, NULL, thief, NULL);
    pthread_join(o, NULL);
    pthread_join(t, NULL);
    assert(owner_got == NOTHING || (owner_got != thief_got[0] && owner_got != thief_got[1]));
    assert(thief_got[0] == NOTHING || thief_got[0] != thief_got[1]);
    return 0;
}
