// expect: sc=safe
//
// Peterson's lock, taken again and again without end. (Needs fences under anything weaker than SC.)
#include <assert.h>
#include <pthread.h>

static volatile int wants_0, wants_1, turn, inside;

static void *left(void *unused) {
    for (;;) {
        wants_0 = 1;
        turn = 1;
        while (wants_1 && turn == 1)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants_0 = 0;
    }
    return unused;
}

static void *right(void *unused) {
    for (;;) {
        wants_1 = 1;
        turn = 0;
        while (wants_0 && turn == 0)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants_1 = 0;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, left, 0);
    pthread_create(&thread, 0, right, 0);
    pthread_exit(0);
}
