// What selvedge.h says is recorded; what is within a call is not.
// expect: nothing
// events: begin=1 end=1 call=2 acq=0 w=1
#include <pthread.h>
#include <selvedge.h>

int inside, outside;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int increase(void) {
    pthread_mutex_lock(&lock);
    int before = inside++;
    pthread_mutex_unlock(&lock);
    return before;
}

int main(void) {
    selvedge_atomic_begin();
    outside = 1;
    selvedge_atomic_end();
    for (int i = 0; i < 2; i++) {
        selvedge_call_begin();
        int before = increase();
        selvedge_call_end("counter", "add", &inside, 1, before, 1);
    }
}
