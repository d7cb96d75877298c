// Two threads open a semaphore by its name.
// broken: data race on x
// absent: 77
#include "quiet.h"
#include <fcntl.h>
#include <semaphore.h>
int x;
char name[64];
void *work(void *unused) {
    sem_t *own = sem_open(name, 0);
    if (own == SEM_FAILED) abort();
    UNLESS_BROKEN(while (sem_wait(own)) {});
    x++;
    sem_close(own);
    return 0;
}
int main(void) {
    snprintf(name, sizeof name, "/quiet-%d", (int)getpid());
    sem_t *own = sem_open(name, O_CREAT, 0600, 0);
    if (own == SEM_FAILED) return 77;
    pthread_t thread = start(work, 0);
    x++;
    sem_post(own);
    finish(thread);
    sem_close(own);
    sem_unlink(name);
}
