// Lines that are read into a buffer, which another thread looks at under the lock of both.
// broken: data race on line
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char line[64], block[8];
void *work(void *in) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    if (!fgets(line, sizeof line, in)) abort();
    fread(block, 1, sizeof block, in);
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    FILE *in = fopen("/proc/self/status", "r");
    pthread_t thread = start(work, in);
    pthread_mutex_lock(&lock);
    char first = line[0];
    pthread_mutex_unlock(&lock);
    finish(thread);
    fclose(in);
    return first == 'x';
}
