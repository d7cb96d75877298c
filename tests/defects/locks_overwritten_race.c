// expect: sc=unknown
// property: race
// One thread clears a structure while another one uses the mutex in it.
#include <pthread.h>
#include <string.h>

struct {
    pthread_mutex_t lock;
    int value;
} shared;

void *user(void *unused) {
    pthread_mutex_lock(&shared.lock);
    pthread_mutex_unlock(&shared.lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
    memset(&shared, 0, sizeof shared);
    pthread_join(thread, 0);
}
