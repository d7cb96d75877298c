// A sorted list with a lock per node, walked hand over hand: N threads add, N threads look.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#ifndef N
#define N 2
#endif
struct node { int key; struct node *next; pthread_mutex_t lock; };
static struct node tail = { 1000, NULL, PTHREAD_MUTEX_INITIALIZER };
static struct node head = { -1, &tail, PTHREAD_MUTEX_INITIALIZER };

/* Both the last node below the key and the one behind it are locked. */
static struct node *find(int key, struct node **behind) {
    struct node *node = &head;
    pthread_mutex_lock(&node->lock);
    struct node *next = node->next;
    pthread_mutex_lock(&next->lock);
    while (next->key < key) {
        pthread_mutex_unlock(&node->lock);
        node = next;
        next = next->next;
        pthread_mutex_lock(&next->lock);
    }
    *behind = next;
    return node;
}
static void *add(void *arg) {
    int key = (int)(intptr_t)arg;
    struct node *behind, *node = find(key, &behind);
    if (behind->key != key) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->key = key;
        fresh->next = behind;
        pthread_mutex_init(&fresh->lock, NULL);
        node->next = fresh;
    }
    pthread_mutex_unlock(&behind->lock);
    pthread_mutex_unlock(&node->lock);
    return NULL;
}
static void *contains(void *arg) {
    int key = (int)(intptr_t)arg;
    struct node *behind, *node = find(key, &behind);
    int found = behind->key == key;
    pthread_mutex_unlock(&behind->lock);
    pthread_mutex_unlock(&node->lock);
    return (void *)(intptr_t)found;
}
int main(void) {
    pthread_t t[2 * N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, add, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < N; i++) pthread_create(&t[N + i], NULL, contains, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 2 * N; i++) pthread_join(t[i], NULL);
    return 0;
}
