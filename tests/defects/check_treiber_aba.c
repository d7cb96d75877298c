// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert, SC). Was: check "safe (up to 4 loop iterations)"; explore finds it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct n { int v; _Atomic(struct n *) next; };
struct n A = {1}, B = {2};
_Atomic(struct n *) top;
atomic_int got[4];
void push(struct n *x) { struct n *o = top; do { x->next = o; } while (!atomic_compare_exchange_strong(&top, &o, x)); }
struct n *pop(void) { struct n *o = top; while (o) { struct n *x = o->next; if (atomic_compare_exchange_strong(&top, &o, x)) return o; } return 0; }
void *t1(void *x) { struct n *p = pop(); if (p) atomic_fetch_add(&got[p->v], 1); return 0; }
void *t2(void *x) { struct n *a = pop(), *b = pop(); if (b) atomic_fetch_add(&got[b->v], 1); if (a) push(a); return 0; }
int main(void) {
    A.next = &B; B.next = 0; top = &A;
    pthread_t t, s;
    pthread_create(&t, 0, t1, 0); pthread_create(&s, 0, t2, 0);
    pthread_join(t, 0); pthread_join(s, 0);
    struct n *p;
    while ((p = pop())) got[p->v]++;
    for (int i = 1; i < 3; i++) assert(got[i] == 1);
}
