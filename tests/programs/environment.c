// expect: sc=violation tso=violation
// property: assert
//
// How a program is started is an input.
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) { assert(argc != 3 || getpid() == 0); }
