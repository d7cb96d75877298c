// What another thread has used is unmapped when that has ended.
// broken: use after free
#include "quiet.h"
#include <sys/mman.h>
char *place;
void *work(void *unused) {
    for (int at = 0; at < 4096; at += 8) place[at] = 1;
    say_done(0);
    return 0;
}
int main(void) {
    place = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t thread = start(work, 0);
    wait_for(0);
    UNLESS_BROKEN(finish(thread));
    munmap(place, 4096);
    IF_BROKEN(finish(thread));
}
