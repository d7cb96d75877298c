// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 2
//
// Self-deadlock: refund() holds the lock and calls deposit(), which wants it too. A normal mutex
// does not know its owner, so the thread waits for itself for ever, in every run and under every
// model; main waits for the thread. Repaired in recursive_mutex.c with a recursive mutex; cleaner
// would be an internal deposit that expects the lock to be held.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard;
static int balance = 100;  // protected by guard

static void deposit(int amount) {
    pthread_mutex_lock(&guard);
    balance += amount;
    pthread_mutex_unlock(&guard);
}

static void refund(int amount) {
    pthread_mutex_lock(&guard);
    if (balance < 1000)
        deposit(amount);  // locks again
    pthread_mutex_unlock(&guard);
}

static void *customer(void *arg) {
    (void)arg;
    refund(10);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&guard, &kind);
    pthread_mutexattr_destroy(&kind);

    pthread_t c;
    pthread_create(&c, NULL, customer, NULL);
    deposit(5);
    pthread_join(c, NULL);
    assert(balance == 115);
    pthread_mutex_destroy(&guard);
    return 0;
}
