// expect: sc=violation tso=violation
// property: memory
// Nobody looks at the copy, but it is made. Was: "safe".
struct pair { int a, b; } *null;
int main(void) {
    struct pair copy = *null;
    return 0;
}
