// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Withdrawing from an account in two critical sections: look under the lock, let go, lock again,
// take. Every access is locked, so there is no data race; yet two customers who together ask for
// more than there is can both pass the check before either pays. Race-free is not atomic: the block
// between selvedge_atomic_begin and _end is not serialisable. It takes amounts above 100 together
// to see it. Repaired in bank_account.c.
#include <assert.h>
#include <pthread.h>

#include "selvedge.h"

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;  // protected by guard, must not become negative

static void withdraw(int amount) {
    selvedge_atomic_begin();  // check and payment are meant to be one transaction
    pthread_mutex_lock(&guard);
    int enough = balance >= amount;
    pthread_mutex_unlock(&guard);
    pthread_mutex_lock(&guard);
    if (enough)
        balance -= amount;
    pthread_mutex_unlock(&guard);
    selvedge_atomic_end();
}

static void *customer(void *arg) {
    (void)arg;
    int amount = selvedge_nondet_int();  // whatever the customer asks for
    selvedge_assume(amount >= 0 && amount <= 100);
    withdraw(amount);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}
