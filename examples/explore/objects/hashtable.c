// A hash table under a lock: even threads put, odd threads get, on two keys; with QUERY, all get.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
#define BUCKETS 4
struct entry { long key, value; struct entry *next; };
struct map { pthread_mutex_t lock; struct entry *bucket[BUCKETS]; };
static struct map shared = { PTHREAD_MUTEX_INITIALIZER, { NULL } };
int outcome[N + 2];

static struct entry *lookup(struct map *m, long key) {
    struct entry *entry = m->bucket[key % BUCKETS];
    while (entry && entry->key != key) entry = entry->next;
    return entry;
}
long map_put(struct map *m, long key, long value) {
    pthread_mutex_lock(&m->lock);
    struct entry *entry = lookup(m, key);
    long old = 0;
    if (entry) {
        old = entry->value;
        entry->value = value;
    } else {
        entry = malloc(sizeof *entry);
        entry->key = key;
        entry->value = value;
        entry->next = m->bucket[key % BUCKETS];
        m->bucket[key % BUCKETS] = entry;
    }
    pthread_mutex_unlock(&m->lock);
    return old;
}
long map_get(struct map *m, long key) {
    pthread_mutex_lock(&m->lock);
    struct entry *entry = lookup(m, key);
    long value = entry ? entry->value : 0;
    pthread_mutex_unlock(&m->lock);
    return value;
}
static void *client(void *arg) {
    long i = (long)(intptr_t)arg, key = (i / 2) % 2;
#ifdef QUERY
    outcome[i] = (int)map_get(&shared, key);
#else
    outcome[i] = (int)(i % 2 == 0 ? map_put(&shared, key, i + 10) : map_get(&shared, key));
#endif
    return NULL;
}
int main(void) {
    pthread_t t[N];
#ifdef QUERY
    map_put(&shared, 0, 5);
    map_put(&shared, 1, 6);
#endif
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, client, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    for (long key = 0; key < 2; key++) outcome[N + key] = (int)map_get(&shared, key);
    return 0;
}
