// A spinlock of the program's own: taking it acquires, giving it back releases.
// broken: data race on x
#include "quiet.h"
#ifdef BROKEN
#define RELEASE __ATOMIC_RELAXED
#define ACQUIRE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#define ACQUIRE __ATOMIC_ACQUIRE
#endif
int locked, x;
void *work(void *unused) {
    for (int round = 0; round < 5; round++) {
        while (__atomic_exchange_n(&locked, 1, ACQUIRE)) usleep(100);
        x++;
        __atomic_store_n(&locked, 0, RELEASE);
    }
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    return x != 10;
}
