// As many threads at the same time as can be had, up to 2000, each with an event before and after all are there.
// expect: nothing
#include <pthread.h>

enum { MOST = 2000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t everybody = PTHREAD_COND_INITIALIZER;
static int arrived, may_end;

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    arrived++;
    while (!may_end) pthread_cond_wait(&everybody, &lock);
    arrived--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    static pthread_t threads[MOST];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 * 1024);
    int count = 0;
    while (count < MOST && pthread_create(&threads[count], &small, work, 0) == 0) count++;
    pthread_mutex_lock(&lock);
    may_end = 1;
    pthread_cond_broadcast(&everybody);
    pthread_mutex_unlock(&lock);
    for (int thread = 0; thread < count; thread++) pthread_join(threads[thread], 0);
    return arrived == 0 && count > 0 ? 0 : 1;
}
