// expect: sc=safe
//
// Dekker's lock, taken again and again without end. (Needs fences under anything weaker than SC.)
#include <assert.h>
#include <pthread.h>

static volatile int wants_0, wants_1, turn, inside;

static void *left(void *unused) {
    for (;;) {
        wants_0 = 1;
        while (wants_1)
            if (turn == 1) {
                wants_0 = 0;
                while (turn == 1)
                    ;
                wants_0 = 1;
            }
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1;
        wants_0 = 0;
    }
    return unused;
}

static void *right(void *unused) {
    for (;;) {
        wants_1 = 1;
        while (wants_0)
            if (turn == 0) {
                wants_1 = 0;
                while (turn == 0)
                    ;
                wants_1 = 1;
            }
        inside++;
        assert(inside == 1);
        inside--;
        turn = 0;
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
