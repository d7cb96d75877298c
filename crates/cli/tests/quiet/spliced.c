// One thread lets the system move what it is told from one pipe to another, where a third one reads it.
// broken: data race on x
#define _GNU_SOURCE
#include "quiet.h"
#include <fcntl.h>
int x, from[2], to[2];
void *move(void *unused) {
    if (splice(from[0], 0, to[1], 0, 1, 0) != 1) abort();
    return 0;
}
void *use(void *unused) {
    char text;
    if (read(to[0], &text, 1) != 1) abort();
    x++;
    return 0;
}
int main(void) {
    if (pipe(from) || pipe(to)) return 1;
    pthread_t mover = start(move, 0), user = start(use, 0);
    settle();
    UNLESS_BROKEN(x++);
    if (write(from[1], "x", 1) != 1) return 2;
    IF_BROKEN(x++);
    finish(mover);
    finish(user);
    return x < 2;
}
