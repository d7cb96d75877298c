// What a handler has to say is printed by the thread that looks after it.
// broken: not safe in a signal handler
#include "quiet.h"
#include <signal.h>
volatile sig_atomic_t seen;
FILE *out;
void handle(int number) {
    seen = number;
    IF_BROKEN(fprintf(out, "got %d\n", number));
    say_done(0);
}
void *work(void *unused) {
    say_done(1);
    wait_for(0);
    return 0;
}
int main(void) {
    out = fopen("/dev/null", "w");
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, 0);
    pthread_t thread = start(work, 0);
    wait_for(1);
    pthread_kill(thread, SIGUSR1);
    finish(thread);
    fprintf(out, "got %d\n", seen);
    fclose(out);
}
