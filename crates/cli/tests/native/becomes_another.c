// A race, and then the process becomes another program, if there is one.
#include <pthread.h>
#include <unistd.h>
int x;
void *work(void *unused) {
    x++;
    return 0;
}
int main(int count, char **arguments) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x++;
    pthread_join(thread, 0);
    execlp(arguments[1], "name", "one", "two", (char *)0);
    x++;
    return 0;
}
