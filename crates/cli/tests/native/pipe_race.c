// expect: 1 violation
// What is written after the byte was put in is not ordered by taking it out.
#include <pthread.h>
#include <unistd.h>

int early, late;
static int ends[2], other[2];

static void *writer(void *unused) {
    char byte = 1;
    early = 1;
    if (write(ends[1], &byte, 1) != 1) return 0;
    if (write(other[1], &byte, 1) != 1) return 0;
    // Nothing tells of this.
    usleep(20000);
    late = 2;
    return unused;
}

int main(void) {
    char byte;
    pthread_t thread;
    if (pipe(ends) || pipe(other)) return 2;
    pthread_create(&thread, 0, writer, 0);
    if (read(ends[0], &byte, 1) != 1) return 2;
    int sum = early;
    sum += late;
    pthread_join(thread, 0);
    return sum == 99;
}
