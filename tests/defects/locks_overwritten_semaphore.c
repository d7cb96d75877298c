// expect: sc=unknown
// property: deadlock
// A semaphore of value one is set to zero, and waited for.
#include <semaphore.h>
#include <string.h>

sem_t semaphore;

int main(void) {
    sem_init(&semaphore, 0, 1);
    memset(&semaphore, 0, sizeof semaphore);
    sem_wait(&semaphore);
}
