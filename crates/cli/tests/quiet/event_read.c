// An eventfd, by both names of its operations, and by poll.
// broken: data race on data
#include "quiet.h"
#include <poll.h>
#include <sys/eventfd.h>
int data, event;
void *work(void *unused) {
    struct pollfd wanted = {.fd = event, .events = POLLIN};
    poll(&wanted, 1, -1);
    data++;
    eventfd_t count;
    eventfd_read(event, &count);
    return 0;
}
int main(void) {
    event = eventfd(0, 0);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(data++);
    eventfd_write(event, 1);
    IF_BROKEN(data++);
    finish(thread);
    close(event);
}
