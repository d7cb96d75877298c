// A handler only does what handlers may: it sets a flag, writes, and posts a semaphore.
// broken: not safe in a signal handler
#include "quiet.h"
#include <semaphore.h>
#include <signal.h>
volatile sig_atomic_t seen;
sem_t handled;
char *text;
void handle(int number) {
    seen = 1;
    IF_BROKEN(text = realloc(text, 20));
    write(2, "", 0);
    sem_post(&handled);
    say_done(0);
}
void *work(void *unused) {
    say_done(1);
    wait_for(0);
    return 0;
}
int main(void) {
    sem_init(&handled, 0, 0);
    signal(SIGUSR1, handle);
    text = malloc(8);
    pthread_t thread = start(work, 0);
    wait_for(1);
    pthread_kill(thread, SIGUSR1);
    sem_wait(&handled);
    finish(thread);
    free(text);
    return !seen;
}
