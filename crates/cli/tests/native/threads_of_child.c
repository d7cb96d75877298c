// Threads of a child have numbers of their own, also where they get the handles that threads of the parent had.
// expect: nothing
// traces: 2
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter;

static void *work(void *unused) {
    counter++;
    return 0;
}

static void in_thread(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
}

int main(void) {
    for (int i = 0; i < 3; i++) in_thread();
    if (fork() == 0) {
        in_thread();
        return ++counter == 5 ? 0 : 9;
    }
    int status;
    wait(&status);
    return status;
}
