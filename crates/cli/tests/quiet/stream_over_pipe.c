// What is read from a stream over a pipe was written before, by all ways to write and read.
// broken: data race on data
#include "quiet.h"
FILE *in, *out;
int data[6];
void *work(void *unused) {
    char text[32], *line = 0;
    size_t room = 0;
    int number;
    if (!fgets(text, sizeof text, in)) abort();
    data[0]++;
    if (getline(&line, &room, in) < 0) abort();
    data[1]++;
    if (fscanf(in, "%d", &number) != 1 || number != 42) abort();
    data[2]++;
    // The end of the line, then what comes after it.
    getc(in);
    getc(in);
    data[3]++;
    if (fread(text, 1, 4, in) != 4) abort();
    data[4]++;
    IF_BROKEN(data[5]++);
    free(line);
    return 0;
}
int main(void) {
    int ends[2];
    if (pipe(ends)) return 1;
    in = fdopen(ends[0], "r");
    out = fdopen(ends[1], "w");
    pthread_t thread = start(work, 0);
    data[0]++;
    fputs("one\n", out);
    fflush(out);
    data[1]++;
    fwrite("two\n", 1, 4, out);
    fflush(out);
    data[2]++;
    fprintf(out, "%d\n", 42);
    fflush(out);
    data[3]++;
    putc(10, out);
    fflush(out);
    data[4]++;
    fputs("last", out);
    fclose(out);
    IF_BROKEN(data[5]++);
    finish(thread);
    fclose(in);
}
