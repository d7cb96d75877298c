// Who is told that an event has come, but does not read it, comes after who has caused it.
// broken: data race on x
#include "quiet.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int x, set, event;
void *work(void *unused) {
    struct epoll_event found;
    if (epoll_wait(set, &found, 1, -1) != 1 || found.data.ptr != &event) abort();
    x++;
    return 0;
}
int main(void) {
    set = epoll_create1(0);
    event = eventfd(0, 0);
    struct epoll_event wanted = {.events = EPOLLIN | EPOLLET, .data.ptr = &event};
    if (epoll_ctl(set, EPOLL_CTL_ADD, event, &wanted)) return 1;
    pthread_t thread = start(work, 0);
    settle();
    UNLESS_BROKEN(x++);
    eventfd_write(event, 1);
    IF_BROKEN(x++);
    finish(thread);
    return x < 2;
}
