// expect: sc=safe
// property: assert deadlock memory
//
// A lock on the futex system call.

#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int f;
int data;
void lock(void) {
    int c = 0;
    if (atomic_compare_exchange_strong(&f, &c, 1))
        return;
    if (c != 2)
        c = atomic_exchange(&f, 2);
    while (c) {
        syscall(SYS_futex, &f, FUTEX_WAIT, 2, 0, 0, 0);
        c = atomic_exchange(&f, 2);
    }
}
void unlock(void) {
    if (atomic_fetch_sub(&f, 1) != 1) {
        atomic_store(&f, 0);
        syscall(SYS_futex, &f, FUTEX_WAKE, 1, 0, 0, 0);
    }
}
void *w(void *a) {
    for (int i = 0; i < 3; i++) {
        lock();
        data++;
        unlock();
    }
    return 0;
}
int main() {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(data == 9);
    return 0;
}
