// expect: sc=violation tso=violation
// property: race
// A struct is read whole, although the copy of the member that another thread writes is never looked at. Was: "safe".
#include <pthread.h>
struct pair { int a, b; } shared;
void *writer(void *p) { shared.b = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    struct pair copy = shared;
    pthread_join(t, 0);
    return copy.a;
}
