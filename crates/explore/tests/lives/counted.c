// expect: sc=safe tso=safe
// property: memory
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { atomic_int count; int value; } *n;
void *drop(void *a) { int v = n->value; if (atomic_fetch_sub(&n->count, 1) == 1) free(n); return 0; }
int main(void) {
    n = malloc(sizeof *n);
    n->count = 2;
    n->value = 1;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, drop, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
