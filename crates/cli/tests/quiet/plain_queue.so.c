// A library of plain_queue.c.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *items[16];
static int count;
void put(void *item) {
    pthread_mutex_lock(&lock);
    items[count++] = item;
    pthread_mutex_unlock(&lock);
}
void *take(void) {
    pthread_mutex_lock(&lock);
    void *item = count ? items[--count] : 0;
    pthread_mutex_unlock(&lock);
    return item;
}
