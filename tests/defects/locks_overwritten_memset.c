// expect: sc=unknown
// property: memory
// A mutex that is held is set to zero: its memory is not its state, so this is not modelled.
#include <pthread.h>
#include <string.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    memset(&lock, 0, sizeof lock);
    pthread_mutex_unlock(&lock);
}
