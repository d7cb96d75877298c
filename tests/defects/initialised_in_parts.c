// expect: sc=safe tso=safe
// property: memory
// Everything that is read was written: bit-fields one after the other, a struct with padding by value, a union by its other member,
// copies of what is half written, single bytes.
#include <pthread.h>
#include <string.h>
struct flags { unsigned low : 3, high : 5; };
struct padded { int number; char letter; };
union both { int number; unsigned char bytes[4]; };
static int take(struct padded given) { return given.number + given.letter; }
int result;
void *worker(void *arg) { result = take(*(struct padded *)arg); return 0; }
int main(void) {
    pthread_t thread;
    struct flags flags;
    flags.low = 1;
    flags.high = 2;
    struct padded one, two;
    one.number = 4;
    one.letter = 1;
    two = one;
    union both both;
    both.bytes[0] = 1;
    char buffer[8], other[8];
    buffer[0] = 1;
    memcpy(other, buffer, sizeof other);
    pthread_create(&thread, 0, worker, &two);
    int sum = flags.low + flags.high + other[0] + both.number;
    pthread_join(thread, 0);
    return sum + result == 0;
}
