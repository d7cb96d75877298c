// expect: sc=safe tso=safe pso=safe
//
// A number is taken down and up again under one lock by some threads and up and down under another one by others; who
// holds both finds it as it was.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t number = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void change(int by) {
    pthread_mutex_lock(&number);
    balance += by;
    pthread_mutex_unlock(&number);
}

static void *up(void *unused) {
    pthread_mutex_lock(&first);
    change(1);
    change(-1);
    pthread_mutex_unlock(&first);
    return unused;
}

static void *down(void *unused) {
    pthread_mutex_lock(&second);
    change(-1);
    change(1);
    pthread_mutex_unlock(&second);
    return unused;
}

static void *auditor(void *unused) {
    for (;;) {
        pthread_mutex_lock(&first);
        pthread_mutex_lock(&second);
        pthread_mutex_lock(&number);
        assert(balance == 0);
        pthread_mutex_unlock(&number);
        pthread_mutex_unlock(&second);
        pthread_mutex_unlock(&first);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, auditor, 0);
    for (;;) {
        pthread_create(&thread, 0, up, 0);
        pthread_create(&thread, 0, down, 0);
    }
}
