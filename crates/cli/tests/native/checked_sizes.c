// expect: nothing
// The same calls by the names they have where the compiler cannot check the size of a buffer beforehand.
#define _FORTIFY_SOURCE 2
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int by_read, by_receive, by_poll;
static int ends[2], pair[2], polled[2];

static void *writer(void *unused) {
    by_read = 1;
    if (write(ends[1], "a", 1) != 1) abort();
    by_receive = 1;
    if (send(pair[0], "a", 1, 0) != 1) abort();
    by_poll = 1;
    if (write(polled[1], "a", 1) != 1) abort();
    return unused;
}

int main(int count, char **arguments) {
    char bytes[8];
    if (pipe(ends) || pipe(polled) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 2;
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    if (read(ends[0], bytes, count) != 1) return 2;
    by_read++;
    if (recvfrom(pair[1], bytes, count, 0, 0, 0) != 1) return 2;
    by_receive++;
    struct pollfd list[2] = {{polled[0], POLLIN, 0}};
    if (poll(list, count, -1) != 1) return 2;
    by_poll++;
    pthread_join(thread, 0);
    return by_read + by_receive + by_poll != 6;
}
