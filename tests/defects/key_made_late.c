// expect: sc=unknown tso=unknown
// property: assert
// The thread may use the key before there is one: POSIX leaves open what that does, and with glibc nothing is kept. Was safe by `check`.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
void *worker(void *arg) {
    pthread_setspecific(key, arg);
    assert(pthread_getspecific(key) == arg);
    return 0;
}
int main(void) {
    int x;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &x);
    pthread_key_create(&key, 0);
    pthread_join(thread, 0);
}
