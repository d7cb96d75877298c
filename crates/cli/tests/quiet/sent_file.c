// One thread has the system send a file, which tells another one that it may go on.
// broken: data race on x
#include "quiet.h"
#include <sys/sendfile.h>
#include <sys/socket.h>
int x, ends[2];
void *work(void *unused) {
    char text[4];
    if (recv(ends[0], text, sizeof text, MSG_WAITALL) != 4) abort();
    x++;
    return 0;
}
int main(void) {
    FILE *file = tmpfile();
    if (!file || socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
    fputs("text", file);
    fflush(file);
    off_t offset = 0;
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    if (sendfile(ends[1], fileno(file), &offset, 4) != 4) return 2;
    IF_BROKEN(x++);
    finish(thread);
    fclose(file);
    return x < 2;
}
