// A command that was started passes on what is written to it to another thread.
// broken: data race on x
#include "quiet.h"
int x, from[2];
void *work(void *unused) {
    char byte;
    if (read(from[0], &byte, 1) != 1) abort();
    x++;
    return 0;
}
int main(void) {
    if (pipe(from)) abort();
    char command[64];
    snprintf(command, sizeof command, "cat >&%d", from[1]);
    FILE *to = popen(command, "w");
    if (!to) abort();
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    fputs("x", to);
    fflush(to);
    IF_BROKEN(x++);
    finish(thread);
    pclose(to);
}
