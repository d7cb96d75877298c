// Two threads take two locks in opposite orders and meet: the run itself ends in a deadlock. A third one wants to write what it reads.
// exit: 142
// expect: deadlock in the run itself: 
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
void *one(void *unused) {
    pthread_mutex_lock(&a);
    usleep(200000);
    pthread_mutex_lock(&b);
    return 0;
}
void *two(void *unused) {
    pthread_mutex_lock(&b);
    usleep(200000);
    pthread_mutex_lock(&a);
    return 0;
}
void *three(void *unused) {
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_wrlock(&r);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    alarm(1);
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_create(&threads[2], 0, three, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
