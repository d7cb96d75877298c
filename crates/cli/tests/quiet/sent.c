// A buffer is filled before it is written to a file, and again when that is done.
// broken: data race on buffer
#include "quiet.h"
#include <fcntl.h>
char buffer[8];
int file;
void *work(void *unused) {
    if (write(file, buffer, sizeof buffer) != 8 || pwrite(file, buffer, 4, 0) != 4) abort();
    return 0;
}
int main(void) {
    file = open("/dev/null", O_WRONLY);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(finish(thread));
    buffer[3] = 'x';
    IF_BROKEN(finish(thread));
    close(file);
}
