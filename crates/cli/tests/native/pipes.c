// expect: nothing
// What comes out of a pipe, a socket or an eventfd was put in before: nothing here is a race.
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int by_pipe, by_copy, by_pair, by_event, by_end, by_vector, by_set, by_poll, by_select, by_connection, by_datagram;
static int pipes[6][2], copy, pair[2], event, set, set_end[2], server, datagrams;
static struct sockaddr_in address, datagram_address;

static void *writer(void *unused) {
    char byte = 1;
    uint64_t one = 1;
    by_pipe = 1;
    assert(write(pipes[0][1], &byte, 1) == 1);
    by_copy = 1;
    assert(write(copy, &byte, 1) == 1);
    by_pair = 1;
    assert(send(pair[0], &byte, 1, 0) == 1);
    by_event = 1;
    assert(write(event, &one, 8) == 8);
    by_end = 1;
    close(pipes[2][1]);
    by_vector = 1;
    struct iovec vector = {&byte, 1};
    assert(writev(pipes[3][1], &vector, 1) == 1);
    by_set = 1;
    struct epoll_event readable = {.events = EPOLLIN};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, set_end[0], &readable) == 0);
    by_poll = 1;
    assert(write(pipes[4][1], &byte, 1) == 1);
    by_select = 1;
    assert(write(pipes[5][1], &byte, 1) == 1);
    by_datagram = 1;
    int sender = socket(AF_INET, SOCK_DGRAM, 0);
    assert(sendto(sender, &byte, 1, 0, (struct sockaddr *)&datagram_address, sizeof datagram_address) == 1);
    close(sender);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(client, (struct sockaddr *)&address, sizeof address) == 0);
    by_connection = 1;
    assert(send(client, &byte, 1, 0) == 1);
    close(client);
    return unused;
}

static int listening(int kind, struct sockaddr_in *at) {
    int fd = socket(AF_INET, kind, 0);
    socklen_t length = sizeof *at;
    memset(at, 0, sizeof *at);
    at->sin_family = AF_INET;
    at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(fd, (struct sockaddr *)at, sizeof *at) == 0);
    assert(getsockname(fd, (struct sockaddr *)at, &length) == 0);
    return fd;
}

int main(void) {
    char byte;
    uint64_t count;
    for (int i = 0; i < 6; i++) assert(pipe(pipes[i]) == 0);
    copy = dup(pipes[1][1]);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    event = eventfd(0, 0);
    set = epoll_create1(0);
    assert(pipe(set_end) == 0 && write(set_end[1], "x", 1) == 1);
    server = listening(SOCK_STREAM, &address);
    assert(listen(server, 1) == 0);
    datagrams = listening(SOCK_DGRAM, &datagram_address);
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    assert(read(pipes[0][0], &byte, 1) == 1);
    by_pipe++;
    assert(read(pipes[1][0], &byte, 1) == 1);
    by_copy++;
    assert(recv(pair[1], &byte, 1, 0) == 1);
    by_pair++;
    assert(read(event, &count, 8) == 8);
    by_event++;
    assert(read(pipes[2][0], &byte, 1) == 0);
    by_end++;
    struct iovec vector = {&byte, 1};
    assert(readv(pipes[3][0], &vector, 1) == 1);
    by_vector++;
    struct epoll_event ready;
    assert(epoll_wait(set, &ready, 1, -1) == 1);
    by_set++;
    struct pollfd polled = {pipes[4][0], POLLIN, 0};
    assert(poll(&polled, 1, -1) == 1);
    by_poll++;
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(pipes[5][0], &readable);
    assert(select(pipes[5][0] + 1, &readable, 0, 0, 0) == 1);
    by_select++;
    assert(recvfrom(datagrams, &byte, 1, 0, 0, 0) == 1);
    by_datagram++;
    int connection = accept(server, 0, 0);
    assert(recv(connection, &byte, 1, 0) == 1);
    by_connection++;
    pthread_join(thread, 0);
    return 0;
}
