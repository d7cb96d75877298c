// expect: sc=safe tso=safe
// property: memory
// What is copied before anybody uses it is as good as its initialiser.
#include <pthread.h>

pthread_mutex_t pattern = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_t copy = pattern;
    pthread_mutex_lock(&copy);
    pthread_mutex_lock(&pattern);
    pthread_mutex_unlock(&pattern);
    pthread_mutex_unlock(&copy);
}
