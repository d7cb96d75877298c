// Transfers between accounts, threads in pairs: each transfer reads all four accounts of its pair under their locks, lets
// go, and writes them back under the locks again. -DN=threads. The fixes let the second thread of a pair wait, by a flag
// and a condition variable, for the first one: -DFIX=1 for the first two accounts, -DFIX=2 for all four. -DROUNDS=N
// transfers per thread (without fixes, or with -DFIX=2).
#include <pthread.h>
#include "../../include/selvedge.h"

#ifndef N
#define N 2
#endif
#ifndef FIX
#define FIX 0
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define ACCOUNTS 4

struct pair {
    pthread_mutex_t bank;
    pthread_mutex_t lock[ACCOUNTS];
    int balance[ACCOUNTS];
    pthread_cond_t changed;
    int stage;
};
struct pair pairs[(N + 1) / 2];

static void wait_for(struct pair *pair, int stage) {
    pthread_mutex_lock(&pair->bank);
    while (pair->stage < stage)
        pthread_cond_wait(&pair->changed, &pair->bank);
    pthread_mutex_unlock(&pair->bank);
}

static void reach(struct pair *pair, int stage) {
    pthread_mutex_lock(&pair->bank);
    pair->stage = stage;
    pthread_cond_broadcast(&pair->changed);
    pthread_mutex_unlock(&pair->bank);
}

/* Nested locks: the bank's, then the account's. */
static int get(struct pair *pair, int account) {
    pthread_mutex_lock(&pair->bank);
    pthread_mutex_lock(&pair->lock[account]);
    int value = pair->balance[account];
    pthread_mutex_unlock(&pair->lock[account]);
    pthread_mutex_unlock(&pair->bank);
    return value;
}

static void set(struct pair *pair, int account, int value) {
    pthread_mutex_lock(&pair->bank);
    pthread_mutex_lock(&pair->lock[account]);
    pair->balance[account] = value;
    pthread_mutex_unlock(&pair->lock[account]);
    pthread_mutex_unlock(&pair->bank);
}

/* Moves an amount from one account to the next. */
static void move(struct pair *pair, int account, int amount) {
    int from = get(pair, account), to = get(pair, account + 1);
    set(pair, account, from - amount);
    set(pair, account + 1, to + amount);
}

void *customer(void *arg) {
    long self = (long)arg;
    struct pair *pair = &pairs[self / 2];
    int second = self % 2;
    for (int round = 0; round < ROUNDS; round++) {
        if (FIX > 0 && second)
            wait_for(pair, FIX == 1 ? 1 : ROUNDS + 1);
        selvedge_atomic_begin();
        move(pair, 0, 10 + second);
        if (FIX > 0 && !second)
            reach(pair, 1);
        move(pair, 2, 20 + second);
        selvedge_atomic_end();
        if (FIX > 1 && !second)
            reach(pair, round + 2);
    }
    return 0;
}

int main(void) {
    pthread_t thread[N];
    for (int i = 0; i < (N + 1) / 2; i++) {
        pthread_mutex_init(&pairs[i].bank, 0);
        pthread_cond_init(&pairs[i].changed, 0);
        for (int j = 0; j < ACCOUNTS; j++) {
            pthread_mutex_init(&pairs[i].lock[j], 0);
            pairs[i].balance[j] = 0;
            pairs[i].balance[j] = 100 * (j + 1);
        }
    }
    for (long i = 0; i < N; i++)
        pthread_create(&thread[i], 0, customer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], 0);
    return 0;
}
