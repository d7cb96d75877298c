// A sorted list under one lock: N threads add.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <stdlib.h>
#ifndef N
#define N 7
#endif
struct node { int key; struct node *next; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node *head;
static int set_add(int key) {
    pthread_mutex_lock(&m);
    struct node **at = &head;
    while (*at && (*at)->key < key) at = &(*at)->next;
    int added = !*at || (*at)->key != key;
    if (added) {
        struct node *node = malloc(sizeof *node);
        node->key = key;
        node->next = *at;
        *at = node;
    }
    pthread_mutex_unlock(&m);
    return added;
}
static void *run(void *arg) { set_add((int)(intptr_t)arg); return NULL; }
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, run, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
