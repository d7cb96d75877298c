// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 2
//
// Bank transfers that lock the account to take from, then the account to give to. Two transfers in
// opposite directions each get their first lock and wait for their second for ever. Every access is
// properly locked, there is no race, and testing nearly always passes. Repaired in bank_transfer.c
// with one order for all.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t guard;
    int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->guard);
    pthread_mutex_lock(&to->guard);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&from->guard);
    pthread_mutex_unlock(&to->guard);
}

static void *save(void *arg) {
    (void)arg;
    transfer(&checking, &savings, 30);
    return NULL;
}

static void *spend(void *arg) {
    (void)arg;
    transfer(&savings, &checking, 20);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, save, NULL);
    pthread_create(&b, NULL, spend, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(checking.balance == 90 && savings.balance == 110);
    return 0;
}
