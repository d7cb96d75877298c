// A descriptor is closed once; its number is soon another's.
// broken: data race on
#include "quiet.h"
#include <fcntl.h>
int file;
void *work(void *unused) {
    close(file);
    say_done(0);
    return 0;
}
int main(void) {
    file = open("/dev/zero", O_RDONLY);
    pthread_t thread = start(work, 0);
    wait_for(0);
    IF_BROKEN(close(file));
    finish(thread);
}
