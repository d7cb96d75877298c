// Looks at another flag, acquiring, before each of a thousand reads of a table; nobody writes. Then releases, and reads once more.
#include <pthread.h>

static int flags[1000], table[4], sum;

static void *other(void *unused) {
    for (int round = 0; round < 1000; round++)
        if (!__atomic_load_n(&flags[round], __ATOMIC_ACQUIRE))
            for (int at = 0; at < 4; at++) sum += *(volatile int *)&table[at];
    __atomic_store_n(&flags[0], 1, __ATOMIC_RELEASE);
    for (int at = 0; at < 4; at++) sum += *(volatile int *)&table[at];
    return unused;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    return __atomic_load_n(&flags[0], __ATOMIC_ACQUIRE) - 1;
}
