// expect: sc=violation
// property: memory
// The two ends overlap; memmove is for that.
#include <string.h>
int main(void) {
    char text[8] = "abcdefg";
    memcpy(text + 1, text, 4);
    return text[2] == 'z';
}
