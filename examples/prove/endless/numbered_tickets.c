// expect: sc=safe
//
// A ticket lock of four numbers for as many threads as you like: who draws no number goes away.
#include <assert.h>
#include <pthread.h>

#define NUMBERS 4

static pthread_mutex_t booth = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned next, serving;
static volatile int inside;

static void *worker(void *unused) {
    pthread_mutex_lock(&booth);
    unsigned mine = next;
    if ((mine + 1) % NUMBERS == serving) {
        pthread_mutex_unlock(&booth);
        return unused;
    }
    next = (mine + 1) % NUMBERS;
    pthread_mutex_unlock(&booth);
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving = (mine + 1) % NUMBERS;
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
