// expect: nothing
// Large blocks where there were others before: what was near the beginning of one is far from that of the next.
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

// With what the allocator adds, a multiple of 64.
enum { SMALL = 199984, LARGE = 299952 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void use(volatile char *block, int size) {
    for (int at = 0; at < size; at += 64) block[at] = 1;
}

static void *work(void *unused) {
    for (int round = 0; round < 6; round++) {
        int size = round % 2 ? LARGE : SMALL;
        pthread_mutex_lock(&lock);
        char *first = malloc(size), *second = malloc(size);
        use(first, size);
        use(second, size);
        free(first);
        free(second);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    // One heap for all blocks and threads.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_ARENA_MAX, 1);
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
