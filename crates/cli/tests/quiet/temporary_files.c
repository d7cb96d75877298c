// A number of a descriptor that was closed is given out again, for a temporary file.
// broken: data race on
#include "quiet.h"
#include <fcntl.h>
int file;
void *close_it(void *unused) {
    close(file);
    say_done(0);
    return 0;
}
void *use_it(void *own) {
    if (write(*(int *)own, "x", 1) != 1) abort();
    say_done(1);
    return 0;
}
int main(void) {
    char name[] = "/tmp/quiet-XXXXXX";
    file = open("/dev/null", O_RDONLY);
    pthread_t one = start(close_it, 0);
    wait_for(0);
    int own = mkstemp(name);
    unlink(name);
    if (own != file) abort();
    pthread_t two = start(use_it, &own);
    wait_for(1);
    UNLESS_BROKEN(finish(two));
    close(own);
    IF_BROKEN(finish(two));
    finish(one);
}
