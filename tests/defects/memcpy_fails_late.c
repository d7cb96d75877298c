// expect: sc=violation tso=violation
// property: memory
// Only the third word that the copy reads is out of bounds. Under TSO `explore` could not show it.
#include <string.h>
char from[16], to[32];
int main(void) { memcpy(to, from, 24); }
