// expect: sc=unknown tso=unknown
// The bytes of a mutex that is held are cleared through a pointer. Was proved.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};
struct account accounts[2];
struct account *chosen = &accounts[1];
int inside;

void *pay(void *unused) {
    pthread_mutex_lock(&chosen->lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&chosen->lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct account *mine = chosen;
    pthread_create(&thread, 0, pay, 0);
    pthread_mutex_lock(&mine->lock);
    memset(&mine->lock, 0, sizeof mine->lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mine->lock);
    pthread_join(thread, 0);
}
