// Somebody else reads a file meanwhile; another thread looks when that is done.
// broken: data race on x
// link: -lrt
#include "quiet.h"
#include <aio.h>
#include <fcntl.h>
int x;
char text[8];
struct aiocb request;
void *work(void *unused) {
    wait_for(0);
    while (aio_error(&request) == EINPROGRESS) settle();
    if (aio_return(&request) != 8) abort();
    x++;
    return 0;
}
int main(void) {
    char name[] = "/tmp/quiet-XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    if (write(file, "1234567", 8) != 8) abort();
    request.aio_fildes = file;
    request.aio_buf = text;
    request.aio_nbytes = 8;
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    if (aio_read(&request)) abort();
    IF_BROKEN(x++);
    say_done(0);
    finish(thread);
    close(file);
}
