// A handler takes no lock, unless it runs only where the thread waits for it.
// broken: not safe in a signal handler
#include "quiet.h"
#include <signal.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile sig_atomic_t count;
void handle(int number) {
    IF_BROKEN(pthread_mutex_lock(&lock));
    count++;
    IF_BROKEN(pthread_mutex_unlock(&lock));
    say_done(0);
}
void handle_expected(int number) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
}
void *work(void *unused) {
    say_done(1);
    wait_for(0);
    raise(SIGUSR2);
    return 0;
}
int main(void) {
    signal(SIGUSR1, handle);
    signal(SIGUSR2, handle_expected);
    pthread_t thread = start(work, 0);
    wait_for(1);
    pthread_kill(thread, SIGUSR1);
    finish(thread);
    return count != 2;
}
