// Each thread has its own calendar time.
// broken: data race
#include "quiet.h"
void *work(void *seconds) {
    time_t time = (long)seconds;
    struct tm own, *day = &own;
    UNLESS_BROKEN(localtime_r(&time, &own));
    IF_BROKEN(day = localtime(&time));
    return (void *)(long)day->tm_year;
}
int main(void) {
    pthread_t one = start(work, (void *)1000000), two = start(work, (void *)2000000);
    finish(one);
    finish(two);
}
