// A time as numbers and as a text, read when the thread that has made them has ended.
// broken: data race on text
#include "quiet.h"
struct tm day;
char text[64];
void *work(void *unused) {
    time_t time = 86400 * 365;
    gmtime_r(&time, &day);
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(finish(thread));
    char first = text[0];
    IF_BROKEN(finish(thread));
    return first == 'x';
}
