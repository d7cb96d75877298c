// Names are looked up meanwhile.
// broken: data race on x
// link: -lanl
#include "quiet.h"
#include <netdb.h>
#include <semaphore.h>
#include <signal.h>
int x;
sem_t done;
struct gaicb request = {.ar_name = "127.0.0.1"};
void found(union sigval value) {
    x++;
    if (!request.ar_result) abort();
    sem_post(&done);
}
int main(void) {
    sem_init(&done, 0, 0);
    struct gaicb *all[] = {&request};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = found};
    x = 1;
    if (getaddrinfo_a(GAI_NOWAIT, all, 1, &event)) abort();
    IF_BROKEN(x++);
    while (sem_wait(&done)) {}
    x++;
    freeaddrinfo(request.ar_result);
}
