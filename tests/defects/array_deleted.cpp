// expect: sc=violation tso=violation
// property: memory
// `delete` of what `new[]` gave.
int main() {
    int *row = new int[3];
    row[0] = 1;
    delete row;
    int *one = new int;
    delete one;
}
