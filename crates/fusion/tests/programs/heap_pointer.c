// expect atomicity: 12 17 13
#include <pthread.h>
#include "../../../../include/selvedge.h"

#include <stdlib.h>
struct node { int value; } *head;
struct node other;

void *a(void *p) {
    struct node *node = head;
    selvedge_atomic_begin();
    int v = node->value;
    node->value = v + 1;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) { head->value = 3; head = &other; return p; }

int main(void) {
    pthread_t t[2];
    head = malloc(sizeof *head);
    head->value = 0;
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
