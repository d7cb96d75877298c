// Sections under a lock of flock, with a descriptor for each thread.
// broken: data race on x
#include "quiet.h"
#include <fcntl.h>
#include <sys/file.h>
int x;
int files[2];
void *work(void *second) {
    int file = files[second != 0];
    for (int round = 0; round < 20; round++) {
        UNLESS_BROKEN(flock(file, LOCK_EX));
        x++;
        UNLESS_BROKEN(flock(file, LOCK_UN));
    }
    UNLESS_BROKEN(flock(file, LOCK_EX));
    x++;
    close(file);
    return 0;
}
int main(void) {
    for (int index = 0; index < 2; index++) files[index] = open("locked", O_CREAT | O_RDWR, 0600);
    pthread_t one = start(work, 0), two = start(work, &x);
    finish(one);
    finish(two);
}
