// Who has given the lock back while it prepared something looks again whether that is still wanted.
// broken: lost update: T
#include "quiet.h"
enum state { IDLE, RUNNING, STOPPED };
struct service {
    pthread_mutex_t lock;
    enum state state;
} service = {PTHREAD_MUTEX_INITIALIZER, IDLE};
void run(struct service *it) {
    pthread_mutex_lock(&it->lock);
    int is_idle = it->state == IDLE;
    pthread_mutex_unlock(&it->lock);
    if (is_idle) {
        pthread_mutex_lock(&it->lock);
        UNLESS_BROKEN(if (it->state == IDLE))
        it->state = RUNNING;
        pthread_mutex_unlock(&it->lock);
    }
}
void *stop(void *it) {
    wait_for(0);
    pthread_mutex_lock(&((struct service *)it)->lock);
    ((struct service *)it)->state = STOPPED;
    pthread_mutex_unlock(&((struct service *)it)->lock);
    return 0;
}
int main(void) {
    pthread_t thread = start(stop, &service);
    run(&service);
    say_done(0);
    finish(thread);
}
