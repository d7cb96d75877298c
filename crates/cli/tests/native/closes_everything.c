// expect: data race on counter
// events: fork=2 join=2
// As programs do that go to the background: closes every descriptor there is. The trace goes on.
#include <pthread.h>
#include <unistd.h>

int counter;

static void *add(void *unused) {
    counter++;
    return unused;
}

int main(void) {
    for (int fd = 3; fd < 2048; fd++) close(fd);
    // Numbers of its own choice, which the runtime may use.
    for (int fd = 950; fd < 970; fd++) {
        if (dup2(0, fd) != fd) return 2;
    }
    closefrom(3);
    pthread_t one, other;
    pthread_create(&one, 0, add, 0);
    pthread_create(&other, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
