// Leaves a process in the background that ends later.
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        close(0);
        close(1);
        close(2);
        usleep(1500000);
    }
    return 0;
}
