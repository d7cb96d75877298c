// expect: sc=violation
// property: deadlock
// Two threads wait for what two signals announce, and one may sleep for ever. `check` let the first signal go to nobody though somebody slept,
// and could not show its deadlock.
#include <pthread.h>
struct job {
    int v;
    struct job *next;
};
struct job *q;
int stop;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *w(void *a) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (!q && !stop) pthread_cond_wait(&c, &m);
        if (!q) {
            pthread_mutex_unlock(&m);
            return 0;
        }
        struct job *j = q;
        q = j->next;
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    static struct job j;
    pthread_t t[2];
    pthread_create(t, 0, w, 0);
    pthread_create(t + 1, 0, w, 0);
    pthread_mutex_lock(&m);
    q = &j;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}
