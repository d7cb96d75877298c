// Who waits for an event with a timeout in nanoseconds comes after who has caused it.
// broken: data race on x
// absent: 77
#include "quiet.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int x, set, event;
void *work(void *unused) {
    struct epoll_event found;
    struct timespec time = {100, 0};
    int count = epoll_pwait2(set, &found, 1, &time, 0);
    if (count < 0 && errno == ENOSYS) exit(77);
    if (count != 1) abort();
    x++;
    return 0;
}
int main(void) {
    set = epoll_create1(0);
    event = eventfd(0, 0);
    struct epoll_event wanted = {.events = EPOLLIN};
    if (epoll_ctl(set, EPOLL_CTL_ADD, event, &wanted)) return 1;
    pthread_t thread = start(work, 0);
    settle();
    UNLESS_BROKEN(x++);
    eventfd_write(event, 1);
    IF_BROKEN(x++);
    finish(thread);
    return x < 2;
}
