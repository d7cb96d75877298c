// expect: sc=unknown tso=unknown
// A thread looks into the bytes of a mutex while another holds it. Was safe by every engine.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *look(void *unused) {
    int held = *(int *)&lock;
    assert(!held);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
}
