// Blocks are copied, moved and filled under a lock.
// broken: data race on block
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char block[300];
void *work(void *size) {
    char own[300];
    memset(own, 1, sizeof own);
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    memcpy(block, own, (long)size);
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t thread = start(work, (void *)300);
    pthread_mutex_lock(&lock);
    memmove(block + 200, block, 100);
    pthread_mutex_unlock(&lock);
    finish(thread);
}
