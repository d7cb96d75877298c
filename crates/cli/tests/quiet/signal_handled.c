// A handler that runs in another thread uses what was prepared before its signal was sent.
// broken: data race on data
#include "quiet.h"
#include <semaphore.h>
#include <signal.h>
sem_t ready, handled;
int data, seen;
void handle(int number) {
    seen = data + 1;
    sem_post(&handled);
}
void *work(void *unused) {
    sem_post(&ready);
    while (!seen) settle();
    return 0;
}
int main(void) {
    sem_init(&ready, 0, 0);
    sem_init(&handled, 0, 0);
    struct sigaction action = {.sa_handler = handle}, old;
    sigaction(SIGUSR1, &action, 0);
    sigaction(SIGUSR1, 0, &old);
    if (old.sa_handler != handle || signal(SIGUSR2, SIG_IGN) != SIG_DFL) return 1;
    pthread_t thread = start(work, 0);
    sem_wait(&ready);
    // What a handler does while the thread is being recorded is not seen.
    settle();
    UNLESS_BROKEN(data = 1);
    pthread_kill(thread, SIGUSR1);
    IF_BROKEN(data = 1);
    sem_wait(&handled);
    finish(thread);
    if (signal(SIGUSR1, SIG_DFL) != handle) return 2;
}
