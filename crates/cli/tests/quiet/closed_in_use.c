// A descriptor is closed when nobody uses it any more.
// broken: data race on
#include "quiet.h"
#include <fcntl.h>
int file;
void *work(void *unused) {
    char byte;
    if (read(file, &byte, 1) != 1) abort();
    say_done(0);
    return 0;
}
int main(void) {
    file = open("/dev/zero", O_RDONLY);
    pthread_t thread = start(work, 0);
    wait_for(0);
    UNLESS_BROKEN(finish(thread));
    close(file);
    IF_BROKEN(finish(thread));
}
