// Mutexes are given back once by who took them; those that know their owner may be asked by others, and say no.
// broken: double unlock in the run itself
#include "quiet.h"
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, checking, recursive;
int refused;
void *other(void *unused) {
    refused += pthread_mutex_unlock(&checking) == EPERM;
    refused += pthread_mutex_unlock(&recursive) == EPERM;
    return 0;
}
int main(void) {
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &how);
    pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &how);
    pthread_mutex_lock(&plain);
    pthread_mutex_unlock(&plain);
    IF_BROKEN(pthread_mutex_unlock(&plain);)
    pthread_mutex_lock(&checking);
    if (pthread_mutex_lock(&checking) != EDEADLK) abort();
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    finish(start(other, 0));
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&checking);
    refused += pthread_mutex_unlock(&checking) == EPERM;
    refused += pthread_mutex_unlock(&recursive) == EPERM;
    return refused == 4 ? 0 : 7;
}
