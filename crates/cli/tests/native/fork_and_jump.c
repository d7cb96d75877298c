// A child has a trace of its own; jumps out of calls and signals while logging do no harm.
// expect: nothing
// traces: 2
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int counter;
volatile int ticks[64];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
jmp_buf place;

void *work(void *unused) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

void jump(int depth) {
    if (depth == 0) longjmp(place, 1);
    jump(depth - 1);
    counter = depth;
}

void tick(int signal) {
    for (int i = 0; i < 64; i++) ticks[i]++;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < 100; i++)
        if (!setjmp(place)) jump(20);
    signal(SIGALRM, tick);
    struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, 0);
    for (int i = 0; i < 300000; i++) {
        ticks[i & 63] += i;
        if (i % 100 == 0) {
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
        }
    }
    setitimer(ITIMER_REAL, &never, 0);
    if (fork() == 0) {
        pthread_create(&thread, 0, work, 0);
        pthread_join(thread, 0);
        exit(counter == 2 ? 0 : 9);
    }
    int status;
    wait(&status);
    if (fork() == 0) execl("/bin/true", "true", (char *)0);
    wait(&status);
    return counter == 1 ? 0 : 9;
}
