// Blocks come, are filled and go; what is done in one is not taken for what is done in the next.
// expect: nothing
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *unused) {
    for (size_t size = 16; size < 4 << 20; size += size / 3) {
        for (int turn = 0; turn < 3; turn++) {
            char *block = malloc(size);
            memset(block, turn, size);
            block[size / 2] += 1;
            block = realloc(block, size + size / 2);
            memcpy(block + size, block, size / 2);
            free(block);
        }
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
