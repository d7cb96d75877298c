// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 2
//
// A function that holds a lock calls another one that takes the same lock. With a recursive mutex
// the owner may lock again, and only the outermost unlock gives the lock back.
// recursive_mutex_broken.c does the same with a normal mutex and waits for itself.
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
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
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
