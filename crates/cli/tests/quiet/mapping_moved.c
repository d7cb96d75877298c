// A mapping is made larger and moves; who gets its old place has nothing to do with that.
// broken: data race on length
#include "quiet.h"
#include <sys/mman.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char *bytes;
long length;
void *grow(void *unused) {
    for (int round = 0; round < 4; round++) {
        UNLESS_BROKEN(pthread_mutex_lock(&lock));
        bytes = mremap(bytes, length, 2 * length, MREMAP_MAYMOVE);
        length *= 2;
        for (long at = 0; at < length; at += 512) bytes[at]++;
        UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    }
    return 0;
}
void *other(void *unused) {
    for (int round = 0; round < 4; round++) {
        char *own = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int at = 0; at < 8192; at += 512) own[at]++;
        munmap(own, 8192);
        pthread_mutex_lock(&lock);
        bytes[length - 1]++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void) {
    length = 8192;
    bytes = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t one = start(grow, 0);
    settle();
    pthread_t two = start(other, 0);
    finish(one);
    finish(two);
}
