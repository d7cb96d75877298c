// A stream's own lock around several calls.
// broken: data race on x
#include "quiet.h"
FILE *stream;
int x;
void *work(void *unused) {
    for (int round = 0; round < 5; round++) {
        UNLESS_BROKEN(flockfile(stream));
        x++;
        fputc('x', stream);
        UNLESS_BROKEN(funlockfile(stream));
    }
    return 0;
}
int main(void) {
    stream = tmpfile();
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    fclose(stream);
}
