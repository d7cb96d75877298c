// A reference count that is taken down under a lock and looked at in another critical section: the one who takes it to 0 may
// free the object before the other has looked. In this run they come one after the other.
// expect: use after free
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct object {
    int references;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *object;

static void drop(void) {
    pthread_mutex_lock(&lock);
    object->references--;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int is_last = object->references == 0;
    pthread_mutex_unlock(&lock);
    if (is_last) free(object);
}

static void *early(void *argument) {
    drop();
    return argument;
}

static void *late(void *argument) {
    usleep(50000);
    drop();
    return argument;
}

int main(void) {
    pthread_t threads[2];
    object = malloc(sizeof *object);
    object->references = 2;
    pthread_create(&threads[0], 0, early, 0);
    pthread_create(&threads[1], 0, late, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
