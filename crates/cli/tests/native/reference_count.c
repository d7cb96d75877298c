// The last one frees: no order of the two threads breaks it. Needs that `count--` is seen to read.
// expect: nothing
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct object { int count; } *object;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *release(void *late) {
    if (late) usleep(50000);
    pthread_mutex_lock(&lock);
    object->count--;
    int left = object->count;
    pthread_mutex_unlock(&lock);
    if (left == 0) free(object);
    return 0;
}

int main(void) {
    object = malloc(sizeof *object);
    object->count = 2;
    pthread_t threads[2];
    pthread_create(&threads[0], 0, release, 0);
    pthread_create(&threads[1], 0, release, object);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
