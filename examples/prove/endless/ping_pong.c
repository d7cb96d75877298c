// expect: sc=safe
//
// Two threads take turns for ever; the ball is only ever where the turn is.
#include <assert.h>
#include <pthread.h>

static volatile int turn, ball;

static void *ping(void *unused) {
    for (;;) {
        while (turn != 0)
            ;
        assert(ball == 0);
        ball = 1;
        turn = 1;
    }
    return unused;
}

static void *pong(void *unused) {
    for (;;) {
        while (turn != 1)
            ;
        assert(ball == 1);
        ball = 0;
        turn = 0;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ping, 0);
    pthread_create(&thread, 0, pong, 0);
    pthread_exit(0);
}
