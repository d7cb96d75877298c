// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// pthread_once: whoever comes first runs the initialiser, everybody else waits until it is done. It
// runs exactly once, and what it wrote is visible to all who return from pthread_once.
// once_broken.c does the same by hand with a flag.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times_opened, handle;

static void open_log(void) {
    times_opened++;
    handle = 3;
}

static void *user(void *arg) {
    (void)arg;
    pthread_once(&once, open_log);
    assert(handle == 3);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(times_opened == 1);
    return 0;
}
