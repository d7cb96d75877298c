// A word and one of its bytes, under one lock.
// broken: data race on word
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
union {
    long all;
    char bytes[8];
} word;
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    word.bytes[5] = 1;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    pthread_mutex_lock(&lock);
    word.all = 0;
    pthread_mutex_unlock(&lock);
    finish(thread);
}
