// expect: sc=violation tso=violation
// property: memory
// An index just before the array: the address lies in no object, or in another one.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int a[4];
int main(void) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i < 4 && i >= -1);
    a[i] = 1;
}
