// expect: sc=safe
// property: deadlock
// A thread ends the program while another one waits: that is no deadlock, for whoever is about to exit can.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

sem_t never;

void *ends(void *unused) {
    _exit(0);
}

int main(void) {
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, ends, 0);
    sem_wait(&never);
}
