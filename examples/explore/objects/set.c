// A set as a linked list under a lock, and clients of it: ADD, QUERY, ADD_AND_QUERY or NEIGHBOURS.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
struct node { int value; struct node *next; };
struct set { pthread_mutex_t lock; struct node *first; };
static struct set shared = { PTHREAD_MUTEX_INITIALIZER, NULL };
int outcome[2 * N];

int set_add(struct set *s, int value) {
    pthread_mutex_lock(&s->lock);
    struct node *node = s->first;
    while (node && node->value != value) node = node->next;
    int added = node == NULL;
    if (added) {
        node = malloc(sizeof *node);
        node->value = value;
        node->next = s->first;
        s->first = node;
    }
    pthread_mutex_unlock(&s->lock);
    return added;
}
int set_contains(struct set *s, int value) {
    pthread_mutex_lock(&s->lock);
    struct node *node = s->first;
    while (node && node->value != value) node = node->next;
    int found = node != NULL;
    pthread_mutex_unlock(&s->lock);
    return found;
}
static void *client(void *arg) {
    int i = (int)(intptr_t)arg;
#if defined ADD
    outcome[i] = set_add(&shared, i);
#elif defined QUERY
    outcome[i] = set_contains(&shared, i);
#elif defined ADD_AND_QUERY
    if (i < N - 1) outcome[i] = set_add(&shared, i);
    else outcome[i] = set_contains(&shared, 0);
#else
    set_add(&shared, i);
    outcome[i] = set_contains(&shared, (i + 1) % N);
#endif
    return NULL;
}
int main(void) {
    pthread_t t[N];
#ifdef QUERY
    for (int i = 0; i < N; i += 2) set_add(&shared, i);
#endif
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, client, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++) outcome[N + i] = set_contains(&shared, i);
    return 0;
}
