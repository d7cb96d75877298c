// expect: sc=violation tso=violation
// property: memory
// The copy reads behind the end of `three`, whichever of its bytes are used. Was: "safe".
#include <string.h>
int main(void) {
    char three[3] = {1, 2, 3}, eight[8];
    memcpy(eight, three, 5);
    return eight[0];
}
