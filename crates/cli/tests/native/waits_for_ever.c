// A race; then the program says that it is ready, and waits to be killed.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int x;
void *work(void *unused) {
    x++;
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x++;
    pthread_join(thread, 0);
    close(open("ready", O_CREAT | O_WRONLY, 0600));
    for (;;) pause();
}
