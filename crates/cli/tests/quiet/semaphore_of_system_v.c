// A semaphore of System V as a lock, and another that is waited for until it is 0.
// broken: data race on x
// absent: 77
#include "quiet.h"
#include <sys/ipc.h>
#include <sys/sem.h>
int set, x, before;
void change(int semaphore, int by) {
    struct sembuf operation = {semaphore, by, 0};
    if (semop(set, &operation, 1)) abort();
}
void *work(void *unused) {
    for (int round = 0; round < 10; round++) {
        UNLESS_BROKEN(change(0, -1));
        x++;
        UNLESS_BROKEN(change(0, 1));
    }
    before++;
    change(1, -1);
    return 0;
}
void *other(void *unused) {
    for (int round = 0; round < 10; round++) {
        change(0, -1);
        x++;
        change(0, 1);
    }
    return 0;
}
int main(void) {
    set = semget(IPC_PRIVATE, 2, 0600 | IPC_CREAT);
    if (set < 0) return 77;
    semctl(set, 0, SETVAL, 1);
    semctl(set, 1, SETVAL, 1);
    pthread_t one = start(work, 0), two = start(other, 0);
    change(1, 0);
    before++;
    finish(one);
    finish(two);
    semctl(set, 0, IPC_RMID);
}
