// A thread is cancelled in what is done once; the next one does it again.
// broken: data race on made
#include "quiet.h"
pthread_once_t control = PTHREAD_ONCE_INIT;
int made;
void make(void) {
    made++;
    if (made == 1) {
        pthread_cancel(pthread_self());
        pthread_testcancel();
    }
}
void *work(void *unused) {
    UNLESS_BROKEN(pthread_once(&control, make));
    IF_BROKEN(make());
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    return made < 2;
}
