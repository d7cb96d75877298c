// A large block that one thread has freed becomes a mapping of another's.
// broken: data race on total
#include "quiet.h"
#include <sys/mman.h>
long total;
void *first(void *unused) {
    char *block = malloc(1 << 20);
    memset(block, 1, 1 << 20);
    free(block);
    IF_BROKEN(total++);
    return 0;
}
void *second(void *unused) {
    settle();
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, 2, 1 << 20);
    total += block[5];
    munmap(block, 1 << 20);
    return 0;
}
int main(void) {
    pthread_t one = start(first, 0), two = start(second, 0);
    finish(one);
    finish(two);
}
