// Waits for signals that are sent to whoever runs it.
#include <signal.h>
#include <unistd.h>

static void hello(int signal) {
    (void)!write(1, "hello\n", 6);
}

static void end(int signal) {
    _exit(7);
}

int main(void) {
    signal(SIGUSR1, hello);
    signal(SIGTERM, end);
    (void)!write(1, "ready\n", 6);
    for (;;) pause();
}
