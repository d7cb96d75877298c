// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A machine with four modes, driven by any number of operators and supervised by one that sees whole steps only:
// the modes in between are never seen by whoever holds the lock. The condition variable wakes the supervisor.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { OFF, WARMING, READY, COOLING };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int mode = OFF;  // guard: OFF or READY for whoever takes it
static int alarm_on;    // guard: 0 or 1

static void *operator_thread(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&guard);
        assert(mode == OFF || mode == READY);
        if (mode == OFF) {
            mode = WARMING;
            assert(mode == WARMING);
            mode = READY;
        } else {
            mode = COOLING;
            if (__VERIFIER_nondet_int())
                alarm_on = 1;
            mode = OFF;
            assert(mode == OFF);
        }
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&guard);
    }
    return 0;
}

static void *supervisor(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&guard);
        while (mode != READY)
            pthread_cond_wait(&changed, &guard);
        assert(mode == READY);
        assert(alarm_on == 0 || alarm_on == 1);
        alarm_on = 0;
        assert(alarm_on == 0);
        pthread_mutex_unlock(&guard);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, supervisor, 0);
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, operator_thread, 0);
    return 0;
}
