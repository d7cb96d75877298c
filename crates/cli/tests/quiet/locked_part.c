// The same by locks of open descriptions.
// broken: data race on x
#include "quiet.h"
#include <fcntl.h>
int x;
int files[2];
void *work(void *second) {
    int file = files[second != 0];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    for (int round = 0; round < 20; round++) {
        lock.l_type = F_WRLCK;
        // Those of the process keep no thread out.
        UNLESS_BROKEN(fcntl(file, F_OFD_SETLKW, &lock));
        IF_BROKEN(fcntl(file, F_SETLKW, &lock));
        x++;
        lock.l_type = F_UNLCK;
        UNLESS_BROKEN(fcntl(file, F_OFD_SETLKW, &lock));
        IF_BROKEN(fcntl(file, F_SETLKW, &lock));
    }
    close(file);
    return 0;
}
int main(void) {
    for (int index = 0; index < 2; index++) files[index] = open("locked", O_CREAT | O_RDWR, 0600);
    pthread_t one = start(work, 0), two = start(work, &x);
    finish(one);
    finish(two);
}
