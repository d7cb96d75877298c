// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// An index that leaves its array hits the next member of the structure: within the object, and undefined all the same.
#include <pthread.h>

struct { int row[3]; int next; int last[2]; } both;
int position = 2;

static void *writer(void *unused) {
    both.row[position] = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    position = 3;
    pthread_join(thread, 0);
    return 0;
}
