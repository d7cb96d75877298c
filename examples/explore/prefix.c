// 24 executions after K writes of the first thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef K
#define K 1000
#endif
atomic_int x, cells[64];
static void *swap(void *arg) { (void)atomic_exchange(&x, (int)(intptr_t)arg); return NULL; }
int main(void) {
    pthread_t t[4];
    for (int k = 0; k < K; k++) atomic_store(&cells[k % 64], k);
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, swap, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    return 0;
}
