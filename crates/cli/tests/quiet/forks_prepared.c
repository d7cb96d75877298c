// A fork takes a lock before and gives it back after.
// broken: data race on x
#include "quiet.h"
#include <sys/wait.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;
void before(void) { pthread_mutex_lock(&lock); x++; }
void after(void) { x++; pthread_mutex_unlock(&lock); }
void in_child(void) { pthread_mutex_init(&lock, 0); }
void *work(void *unused) {
    for (int round = 0; round < 5; round++) {
        UNLESS_BROKEN(pthread_mutex_lock(&lock));
        x++;
        UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    }
    return 0;
}
void *inner(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_atfork(before, after, in_child);
    pthread_t thread = start(work, 0);
    pid_t child = fork();
    if (child == 0) {
        pthread_t one = start(inner, 0), two = start(inner, 0);
        finish(one);
        finish(two);
        _exit(0);
    }
    finish(thread);
    waitpid(child, 0, 0);
}
