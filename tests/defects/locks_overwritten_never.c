// expect: sc=safe
// property: assert
// Memory is cleared before the locks in it are made, and what lies beside a lock may be written.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
    pthread_mutex_t lock;
    int n;
};

struct {
    int before;
    pthread_mutex_t lock;
    int behind;
} global;

void *worker(void *argument) {
    struct node *node = argument;
    pthread_mutex_lock(&node->lock);
    node->n++;
    pthread_mutex_unlock(&node->lock);
    pthread_mutex_lock(&global.lock);
    global.before++;
    global.behind++;
    pthread_mutex_unlock(&global.lock);
    return 0;
}

struct node *new_node(void) {
    struct node *node = malloc(sizeof *node);
    memset(node, 0, sizeof *node);
    pthread_mutex_init(&node->lock, 0);
    return node;
}

int main(void) {
    pthread_t a, b;
    memset(&global, 0, sizeof global);
    struct node *first = new_node();
    struct node *second = new_node();
    pthread_create(&a, 0, worker, first);
    pthread_create(&b, 0, worker, second);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(first->n + second->n == 2 && global.before == 2 && global.behind == 2);
    free(first);
    free(second);
}
