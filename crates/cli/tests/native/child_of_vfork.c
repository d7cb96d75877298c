// A child that ends in its parent's memory does not end the parent's recording.
// events: acq=1001 rel=1001
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(int rounds) {
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    count(1);
    if (vfork() == 0) {
        execl("/no/such/program", "program", (char *)0);
        _exit(127);
    }
    int status;
    wait(&status);
    count(1000);
    return WEXITSTATUS(status) == 127 ? 0 : 9;
}
