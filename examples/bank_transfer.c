// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 2
//
// Bank transfers between two accounts, each with its own lock. Both locks are taken in one fixed
// order, checking before savings, whichever way the money goes; so no two transfers wait for each
// other. bank_transfer_broken.c locks in the order of the arguments.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t guard;
    int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
    // One order for all: whichever way the money goes, checking is locked first.
    pthread_mutex_lock(&checking.guard);
    pthread_mutex_lock(&savings.guard);
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
