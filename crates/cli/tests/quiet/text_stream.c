// Threads write to a stream in memory.
// broken: data race on lines
#include "quiet.h"
FILE *stream;
int lines;
void *work(void *unused) {
    for (int round = 0; round < 5; round++) {
        UNLESS_BROKEN(flockfile(stream));
        fprintf(stream, "%d\n", lines++);
        UNLESS_BROKEN(funlockfile(stream));
    }
    return 0;
}
int main(void) {
    char *text;
    size_t length;
    stream = open_memstream(&text, &length);
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    fclose(stream);
    if (length != 20) abort();
    free(text);
}
