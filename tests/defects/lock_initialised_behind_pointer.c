// expect: sc=safe tso=safe
// Memory is cleared before the mutex in it is made: that is no misuse.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

void *pay(void *given) {
    struct account *account = given;
    pthread_mutex_lock(&account->lock);
    account->balance = 1;
    pthread_mutex_unlock(&account->lock);
    return 0;
}

int main(void) {
    struct account *account = malloc(sizeof *account);
    memset(account, 0, sizeof *account);
    pthread_mutex_init(&account->lock, 0);
    pthread_t thread;
    pthread_create(&thread, 0, pay, account);
    pthread_mutex_lock(&account->lock);
    assert(account->balance == 0 || account->balance == 1);
    pthread_mutex_unlock(&account->lock);
    pthread_join(thread, 0);
}
