// expect: sc=safe tso=safe
// A semaphore at its limit: `sem_post` fails and says so in `errno`, of the calling thread only.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t sem;
static void *poster(void *arg) {
    errno = 7;
    int result = sem_post(&sem);
    assert(result == 0 ? errno == 7 : result == -1 && errno == EOVERFLOW);
    return 0;
}
int main(void) {
    pthread_t thread;
    sem_init(&sem, 0, SEM_VALUE_MAX - 1);
    pthread_create(&thread, 0, poster, 0);
    poster(0);
    pthread_join(thread, 0);
}
