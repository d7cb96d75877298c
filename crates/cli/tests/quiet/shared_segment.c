// Segments of shared memory, one after another at the same place.
// broken: data race on turns
#include "quiet.h"
#include <sys/ipc.h>
#include <sys/shm.h>
int turns;
void *work(void *second) {
    if (second) settle();
    int segment = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
    if (segment < 0) return 0;
    IF_BROKEN(turns++);
    int *own = shmat(segment, 0, 0);
    shmctl(segment, IPC_RMID, 0);
    for (int at = 0; at < 1000; at++) own[at] = at;
    shmdt(own);
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, &turns);
    finish(one);
    finish(two);
}
