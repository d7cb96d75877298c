// A queue runs a function in a thread of its own when a message comes.
// broken: data race on x
// link: -lrt
// absent: 77
#include "quiet.h"
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>
int x;
sem_t done;
void arrived(union sigval value) {
    x++;
    sem_post(&done);
}
int main(void) {
    sem_init(&done, 0, 0);
    char name[64];
    snprintf(name, sizeof name, "/quiet-%d", (int)getpid());
    struct mq_attr how = {.mq_maxmsg = 1, .mq_msgsize = 8};
    mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &how);
    if (queue < 0) return 77;
    mq_unlink(name);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = arrived};
    if (mq_notify(queue, &event)) return 77;
    x = 1;
    mq_send(queue, "x", 1, 0);
    IF_BROKEN(x++);
    while (sem_wait(&done)) {}
    x++;
    mq_close(queue);
}
