// expect: sc=unknown
// property: memory
// A mutex that was destroyed is made anew by setting it to zero.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct {
    pthread_mutex_t lock;
    int n;
} shared;

int main(void) {
    pthread_mutex_init(&shared.lock, 0);
    pthread_mutex_destroy(&shared.lock);
    memset(&shared, 0, sizeof shared);
    pthread_mutex_lock(&shared.lock);
    shared.n++;
    pthread_mutex_unlock(&shared.lock);
    assert(shared.n == 1);
}
