// expect: sc=violation tso=violation
// property: assert
#include <assert.h>
int x;
int main(void) {
    __asm__ volatile("lock; incl %0" : "+m"(x) : : "memory");
    assert(x == 0);
}
