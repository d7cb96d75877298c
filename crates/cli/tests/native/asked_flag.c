// A worker asks a flag again and again and uses a block in between; who sets the flag frees the block without waiting for the
// worker. It is lost if a recorder's sections go on over reads that acquire: what frees the block then comes after the repeated use.
// expect: use after free
// events: ar=50 aw=1 fork=1 join=1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static _Alignas(64) atomic_int stop;
static long seen;

static void *works(void *block) {
    long sum = 0;
    for (int i = 0; i < 50 && !atomic_load_explicit(&stop, memory_order_acquire); i++) sum += *(long *)block;
    seen = sum;
    return 0;
}

int main(void) {
    pthread_t worker;
    long *block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&worker, 0, works, block);
    usleep(300000); // By then the worker has ended.
    atomic_store_explicit(&stop, 1, memory_order_release);
    free(block);
    pthread_join(worker, 0);
    return seen != 50;
}
