// expect: sc=safe
// property: memory assert
//
// The ends of what shifts and conversions are defined for.
#include <assert.h>
#include <limits.h>
double least = -2147483648.9, most = 2147483647.9, big = -9223372036854775808.0;
float least_single = -2147483648.0f, top = 4294967040.0f, little = -0.9f;
int width = 31;
int main(void) {
    assert((int)least == INT_MIN && (int)most == INT_MAX && (long)big == LONG_MIN);
    assert((int)least_single == INT_MIN && (unsigned)top == 4294967040u && (unsigned char)little == 0);
    assert(1u << width == 0x80000000u && -1 >> width == -1 && 1ul << (width + 32) == 1ul << 63);
}
