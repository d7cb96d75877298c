// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: check "safe (every execution)"; goes away with a statically initialised tail, or with 0 as the desired value.
#include <assert.h>
#include <pthread.h>
struct node { struct node *next; };
static struct node head, it, *tail;
static void *enq(void *a) { tail->next = &it; return 0; }
int main(void) {
    pthread_t t;
    tail = &head;
    pthread_create(&t, 0, enq, 0);
    pthread_join(t, 0);
    __sync_val_compare_and_swap(&tail, head.next, &it);
    assert(0);
}
