// Records all the time, and ends from within the handler of a signal.
#include <signal.h>
#include <unistd.h>

static volatile int numbers[4096];
int section;

static void end(int signal) {
    _exit(7);
}

int main(void) {
    signal(SIGTERM, end);
    for (;;) {
        __atomic_fetch_add(&section, 1, __ATOMIC_SEQ_CST);
        for (int i = 0; i < 4096; i++) numbers[i]++;
    }
}
