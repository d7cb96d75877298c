// expect: sc=unknown
// property: memory
// One byte of a mutex is written by another name.
#include <pthread.h>

union {
    pthread_mutex_t lock;
    char bytes[64];
} both;

int main(void) {
    pthread_mutex_init(&both.lock, 0);
    both.bytes[0] = 5;
    pthread_mutex_lock(&both.lock);
}
