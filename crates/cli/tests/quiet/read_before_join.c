// A result is read when its thread has been joined.
// broken: data race on result
#include "quiet.h"
int result;
void *work(void *unused) {
    result = 42;
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    IF_BROKEN(int seen = result);
    finish(thread);
    UNLESS_BROKEN(int seen = result);
    return seen < 0;
}
