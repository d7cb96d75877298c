// Nodes are pushed on a stack without locks, and taken off all at once.
// broken: nothing orders them
#include "quiet.h"
#ifdef BROKEN
#define RELEASE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#endif
struct Node {
    struct Node *next;
    int value;
} nodes[8], *top;
void *work(void *unused) {
    for (int at = 0; at < 8; at++) {
        nodes[at].value = at;
        struct Node *old = __atomic_load_n(&top, __ATOMIC_RELAXED);
        do nodes[at].next = old;
        while (!__atomic_compare_exchange_n(&top, &old, &nodes[at], 0, RELEASE, __ATOMIC_RELAXED));
    }
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    int count = 0, sum = 0;
    while (count < 8) {
        struct Node *node = __atomic_exchange_n(&top, 0, __ATOMIC_ACQUIRE);
        for (; node; node = node->next) count++, sum += node->value;
        usleep(100);
    }
    finish(thread);
    return sum != 28;
}
