// expect: sc=violation tso=violation
// property: memory
#include <semaphore.h>
#include <stdlib.h>
int main(void) { sem_t *s = malloc(sizeof *s); sem_init(s, 0, 1); free(s); sem_wait(s); }
