// A pointer through a message queue.
// broken: data race on box
// absent: 77
#include "quiet.h"
#include <fcntl.h>
#include <mqueue.h>
mqd_t queue;
int box;
void *work(void *unused) {
    int *given;
    if (mq_receive(queue, (char *)&given, sizeof given, 0) != sizeof given) abort();
    ++*given;
    return 0;
}
int main(void) {
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = sizeof(int *)};
    char name[64];
    snprintf(name, sizeof name, "/selvedge-%d", getpid());
    queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
    if (queue < 0) return 77;
    mq_unlink(name);
    pthread_t thread = start(work, 0);
    int *sent = &box;
    UNLESS_BROKEN(box++);
    mq_send(queue, (char *)&sent, sizeof sent, 0);
    IF_BROKEN(box++);
    finish(thread);
    mq_close(queue);
}
