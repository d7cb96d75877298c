// expect: sc=unknown tso=unknown
// property: assert
// A long double has 64 binary digits and was computed with the 53 of a double: safe by every engine, and fails on x86.
#include <assert.h>
int main(void) {
    long double x = 9007199254740992.0L;
    x += 1;
    assert((long)x != 9007199254740993L);
}
