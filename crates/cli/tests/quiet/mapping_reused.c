// Each thread has a mapping of its own; the second one's is where the first one's was.
// broken: data race on shared
#include "quiet.h"
#include <sys/mman.h>
char *shared;
void *work(void *second) {
    if (second) settle();
    for (int round = 0; round < 3; round++) {
        char *own = mmap(0, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        IF_BROKEN(shared = own);
        for (int at = 0; at < 1 << 16; at += 64) own[at] = 1;
        munmap(own, 1 << 16);
    }
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, &shared);
    finish(one);
    finish(two);
}
