// N threads use a driver while another stops it: nobody may use it once it is stopped (the shape of qw2004_variant).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 10
#endif
void __VERIFIER_assume(int);
struct driver { pthread_mutex_t lock; int users, closing; };
static struct driver shared = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
static struct { pthread_mutex_t lock; int value; } stopped = { PTHREAD_MUTEX_INITIALIZER, 0 };

// Whether it may be used.
int driver_enter(struct driver *d) {
    pthread_mutex_lock(&d->lock);
    int open = !d->closing;
    if (open) d->users++;
    pthread_mutex_unlock(&d->lock);
    return open;
}
// Whether that was the last user.
int driver_leave(struct driver *d) {
    pthread_mutex_lock(&d->lock);
    int last = --d->users == 0;
    pthread_mutex_unlock(&d->lock);
    return last;
}
void driver_close(struct driver *d) {
    pthread_mutex_lock(&d->lock);
    d->closing = 1;
    pthread_mutex_unlock(&d->lock);
}
int driver_is_idle(struct driver *d) {
    pthread_mutex_lock(&d->lock);
    int idle = d->users == 0;
    pthread_mutex_unlock(&d->lock);
    return idle;
}
static void *use(void *arg) {
    if (driver_enter(&shared)) {
        pthread_mutex_lock(&stopped.lock);
        assert(!stopped.value);
        pthread_mutex_unlock(&stopped.lock);
        driver_leave(&shared);
    }
    return arg;
}
static void *stop(void *arg) {
    driver_close(&shared);
    driver_leave(&shared);
    __VERIFIER_assume(driver_is_idle(&shared));
    pthread_mutex_lock(&stopped.lock);
    stopped.value = 1;
    pthread_mutex_unlock(&stopped.lock);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, use, NULL);
    return 0;
}
