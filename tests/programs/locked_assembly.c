// expect: sc=safe tso=safe
// property: assert
//
// What `lock`-prefixed instructions of inline assembly do.

#include <assert.h>
#include <pthread.h>

int x, y, flag;
long wide;
unsigned char byte;

static int fetch_add(int *p, int by) {
    __asm__ volatile("lock; xaddl %0,%1" : "+r"(by), "+m"(*p) : : "memory");
    return by;
}
static int exchange(int *p, int value) {
    __asm__ volatile("xchgl %0,%1" : "=r"(value), "+m"(*p) : "0"(value) : "memory");
    return value;
}
static int compare_exchange(int *p, int old, int new) {
    int was;
    __asm__ volatile("lock; cmpxchgl %2,%1" : "=a"(was), "+m"(*p) : "r"(new), "0"(old) : "memory");
    return was;
}
static unsigned char dec_and_test(int *p) {
    unsigned char zero;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory");
    return zero;
}
static unsigned char try_exchange(long *p, long *old, long new) {
    unsigned char done;
    __asm__ volatile("lock cmpxchgq %3,%1\n\tsete %0" : "=q"(done), "+m"(*p), "+a"(*old) : "r"(new) : "memory", "cc");
    return done;
}
static void alone(void) {
    __asm__ volatile("lock; incl %0" : "+m"(x) : : "memory");
    assert(x == 1);
    __asm__ volatile("lock; addl %1,%0" : "=m"(x) : "ir"(4), "m"(x));
    __asm__ volatile("lock subl $2,%0" : "+m"(x));
    assert(x == 3);
    assert(fetch_add(&x, 5) == 3 && x == 8);
    assert(exchange(&x, 6) == 8 && x == 6);
    assert(compare_exchange(&x, 7, 1) == 6 && x == 6);
    assert(compare_exchange(&x, 6, 1) == 6 && x == 1);
    assert(dec_and_test(&x) && !dec_and_test(&x) && x == -1);
    __asm__ volatile("lock; notl %0" : "+m"(x));
    __asm__ volatile("lock; orl $6,(%0)" : : "r"(&x) : "memory");
    __asm__ volatile("lock; andl %1,%0" : "+m"(x) : "r"(12));
    __asm__ volatile("lock; xorl %1,%0" : "+m"(x) : "r"(5));
    assert(x == 1);
    long old = 3;
    assert(!try_exchange(&wide, &old, 9) && old == 0 && wide == 0);
    assert(try_exchange(&wide, &old, 9) && wide == 9);
    __asm__ volatile("lock; btsq $2,%0; setc %1" : "+m"(wide), "=q"(byte));
    assert(wide == 13 && byte == 0);
    __asm__ volatile("lock; btrq $3,%0; setc %1" : "+m"(wide), "=q"(byte));
    assert(wide == 5 && byte == 1);
    __asm__ volatile("" : "+r"(old) : : "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory");
    x = y = 0;
}
static void *add(void *p) {
    fetch_add(&x, 1);
    y = 1;
    __asm__ volatile("lock; incl %0" : "+m"(flag) : : "memory");
    return 0;
}
int main(void) {
    pthread_t a, b;
    alone();
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2 && flag == 2);
}
