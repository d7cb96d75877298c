// Leaves a process in the background, which waits for a file `stop` and has a race then. Nobody waits for longer than a
// minute.
#include <pthread.h>
#include <unistd.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    counter++;
    return 0;
}

int main(void) {
    if (fork()) _exit(0);
    setsid();
    for (int number = 0; number < 3; number++) close(number);
    for (int turn = 0; turn < 60000 && access("stop", F_OK); turn++) usleep(1000);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    return 0;
}
