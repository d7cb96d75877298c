// A stack of nodes that N threads push to and pop from.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#ifndef N
#define N 3
#endif
struct node { int value; struct node *next; };
_Atomic(struct node *) top;
static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    struct node *old = atomic_load(&top);
    do { node->next = old; } while (!atomic_compare_exchange_strong(&top, &old, node));
}
static int pop(void) {
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next)) { }
    return old ? old->value : 0;
}
static void *run(void *arg) { push((int)(intptr_t)arg); pop(); return NULL; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, run, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
