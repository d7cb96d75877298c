// Threads put messages into a hash table by compare-exchange; collisions begin with the twelfth thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 15
#endif
#define SIZE 128
#define MAX 4
atomic_int table[SIZE];
static void *thread(void *arg) {
    int tid = (int)(intptr_t)arg;
    for (int m = 0; m < MAX; m++) {
        int w = (m + 1) * 11 + tid;
        int h = (w * 7) % SIZE;
        int free_slot = 0;
        while (!atomic_compare_exchange_strong(&table[h], &free_slot, w)) { h = (h + 1) % SIZE; free_slot = 0; }
    }
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, thread, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
