// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Withdrawing from an account: look whether there is enough, then take it, under one lock from
// beginning to end. The amounts are left open (selvedge_nondet_int), so the assertion is about all
// of them; and the transaction is marked with selvedge_atomic_begin/end, so that its atomicity can
// be asked about. bank_account_broken.c lets go of the lock in the middle.
#include <assert.h>
#include <pthread.h>

#include "selvedge.h"

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;  // protected by guard, must not become negative

static void withdraw(int amount) {
    selvedge_atomic_begin();  // check and payment are meant to be one transaction
    pthread_mutex_lock(&guard);
    int enough = balance >= amount;
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
