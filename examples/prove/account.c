// expect: sc=safe tso=safe pso=safe rmo=safe
//
// An account that never goes below zero, whatever is paid in and out, by any number of clerks who never stop. The proof
// needs that what is left is not negative where the balance is at least the amount.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;  // guard

static void pay_out(int amount) {
    pthread_mutex_lock(&guard);
    if (balance >= amount)
        balance = balance - amount;
    assert(balance >= 0);
    pthread_mutex_unlock(&guard);
}

static void pay_in(int amount) {
    pthread_mutex_lock(&guard);
    if (balance < 1000000)
        balance = balance + amount;
    assert(balance >= 0);
    pthread_mutex_unlock(&guard);
}

static void *clerk(void *unused) {
    (void)unused;
    for (;;) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0 || amount > 1000)
            continue;
        if (__VERIFIER_nondet_int())
            pay_out(amount);
        else
            pay_in(amount);
    }
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        pthread_t thread;
        pthread_create(&thread, 0, clerk, 0);
    }
    return 0;
}
