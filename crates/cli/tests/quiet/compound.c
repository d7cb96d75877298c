// A node is filled under one lock and published under another; who takes it out reads where it is and writes there in one go.
// broken: data race on node
#include "quiet.h"
struct node {
    int x;
} node, dummy, *last = &dummy;
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) {
    pthread_mutex_lock(&one);
    node.x = 1;
    pthread_mutex_unlock(&one);
    pthread_mutex_lock(&two);
    last = &node;
    pthread_mutex_unlock(&two);
    IF_BROKEN(node.x = 3);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    settle();
    pthread_mutex_lock(&two);
    struct node *mine = last;
    mine->x = 2;
    last = &dummy;
    pthread_mutex_unlock(&two);
    finish(thread);
}
