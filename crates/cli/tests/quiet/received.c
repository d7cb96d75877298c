// What is read into a buffer is used by who has read it.
// broken: data race on buffer
#include "quiet.h"
int ends[2];
char buffer[8];
void *work(void *unused) {
    if (read(ends[0], buffer, sizeof buffer) != 5) abort();
    return 0;
}
int main(void) {
    if (pipe(ends)) return 1;
    pthread_t thread = start(work, 0);
    if (write(ends[1], "hello", 5) != 5) return 2;
    IF_BROKEN(char seen = buffer[2]);
    finish(thread);
    UNLESS_BROKEN(char seen = buffer[2]);
    return seen == 'x';
}
