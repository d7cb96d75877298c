// expect: sc=safe tso=safe pso=safe rmo=safe
//
// Seats are booked and never given back: the number only grows and never passes the hall. Agents come and go for ever.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define HALL 400

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int used;  // guard; 0 to HALL

static void *agent(void *unused) {
    (void)unused;
    for (;;) {
        int wanted = __VERIFIER_nondet_int();
        if (wanted < 1 || wanted > 8)
            continue;
        pthread_mutex_lock(&guard);
        int before = used;
        assert(before >= 0);
        if (before <= HALL - 8) {
            used = before + wanted;
            assert(used >= before);
        }
        assert(used <= HALL);
        pthread_mutex_unlock(&guard);
    }
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, agent, 0);
    }
    return 0;
}
