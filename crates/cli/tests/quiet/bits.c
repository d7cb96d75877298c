// Bits of one word are changed under one lock; bits of another word by one thread alone.
// broken: data race on flags
#include "quiet.h"
struct {
    unsigned first : 1, second : 1;
    unsigned : 0;
    unsigned third : 1;
} flags;
void *work(void *unused) {
    UNLESS_BROKEN(flags.third = 1);
    IF_BROKEN(flags.second = 1);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    flags.first = 1;
    finish(thread);
    return !flags.first;
}
