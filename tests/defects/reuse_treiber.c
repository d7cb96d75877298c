// expect: sc=violation
// property: assert
// flags: -DSELVEDGE_REUSE_FREED
// A stack whose nodes are freed: a pop that slept swings the top to a node that is out of the stack, because malloc gave the node below
// it out again (ABA). Safe as long as freed addresses do not come back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
_Atomic(struct node *) top;
static void push(int value) {
    struct node *node = malloc(sizeof *node), *old = top;
    node->value = value;
    do node->next = old; while (!atomic_compare_exchange_strong(&top, &old, node));
}
static int pop(void) {
    struct node *old = top;
    while (old) {
        struct node *next = old->next;
        if (atomic_compare_exchange_strong(&top, &old, next)) {
            int value = old->value;
            free(old);
            return value;
        }
    }
    return 0;
}
int taken;
void *popper(void *arg) { taken = pop(); return 0; }
int main(void) {
    pthread_t thread;
    push(1);
    push(2);
    pthread_create(&thread, 0, popper, 0);
    int a = pop(), b = pop();
    push(4);
    pthread_join(thread, 0);
    int rest = 0, value;
    for (int i = 0; i < 3 && (value = pop()); i++) rest += value;
    assert(taken + a + b + rest == 7);
}
