// A pipe is passed on through a socket and then written to.
// broken: data race on x
#include "quiet.h"
#include <sys/socket.h>
int x, ends[2];
void *work(void *unused) {
    char space[CMSG_SPACE(sizeof(int))], byte;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    if (recvmsg(ends[1], &message, 0) != 1) abort();
    int in;
    memcpy(&in, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof in);
    if (read(in, &byte, 1) != 1) abort();
    x++;
    close(in);
    return 0;
}
int main(void) {
    int line[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pipe(line)) abort();
    pthread_t thread = start(work, 0);
    char space[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &line[0], sizeof(int));
    if (sendmsg(ends[0], &message, 0) != 1) abort();
    close(line[0]);
    UNLESS_BROKEN(x++);
    if (write(line[1], "x", 1) != 1) abort();
    IF_BROKEN(x++);
    finish(thread);
}
