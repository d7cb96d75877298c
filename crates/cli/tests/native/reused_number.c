// expect: nothing
// A number is given out again only after it was closed. So the table is never used by two threads at once.
#include <pthread.h>
#include <unistd.h>

int table[1024];
static int first;

static void *closer(void *unused) {
    table[first]++;
    close(first);
    return unused;
}

int main(void) {
    first = dup(0);
    pthread_t thread;
    pthread_create(&thread, 0, closer, 0);
    for (;;) {
        int number = dup(0);
        if (number == first) break;
        close(number);
        usleep(1000);
    }
    table[first]++;
    pthread_join(thread, 0);
    return table[first] != 2;
}
