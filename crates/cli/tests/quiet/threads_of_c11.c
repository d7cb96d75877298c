// Threads, locks, conditions and keys as C11 has them.
// broken: data race on count
#include "quiet.h"
#include <threads.h>
mtx_t lock;
cnd_t changed;
tss_t key;
int count, ended, before;
void at_end(void *own) {
    mtx_lock(&lock);
    ended += *(int *)own;
    mtx_unlock(&lock);
    free(own);
}
int work(void *argument) {
    int *own = malloc(sizeof *own);
    *own = before;
    tss_set(key, own);
    UNLESS_BROKEN(mtx_lock(&lock));
    count++;
    UNLESS_BROKEN(mtx_unlock(&lock));
    cnd_broadcast(&changed);
    return 7;
}
int main(void) {
    mtx_init(&lock, mtx_timed);
    cnd_init(&changed);
    tss_create(&key, at_end);
    before = 1;
    thrd_t threads[3];
    for (int index = 0; index < 3; index++) thrd_create(&threads[index], work, 0);
    struct timespec until = soon(CLOCK_REALTIME);
    mtx_timedlock(&lock, &until);
    while (count < 3) {
        UNLESS_BROKEN(cnd_wait(&changed, &lock));
        IF_BROKEN(mtx_unlock(&lock); thrd_yield(); mtx_lock(&lock));
    }
    mtx_unlock(&lock);
    for (int index = 0; index < 3; index++) {
        int result;
        thrd_join(threads[index], &result);
        if (result != 7) return 1;
    }
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return ended == 3 ? 0 : 2;
}
