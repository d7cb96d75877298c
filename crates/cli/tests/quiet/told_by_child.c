// A child passes on what one thread writes to another one.
// broken: data race on x
#include "quiet.h"
#include <sys/wait.h>
int x, to[2], from[2];
void *work(void *unused) {
    char byte;
    if (read(from[0], &byte, 1) != 1) abort();
    x++;
    return 0;
}
int main(void) {
    if (pipe(to) || pipe(from)) abort();
    pid_t child = fork();
    if (child == 0) {
        char byte;
        if (read(to[0], &byte, 1) == 1 && write(from[1], &byte, 1) == 1) _exit(0);
        _exit(1);
    }
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    if (write(to[1], "x", 1) != 1) abort();
    IF_BROKEN(x++);
    finish(thread);
    waitpid(child, 0, 0);
}
