// A mutex whose owner ends without giving it back; the next ones are told and go on.
// broken: data race on x
#include "quiet.h"
pthread_mutex_t lock;
int x;
void *dies(void *unused) {
    pthread_mutex_lock(&lock);
    x++;
    return 0;
}
void *goes_on(void *unused) {
    settle();
    int result = pthread_mutex_lock(&lock);
    if (result == EOWNERDEAD) pthread_mutex_consistent(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_t one = start(dies, 0), two = start(goes_on, 0), three = start(goes_on, 0);
    IF_BROKEN(x++);
    finish(one);
    finish(two);
    finish(three);
}
