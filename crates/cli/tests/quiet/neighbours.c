// Each thread has a part of an array, down to single bytes beside each other.
// broken: data race on bytes
#include "quiet.h"
char bytes[64];
void *work(void *number) {
    for (long at = (long)number; at < 64; at += 2) bytes[at]++;
    IF_BROKEN(bytes[63]++);
    return 0;
}
int main(void) {
    pthread_t one = start(work, (void *)0), two = start(work, (void *)1);
    finish(one);
    finish(two);
    return bytes[5] != 1;
}
