// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Thread-specific data: one key, a value of its own for each thread, as errno has. What one thread
// keeps under the key, the other never sees; and main, which stored nothing, finds NULL.
// thread_specific_broken.c keeps the same thing in one static variable.
#include <assert.h>
#include <pthread.h>

static pthread_key_t scratch;
static int memory[2];

static void remember(int value) {
    *(int *)pthread_getspecific(scratch) = value;
}

static int recall(void) {
    return *(int *)pthread_getspecific(scratch);
}

static void *worker(void *arg) {
    int me = (int)(long)arg;
    pthread_setspecific(scratch, &memory[me]);
    remember(10 + me);
    assert(recall() == 10 + me);
    return NULL;
}

int main(void) {
    pthread_key_create(&scratch, NULL);
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_getspecific(scratch) == NULL);
    return 0;
}
