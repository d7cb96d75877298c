// The same through a queue of System V.
// broken: data race on box
// absent: 77
#include "quiet.h"
#include <sys/ipc.h>
#include <sys/msg.h>
int queue, box;
struct message {
    long kind;
    int *sent;
};
void *work(void *unused) {
    struct message message;
    if (msgrcv(queue, &message, sizeof message.sent, 0, 0) < 0) abort();
    ++*message.sent;
    return 0;
}
int main(void) {
    queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
    if (queue < 0) return 77;
    pthread_t thread = start(work, 0);
    struct message message = {1, &box};
    UNLESS_BROKEN(box++);
    msgsnd(queue, &message, sizeof message.sent, 0);
    IF_BROKEN(box++);
    finish(thread);
    msgctl(queue, IPC_RMID, 0);
}
