// What is stored atomically is read atomically, too.
// broken: data race on number
#include "quiet.h"
int number;
void *work(void *unused) {
    __atomic_store_n(&number, 1, __ATOMIC_RELEASE);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(int seen = __atomic_load_n(&number, __ATOMIC_ACQUIRE));
    IF_BROKEN(int seen = number);
    finish(thread);
    return seen > 1;
}
