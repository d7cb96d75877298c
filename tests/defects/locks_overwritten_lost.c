// expect: sc=unknown
// property: assert
// One thread clears a mutex that another one may hold, then takes it: both may be inside at once.
#include <assert.h>
#include <pthread.h>
#include <string.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    memset(&lock, 0, sizeof lock);
    pthread_mutex_lock(&lock);
    x = x + 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(x == 2);
}
